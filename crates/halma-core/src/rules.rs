//! A ruleset that has been found sound, with what follows from it.

use std::fmt;

use crate::board::Layout;
use crate::ruleset::Teams;
use crate::{Board, Position, Ruleset, Seat, Setup, Square, SquareSet};

/// The largest number of turns an option may name.
const MAX_TURNS: u32 = 10_000;

/// A sound ruleset. Small and cheap to copy.
#[derive(Clone, Copy)]
pub struct Rules {
    ruleset: Ruleset,
    layout: &'static Layout,
}

/// Why a ruleset makes no sound game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// `seats` is not 2, 3 or 4.
    #[error("seats: {seats} is not 2, 3 or 4")]
    SeatsOutOfRange {
        /// The number given.
        seats: u8,
    },
    /// `seats` with `board`: only the board of 16 has room for more than two.
    #[error("seats with board: {seats} seats need the board of 16, not of {}", board.size())]
    SeatsOnSmallBoard {
        /// The number of seats.
        seats: u8,
        /// The board given.
        board: Board,
    },
    /// `teams` with `seats`: teams need four seats.
    #[error("teams with seats: teams need four seats, not {seats}")]
    TeamsWithoutFour {
        /// The number of seats.
        seats: u8,
    },
    /// `equal_turns` with `teams`.
    #[error("equal_turns with teams: a team's finish cannot wait for the round")]
    EqualTurnsWithTeams,
    /// `marked` with `goal_lock`: another piece locked in the far corner could never make room.
    #[error("marked with goal_lock: a piece locked in the far corner could never make room")]
    MarkedWithGoalLock,
    /// `first` names a seat that is not in the game.
    #[error("first with seats: {first} has no seat in a game of {seats}")]
    FirstNotSeated {
        /// The seat named.
        first: Seat,
        /// The number of seats.
        seats: u8,
    },
    /// `camp_full_after` is over 10,000.
    #[error("camp_full_after: {turns} is over 10000")]
    CampFullAfter {
        /// The number given.
        turns: u32,
    },
    /// `home_deadline.moves` is not between 1 and 10,000.
    #[error("home_deadline: {moves} moves is not between 1 and 10000")]
    HomeDeadline {
        /// The number given.
        moves: u32,
    },
    /// `move_cap` is not between 1 and 10,000.
    #[error("move_cap: {turns} is not between 1 and 10000")]
    MoveCap {
        /// The number given.
        turns: u32,
    },
}

impl RulesetError {
    /// The names of the options that clash, or of the one that is out of range.
    #[must_use]
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            Self::SeatsOutOfRange { .. } => &["seats"],
            Self::SeatsOnSmallBoard { .. } => &["seats", "board"],
            Self::TeamsWithoutFour { .. } => &["teams", "seats"],
            Self::EqualTurnsWithTeams => &["equal_turns", "teams"],
            Self::MarkedWithGoalLock => &["marked", "goal_lock"],
            Self::FirstNotSeated { .. } => &["first", "seats"],
            Self::CampFullAfter { .. } => &["camp_full_after"],
            Self::HomeDeadline { .. } => &["home_deadline"],
            Self::MoveCap { .. } => &["move_cap"],
        }
    }
}

impl Rules {
    /// The rules by these options.
    ///
    /// # Errors
    ///
    /// When a number is out of its range or two options exclude each other.
    pub fn new(ruleset: Ruleset) -> Result<Self, RulesetError> {
        let Ruleset {
            board,
            seats,
            first,
            ..
        } = ruleset;
        if !(2..=4).contains(&seats) {
            return Err(RulesetError::SeatsOutOfRange { seats });
        }
        let layout =
            Layout::of(board, seats).ok_or(RulesetError::SeatsOnSmallBoard { seats, board })?;
        if ruleset.teams != Teams::None && seats != 4 {
            return Err(RulesetError::TeamsWithoutFour { seats });
        }
        if ruleset.equal_turns && ruleset.teams != Teams::None {
            return Err(RulesetError::EqualTurnsWithTeams);
        }
        if ruleset.marked && ruleset.goal_lock {
            return Err(RulesetError::MarkedWithGoalLock);
        }
        if !layout.seats.contains(&first) {
            return Err(RulesetError::FirstNotSeated { first, seats });
        }
        if let Some(turns) = ruleset.camp_full_after.filter(|&turns| turns > MAX_TURNS) {
            return Err(RulesetError::CampFullAfter { turns });
        }
        let beyond = |turns: &u32| !(1..=MAX_TURNS).contains(turns);
        if let Some(moves) = ruleset
            .home_deadline
            .map(|limit| limit.moves)
            .filter(beyond)
        {
            return Err(RulesetError::HomeDeadline { moves });
        }
        if let Some(turns) = ruleset.move_cap.filter(beyond) {
            return Err(RulesetError::MoveCap { turns });
        }
        Ok(Self { ruleset, layout })
    }

    /// The options.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.ruleset.board
    }

    /// The seats in the game, in seat order.
    #[must_use]
    pub const fn seats(&self) -> &'static [Seat] {
        self.layout.seats
    }

    /// The seat's home; empty for a seat not in the game.
    #[must_use]
    pub const fn home(&self, seat: Seat) -> SquareSet {
        self.layout.homes[seat.index()]
    }

    /// The seat's goal; empty for a seat not in the game.
    #[must_use]
    pub const fn goal(&self, seat: Seat) -> SquareSet {
        self.layout.goals[seat.index()]
    }

    /// How many pieces the seat's army has at the start.
    #[must_use]
    pub const fn pieces(&self, seat: Seat) -> usize {
        self.home(seat).len()
    }

    /// The seat's partner, where there are teams.
    #[must_use]
    pub const fn partner(&self, seat: Seat) -> Option<Seat> {
        match self.ruleset.teams {
            Teams::None => None,
            Teams::BothArmies | Teams::OneArmy => Some(seat.opposite()),
        }
    }

    /// The outermost square of the seat's home, and where a marked piece starts.
    #[must_use]
    pub const fn corner(&self, seat: Seat) -> Square {
        self.layout.corners[seat.index()]
    }

    /// The usual starting position.
    #[must_use]
    pub fn start(&self) -> Position {
        let marked = if self.ruleset.marked {
            self.seats().iter().map(|&seat| self.corner(seat)).collect()
        } else {
            SquareSet::EMPTY
        };
        Position::unchecked(
            *self,
            &Setup {
                armies: self.layout.homes,
                marked,
                ..Setup::empty(self.ruleset.first)
            },
        )
    }

    /// The seat's place in the round, which begins with the first seat to move.
    pub(crate) const fn round_place(&self, seat: Seat) -> usize {
        (seat.index() + 4 - self.ruleset.first.index()) % 4
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.ruleset == other.ruleset
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.ruleset).finish()
    }
}
