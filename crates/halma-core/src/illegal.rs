//! Why a path is no legal move.

/// Why a path is no legal move. `hop` counts from 1; hop 0 is the starting square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The path has a single square.
    #[error("a move needs at least two squares")]
    TooShort,
    /// The square is not on this game's board.
    #[error("hop {hop} is off the board")]
    OffBoard {
        /// The hop that lands there, 0 for the start.
        hop: u8,
    },
    /// The starting square is empty.
    #[error("there is no piece on the starting square")]
    NoPiece,
    /// The piece belongs to an army that is not to move.
    #[error("the piece is not of the army to move")]
    NotYourPiece,
    /// The hop lands on a piece.
    #[error("hop {hop} lands on a piece")]
    Occupied {
        /// The hop.
        hop: u8,
    },
    /// The hop has neither a step's nor a jump's length.
    #[error("hop {hop} is neither a step nor a straight jump")]
    NotAdjacent {
        /// The hop.
        hop: u8,
    },
    /// The hop has a jump's length, but there is no piece between.
    #[error("hop {hop} jumps over nothing")]
    NothingToJump {
        /// The hop.
        hop: u8,
    },
    /// The hop lands where the move has already been.
    #[error("hop {hop} lands on a square already visited")]
    Visited {
        /// The hop.
        hop: u8,
    },
    /// The hop makes a step part of a longer move.
    #[error("hop {hop} joins a step to another hop")]
    StepAndJumpMixed {
        /// The hop.
        hop: u8,
    },
    /// In Colour Halma this piece does not move that way.
    #[error("hop {hop} is not how a piece of this colour moves")]
    WrongKind {
        /// The hop.
        hop: u8,
    },
    /// The hop leaves the goal, which is locked.
    #[error("hop {hop} leaves the goal, which is locked")]
    GoalLocked {
        /// The hop.
        hop: u8,
    },
    /// The seat must move its pieces out of home first.
    #[error("a piece must leave home first")]
    MustLeave,
}

impl IllegalMove {
    /// The variant's name in snake case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::OffBoard { .. } => "off_board",
            Self::NoPiece => "no_piece",
            Self::NotYourPiece => "not_your_piece",
            Self::Occupied { .. } => "occupied",
            Self::NotAdjacent { .. } => "not_adjacent",
            Self::NothingToJump { .. } => "nothing_to_jump",
            Self::Visited { .. } => "visited",
            Self::StepAndJumpMixed { .. } => "step_and_jump_mixed",
            Self::WrongKind { .. } => "wrong_kind",
            Self::GoalLocked { .. } => "goal_locked",
            Self::MustLeave => "must_leave",
        }
    }

    /// The hop at fault, where there is one.
    #[must_use]
    pub const fn hop(self) -> Option<u8> {
        match self {
            Self::OffBoard { hop }
            | Self::Occupied { hop }
            | Self::NotAdjacent { hop }
            | Self::NothingToJump { hop }
            | Self::Visited { hop }
            | Self::StepAndJumpMixed { hop }
            | Self::WrongKind { hop }
            | Self::GoalLocked { hop } => Some(hop),
            Self::TooShort | Self::NoPiece | Self::NotYourPiece | Self::MustLeave => None,
        }
    }
}
