//! How a game was played, for the statistics.

use halma_core::{Path, Ply, Reason};
use halma_protocol::{Event, EventKind};

use super::table::Table;
use crate::store::Played;

impl Table {
    /// How the game will have been played once these events are in; none if it is not to be
    /// counted: called off, fallen asleep, or begun from a position of somebody's own.
    pub(super) fn played(&self, events: &[Event]) -> Option<Played> {
        let reason = events.iter().find_map(|event| match event.kind {
            EventKind::Finished { reason, .. } => Some(reason),
            _ => None,
        })?;
        let claimed = |event: &Event| matches!(event.kind, EventKind::Claimed { .. });
        let fell_asleep = reason == Reason::Abandoned && !events.iter().any(claimed);
        if reason == Reason::Aborted || fell_asleep || self.start.is_some() {
            return None;
        }
        let before = self.game.plies().filter_map(|ply| match ply {
            Ply::Move { path, .. } => Some(path),
            Ply::Pass { .. } | Ply::Out { .. } => None,
        });
        let now = events.iter().filter_map(|event| match event.kind {
            EventKind::Moved { path, .. } => Some(path),
            _ => None,
        });
        let chains: Vec<u32> = before.chain(now).map(|path| jumps(&path)).collect();
        Some(Played {
            moves: u32::try_from(chains.len()).unwrap_or(u32::MAX),
            chain: chains.into_iter().max().unwrap_or(0),
            first: self.game.rules().ruleset().first,
        })
    }
}

/// How many jumps a move is made of; a step is none.
pub(crate) fn jumps(path: &Path) -> u32 {
    let squares = path.squares();
    match squares {
        [from, to]
            if from.file().abs_diff(to.file()) < 2 && from.rank().abs_diff(to.rank()) < 2 =>
        {
            0
        }
        _ => u32::try_from(squares.len().saturating_sub(1)).unwrap_or(u32::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_no_jump() {
        for (path, number) in [("a1-b2", 0), ("a1-a2", 0), ("a1-c3", 1), ("a1-c3-e3", 2)] {
            assert_eq!(jumps(&path.parse().unwrap()), number, "{path}");
        }
    }
}
