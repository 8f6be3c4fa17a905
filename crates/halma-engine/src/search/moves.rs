//! Moves as the search lists and orders them.

use halma_core::{Seat, Square};

/// A move of an army: its start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Whose turn it is when it is made.
    pub(crate) seat: Seat,
}

/// A move with its place in the order of trying.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) rank: i32,
    pub(super) made: Move,
}

/// Brings the best of the moves not yet tried to the place `at`.
#[inline]
pub(super) fn bring_best(moves: &mut [Ranked], at: usize) {
    let mut best = at;
    for other in at + 1..moves.len() {
        if moves[other].rank > moves[best].rank {
            best = other;
        }
    }
    moves.swap(at, best);
}
