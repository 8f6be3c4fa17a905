//! Legal moves in full, for clients that know no rules.

use super::Mobility;
use super::duty::Duty;
use crate::{Position, Square, SquareSet};

/// All a piece can do.
///
/// A step goes to one of `steps`. Any walk in `hops` that begins at `from` and visits no square
/// twice is a legal chain, if `ends` allows it to stop where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    /// Where the piece stands.
    pub from: Square,
    /// Where it can step.
    pub steps: SquareSet,
    /// For each square a chain can be on, `from` first, where the next jump can land.
    pub hops: Vec<(Square, SquareSet)>,
    /// The only squares a move may end on, where the rules forbid some of the others.
    pub ends: Option<SquareSet>,
}

impl Position {
    /// The moves of every piece that has any.
    #[must_use]
    pub fn piece_moves(&self) -> Vec<PieceMoves> {
        let mut mobility = Mobility::of(self);
        let duty = Duty::of(self, &mut mobility);
        mobility
            .army()
            .sorted()
            .filter_map(|from| piece_moves(&mut mobility, duty, from))
            .collect()
    }
}

fn piece_moves(mobility: &mut Mobility, duty: Duty, from: Square) -> Option<PieceMoves> {
    let steps = mobility.steps(from);
    let chains = mobility.chains(from);
    let all = steps | chains;
    let allowed = duty.filter(from, all);
    if allowed.is_empty() {
        return None;
    }
    let hops = std::iter::once(from)
        .chain(chains.sorted())
        .map(|square| (square, mobility.jumps(square)))
        .filter(|(_, landings)| !landings.is_empty())
        .collect();
    let ends = (allowed != all).then_some(allowed);
    Some(PieceMoves {
        from,
        steps,
        hops,
        ends,
    })
}
