//! Where a game can go back to: what its moves leave behind, and what `undo` keeps for `redo`.

use halma_core::{Path, Ply, Seat, SeatSet};
use halma_protocol::Played;

use super::ballot::Refused;
use super::table::Table;
use super::timing::{Left, Timing};

/// What `undo` has taken away.
#[derive(Debug, Clone)]
pub(super) struct Undone {
    pub(super) moves: Vec<Played>,
    /// The clocks as they stood after those moves.
    pub(super) timing: Option<Timing>,
}

/// What was so before a move, and is again if it is taken back.
#[derive(Debug)]
pub(super) struct Past {
    /// How many plies the game had.
    pub(super) plies: u32,
    /// Whose move it was.
    pub(super) seat: Seat,
    inside: SeatSet,
    /// What each seat had left, if the game is timed.
    left: Left,
}

/// Adds to what grows by a few at a time: doubling would leave much of it empty, in every room.
/// A long one grows by an eighth, so that it is seldom copied.
pub(super) fn push<T>(to: &mut Vec<T>, item: T) {
    if to.len() == to.capacity() {
        to.reserve_exact(32.max(to.len() / 8));
    }
    to.push(item);
}

impl Table {
    /// Makes a move, so that it can be taken back.
    pub(super) fn play(&mut self, seat: Seat, path: &Path) -> Option<()> {
        let plies = u32::try_from(self.game.len()).ok()?;
        let past = Past {
            plies,
            seat,
            inside: self.seats_in(),
            left: self.timing.map(|timing| timing.left()).unwrap_or_default(),
        };
        push(&mut self.past, past);
        if self.refused != Refused::default() {
            self.refused_before.push((plies, self.refused));
        }
        self.game.play(path).ok()?;
        self.last = Some(*path);
        Some(())
    }

    /// To how many plies a seat's takeback would go back.
    pub(super) fn takeback(&self, seat: Seat) -> Option<u32> {
        let plies = self.past.iter().rev().find(|past| past.seat == seat)?.plies;
        self.can_go_back(plies).then_some(plies)
    }

    /// Whether no seat has gone out since: nothing is taken back past that.
    pub(super) fn can_go_back(&self, plies: u32) -> bool {
        let then = self.past.iter().find(|past| past.plies == plies);
        then.is_some_and(|then| then.inside == self.seats_in())
    }

    /// The clocks as they stood before a move.
    pub(super) fn timing_before(&self, past: &Past) -> Option<Timing> {
        self.timing.map(|timing| timing.with(past.left))
    }

    /// Goes back to that many plies; gives back the moves taken away, in order.
    pub(super) fn go_back(&mut self, plies: u32) -> Option<Vec<Played>> {
        let at = self.past.iter().position(|past| past.plies == plies)?;
        let past = self.past.drain(at..).next()?;
        let timing = self.timing_before(&past);
        let refused = self.refused_before.iter().find(|(then, _)| *then == plies);
        let refused = refused.map(|(_, refused)| *refused).unwrap_or_default();
        self.refused_before.retain(|(then, _)| *then < plies);
        let gone = self.game.plies().skip(plies as usize);
        let gone = gone.filter_map(|ply| match ply {
            Ply::Move { seat, path } => Some(Played { seat, path }),
            Ply::Pass { .. } | Ply::Out { .. } => None,
        });
        let gone: Vec<_> = gone.collect();
        while self.game.len() > plies as usize {
            self.game.take_back()?;
        }
        (self.timing, self.refused, self.ballot) = (timing, refused, None);
        self.last = self.game.plies().filter_map(move_path).last();
        Some(gone)
    }
}

fn move_path(ply: Ply) -> Option<Path> {
    match ply {
        Ply::Move { path, .. } => Some(path),
        Ply::Pass { .. } | Ply::Out { .. } => None,
    }
}
