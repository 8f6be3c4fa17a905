//! Arrangements of pieces, and when they make a position.

use crate::ruleset::Teams;
use crate::{Position, Rules, Seat, SeatSet, Square, SquareSet};

/// An arrangement of pieces that nobody has checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The squares of each seat's pieces, by [`Seat::index`].
    pub armies: [SquareSet; 4],
    /// The squares of the marked pieces.
    pub marked: SquareSet,
    /// The seat to move.
    pub to_move: Seat,
    /// The turns each seat has made, by [`Seat::index`].
    pub made: [u32; 4],
    /// The seats that have gone out.
    pub out: SeatSet,
    /// The seats whose army has got home.
    pub home: SeatSet,
}

/// Why an arrangement is no position of a game under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A piece stands outside the board.
    #[error("{square} is off the board")]
    OffBoard {
        /// Where it stands.
        square: Square,
    },
    /// Two armies stand on the same square.
    #[error("two pieces stand on {square}")]
    TwoOnSquare {
        /// The square.
        square: Square,
    },
    /// A seat that is not in the game has pieces, turns or the move.
    #[error("{seat} is not in the game")]
    NotInGame {
        /// The seat.
        seat: Seat,
    },
    /// A seat that is out has pieces or the move, or is said to be home.
    #[error("{seat} is out")]
    SeatIsOut {
        /// The seat.
        seat: Seat,
    },
    /// A seat has more pieces than its army.
    #[error("{seat} has more than {most} pieces")]
    TooManyPieces {
        /// The seat.
        seat: Seat,
        /// The size of its army.
        most: usize,
    },
    /// A seat has made more turns than can be counted.
    #[error("{seat} has made too many turns")]
    TooManyTurns {
        /// The seat.
        seat: Seat,
    },
    /// A piece is marked where no pieces are.
    #[error("the piece on {square} is marked, but these rules mark none")]
    MarkedWithoutRule {
        /// Where it stands.
        square: Square,
    },
    /// A seat has more than one marked piece, or a mark lies on no piece.
    #[error("{square}: a seat marks one piece of its own at most")]
    StrayMark {
        /// The mark too many.
        square: Square,
    },
    /// Fewer than two seats are in, or with teams not all.
    #[error("too few seats are in")]
    TooFewSeats,
    /// The game would be over: somebody has got home.
    #[error("the game is already decided")]
    Decided,
}

/// The most turns a position may say a seat has made; far beyond any game.
const MAX_MADE: u32 = 1_000_000_000;

impl Setup {
    /// An empty board with that seat to move.
    #[must_use]
    pub const fn empty(to_move: Seat) -> Self {
        Self {
            armies: [SquareSet::EMPTY; 4],
            marked: SquareSet::EMPTY,
            to_move,
            made: [0; 4],
            out: SeatSet::EMPTY,
            home: SeatSet::EMPTY,
        }
    }

    fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        self.check_seats(rules)?;
        self.check_pieces(rules)?;
        self.check_marks(rules)
    }

    fn check_seats(&self, rules: &Rules) -> Result<(), SetupError> {
        let seated: SeatSet = rules.seats().iter().copied().collect();
        for seat in Seat::ALL {
            let takes_part = !self.armies[seat.index()].is_empty()
                || self.to_move == seat
                || self.home.contains(seat);
            let named = takes_part || self.made[seat.index()] > 0 || self.out.contains(seat);
            if named && !seated.contains(seat) {
                return Err(SetupError::NotInGame { seat });
            }
            if takes_part && self.out.contains(seat) {
                return Err(SetupError::SeatIsOut { seat });
            }
            if self.made[seat.index()] > MAX_MADE {
                return Err(SetupError::TooManyTurns { seat });
            }
        }
        let teams = rules.ruleset().teams;
        let seats_in = seated.difference(self.out).len();
        if seats_in < if teams == Teams::None { 2 } else { 4 } {
            return Err(SetupError::TooFewSeats);
        }
        let decided = match teams {
            Teams::BothArmies => self
                .home
                .iter()
                .any(|seat| self.home.contains(seat.opposite())),
            Teams::None | Teams::OneArmy => !rules.ruleset().equal_turns && !self.home.is_empty(),
        };
        if decided {
            Err(SetupError::Decided)
        } else {
            Ok(())
        }
    }

    fn check_pieces(&self, rules: &Rules) -> Result<(), SetupError> {
        let mut occupied = SquareSet::EMPTY;
        for &seat in rules.seats() {
            let army = self.armies[seat.index()];
            if let Some(square) = (army - rules.board().squares()).sorted().next() {
                return Err(SetupError::OffBoard { square });
            }
            if let Some(square) = (army & occupied).sorted().next() {
                return Err(SetupError::TwoOnSquare { square });
            }
            if army.len() > rules.pieces(seat) {
                return Err(SetupError::TooManyPieces {
                    seat,
                    most: rules.pieces(seat),
                });
            }
            occupied |= army;
        }
        Ok(())
    }

    fn check_marks(&self, rules: &Rules) -> Result<(), SetupError> {
        if let Some(square) = self
            .marked
            .sorted()
            .next()
            .filter(|_| !rules.ruleset().marked)
        {
            return Err(SetupError::MarkedWithoutRule { square });
        }
        let mut stray = self.marked;
        for army in self.armies {
            if let Some(square) = (army & self.marked).sorted().next() {
                stray.remove(square);
            }
        }
        match stray.sorted().next() {
            Some(square) => Err(SetupError::StrayMark { square }),
            None => Ok(()),
        }
    }
}

impl Position {
    /// The position of that arrangement under these rules.
    ///
    /// # Errors
    ///
    /// When it is none of a game under way: see [`SetupError`].
    pub fn from_setup(rules: &Rules, setup: &Setup) -> Result<Self, SetupError> {
        setup.check(rules)?;
        Ok(Self::unchecked(*rules, setup))
    }
}
