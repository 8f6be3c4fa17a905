//! Single plies: as others see them, and as a game keeps them.

use crate::{OutCause, Path, Seat, SeatSet, Square};

/// One entry in the line of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    /// A seat moved.
    Move {
        /// Whose turn it was.
        seat: Seat,
        /// Its move.
        path: Path,
    },
    /// A seat without a legal move passed.
    Pass {
        /// Whose turn it was.
        seat: Seat,
    },
    /// A seat went out otherwise than by its move.
    Out {
        /// The seat.
        seat: Seat,
        /// Why.
        cause: OutCause,
    },
}

impl Ply {
    /// The seat it is about.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        match *self {
            Self::Move { seat, .. } | Self::Pass { seat } | Self::Out { seat, .. } => seat,
        }
    }
}

/// A ply as a game keeps it: small, with what is needed to undo it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) seat: Seat,
    pub(super) cause: Cause,
    pub(super) before: Before,
    /// Whether a seat went out, so that its pieces were taken off.
    pub(super) removes: bool,
}

/// What a ply was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A move over that many squares.
    Move {
        /// The squares of its path.
        len: u8,
    },
    Pass,
    Out(OutCause),
}

impl Cause {
    /// Whether a turn was made.
    pub(super) const fn is_turn(self) -> bool {
        matches!(self, Self::Move { .. } | Self::Pass)
    }
}

/// What a ply changes that its squares do not tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) to_move: Seat,
    pub(super) home: SeatSet,
    pub(super) out: SeatSet,
}

impl Mark {
    /// The whole ply, given the squares of its move.
    pub(super) fn ply(&self, squares: &[Square]) -> Option<Ply> {
        let seat = self.seat;
        Some(match self.cause {
            Cause::Move { .. } => Ply::Move {
                seat,
                path: Path::new(squares).ok()?,
            },
            Cause::Pass => Ply::Pass { seat },
            Cause::Out(cause) => Ply::Out { seat, cause },
        })
    }
}
