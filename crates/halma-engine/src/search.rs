//! Search: the best move of a game within limits.

mod moves;
mod node;
mod order;
mod past;
mod root;
mod round;
mod table;
mod tree;

use std::sync::atomic::AtomicBool;

use halma_core::{Game, Path, Square};

pub(crate) use moves::Move;
pub(crate) use node::Node;

use crate::{Limits, Strength};

/// What the table takes unless told otherwise.
const TABLE_BYTES: usize = 4 << 20;

/// How a move is to be searched.
///
/// A search remembers nothing of earlier ones: what it finds depends on the game, the limits, the
/// strength and the seed alone, as long as neither clock nor stop flag ends it.
#[derive(Clone, Debug)]
pub struct Search {
    strength: Strength,
    seed: u64,
    table_bytes: usize,
    only: Option<Vec<(Square, Square)>>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move.
    pub path: Path,
    /// How much better the mover stands, or its team, than the best of the others, in hundredths
    /// of a move: 100 is about one turn ahead. Beyond ±29,000 somebody wins by force.
    pub score: i32,
    /// How play might go on, this move first. With several opponents it is only this move.
    pub line: Vec<Path>,
    /// Moves looked ahead.
    pub depth: u8,
    /// Positions whose moves were listed.
    pub nodes: u64,
}

impl Search {
    /// A player of that strength or level. The seed chooses among moves as good as each other,
    /// and makes the mistakes of the weaker ones.
    #[must_use]
    pub fn new(strength: impl Into<Strength>, seed: u64) -> Self {
        Self {
            strength: strength.into(),
            seed,
            table_bytes: TABLE_BYTES,
            only: None,
        }
    }

    /// Takes at most about so many bytes for the table of positions; 4 MiB if never called.
    #[must_use]
    pub const fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Considers only moves between these squares.
    #[must_use]
    pub fn only(mut self, moves: Vec<(Square, Square)>) -> Self {
        self.only = Some(moves);
        self
    }

    /// The best move for the seat to move; none if the game is over or none is considered.
    ///
    /// Even if stopped at once it gives a legal move.
    #[must_use]
    pub fn run(&self, game: &Game, limits: &Limits, stop: &AtomicBool) -> Option<Found> {
        self.run_reporting(game, limits, stop, &mut |_| {})
    }

    /// As [`Search::run`], telling what is found so far after each completed depth.
    #[must_use]
    pub fn run_reporting(
        &self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        root::search(self, game, limits, stop, report)
    }
}
