//! Positions: who stands where, who is to move, and what the rules remember of the turns made.

mod setup;
mod text;
mod turn;
mod zobrist;

pub use setup::{Setup, SetupError};
pub use text::{PositionError, Syntax};
pub use turn::Next;

use std::fmt;

use crate::ruleset::Teams;
use crate::{Board, Path, Rules, Seat, SeatSet, Square, SquareSet};
use zobrist::KEYS;

/// A valid position under its rules. It knows no past, so repetition is for a game to judge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    armies: [SquareSet; 4],
    /// Where each seat's marked piece stands.
    marked: [Option<Square>; 4],
    made: [u32; 4],
    out: SeatSet,
    home: SeatSet,
    to_move: Seat,
    /// Kept up with every change; see [`Position::key`].
    key: u64,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// Whether it is the one that must reach the far corner.
    pub marked: bool,
}

impl Position {
    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.rules.board()
    }

    /// The seat to move.
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The seat whose pieces the seat to move moves: its partner's once its own army rests.
    #[must_use]
    pub fn army_to_move(&self) -> Seat {
        if self.rests(self.to_move) {
            self.to_move.opposite()
        } else {
            self.to_move
        }
    }

    /// Whether the seat's army is home and leaves its turns to the partner's.
    fn rests(&self, seat: Seat) -> bool {
        self.rules.ruleset().teams == Teams::BothArmies && self.home.contains(seat)
    }

    /// The piece on that square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let seat = Seat::ALL
            .into_iter()
            .find(|&seat| self.pieces(seat).contains(square))?;
        Some(Piece {
            seat,
            marked: self.marked(seat) == Some(square),
        })
    }

    /// The squares of the seat's pieces.
    #[must_use]
    pub const fn pieces(&self, seat: Seat) -> SquareSet {
        self.armies[seat.index()]
    }

    /// Where the seat's marked piece stands.
    #[must_use]
    pub const fn marked(&self, seat: Seat) -> Option<Square> {
        self.marked[seat.index()]
    }

    /// All squares with a piece.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        let [white, red, black, blue] = self.armies;
        white | red | black | blue
    }

    /// How many turns the seat has made, passes included.
    #[must_use]
    pub const fn made(&self, seat: Seat) -> u32 {
        self.made[seat.index()]
    }

    /// Whether the seat has gone out.
    #[must_use]
    pub const fn is_out(&self, seat: Seat) -> bool {
        self.out.contains(seat)
    }

    /// Whether the seat's army has got home. It stays home whatever it moves.
    #[must_use]
    pub const fn is_home(&self, seat: Seat) -> bool {
        self.home.contains(seat)
    }

    pub(crate) const fn home_seats(&self) -> SeatSet {
        self.home
    }

    pub(crate) const fn out_seats(&self) -> SeatSet {
        self.out
    }

    /// The seats still in.
    #[must_use]
    pub fn seats_in(&self) -> SeatSet {
        self.rules
            .seats()
            .iter()
            .copied()
            .collect::<SeatSet>()
            .difference(self.out)
    }

    /// How many of the seat's pieces stand in its goal.
    #[must_use]
    pub fn home_count(&self, seat: Seat) -> usize {
        (self.pieces(seat) & self.rules.goal(seat)).len()
    }

    /// A 64-bit name of the position as repetition sees it: who stands where, the marked pieces,
    /// the seat to move, who is out or home, and who has reached the limits of the options.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The same arrangement as plain data.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            armies: self.armies,
            marked: self.marked.iter().flatten().copied().collect(),
            to_move: self.to_move,
            made: self.made,
            out: self.out,
            home: self.home,
        }
    }

    /// The position after that move, the automatic passes not among it.
    ///
    /// When the move ends the game before the turn passes on, the mover stays to move.
    ///
    /// # Errors
    ///
    /// When the path is no legal move here.
    pub fn play(&self, path: &Path) -> Result<Self, crate::IllegalMove> {
        self.check(path)?;
        Ok(self.after(path.from(), path.to()).position)
    }

    /// As [`Setup`] describes it, without asking whether it is valid.
    pub(crate) fn unchecked(rules: Rules, setup: &Setup) -> Self {
        let marked = setup.armies.map(|army| (army & setup.marked).iter().next());
        let mut position = Self {
            rules,
            armies: setup.armies,
            marked,
            made: setup.made,
            out: setup.out,
            home: setup.home,
            to_move: setup.to_move,
            key: 0,
        };
        position.key = position.computed_key();
        position
    }

    /// The key from scratch.
    pub(crate) fn computed_key(&self) -> u64 {
        let mut key = KEYS.to_move[self.to_move.index()];
        for seat in Seat::ALL {
            for square in self.pieces(seat) {
                key ^= KEYS.piece[seat.index()][square.index()];
            }
            if let Some(square) = self.marked(seat) {
                key ^= KEYS.marked[square.index()];
            }
            if self.is_out(seat) {
                key ^= KEYS.out[seat.index()];
            }
            if self.is_home(seat) {
                key ^= KEYS.home[seat.index()];
            }
            key ^= self.limits_key(seat);
        }
        key
    }

    /// The part of the key that tells which limits the seat's turns have reached.
    fn limits_key(&self, seat: Seat) -> u64 {
        let ruleset = self.rules.ruleset();
        let made = self.made(seat);
        let mut key = 0;
        if ruleset
            .home_deadline
            .is_some_and(|limit| made >= limit.moves)
        {
            key ^= KEYS.deadline[seat.index()];
        }
        if ruleset.camp_full_after.is_some_and(|turns| made >= turns) {
            key ^= KEYS.camp_full[seat.index()];
        }
        key
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
