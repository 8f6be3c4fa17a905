//! What the pieces of the army to move can do.
//!
//! A jump changes file and rank by two or nothing, so a chain stays in one of four parity classes,
//! each an 8×8 board that fits one word; there a jump is the step of a king. The piece jumped over
//! stands in another class, so lifting the moving piece never changes what can be jumped.

mod check;
mod class;
mod duty;
mod legal;
mod limits;
mod piece_moves;

pub use legal::LegalMoves;
pub use piece_moves::PieceMoves;

use crate::{Position, Square, SquareSet};
use class::Class;
use limits::{Kind, Limits};

/// The moves of the army to move in one position, its duty to leave home aside.
pub(crate) struct Mobility {
    army: SquareSet,
    /// The squares to land on.
    free: SquareSet,
    limits: Limits,
    classes: [Class; 4],
}

impl Mobility {
    pub(crate) fn of(position: &Position) -> Self {
        let seat = position.army_to_move();
        let occupied = position.occupied();
        let free = position.board().squares() - occupied;
        let limits = Limits::of(position.rules(), seat);
        let mut classes = class::all(&occupied, &free);
        limits.restrict(&mut classes);
        Self {
            army: position.pieces(seat),
            free,
            limits,
            classes,
        }
    }

    /// The pieces that may move, were there room.
    pub(crate) const fn army(&self) -> SquareSet {
        self.army
    }

    /// Where the piece on that square can step.
    pub(crate) fn steps(&self, from: Square) -> SquareSet {
        let around = match self.limits.kind(from) {
            Kind::Any => KING_STEPS[from.index()],
            Kind::Stepper => DIAGONAL_STEPS[from.index()],
            Kind::Jumper => return SquareSet::EMPTY,
        };
        let free = around & self.free;
        match self.limits.locked_in(from) {
            Some(goal) => free & goal,
            None => free,
        }
    }

    /// Where the piece on that square can jump at once.
    pub(crate) fn jumps(&self, from: Square) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        squares.0[from.class()] = self.classes[from.class()].jumps(1 << from.place());
        squares
    }

    /// Where chains of the piece on that square can end.
    pub(crate) fn chains(&mut self, from: Square) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        squares.0[from.class()] = self.classes[from.class()].chains(1 << from.place());
        squares
    }

    /// Where moves of the piece on that square can end.
    pub(crate) fn ends(&mut self, from: Square) -> SquareSet {
        // A step leaves the class and a chain does not, so the two never meet.
        self.steps(from) | self.chains(from)
    }

    /// Whether any piece can move.
    pub(crate) fn any(&self) -> bool {
        self.army
            .iter()
            .any(|from| !self.steps(from).is_empty() || !self.jumps(from).is_empty())
    }
}

impl Position {
    /// Whether the army to move has any legal move; if not, its seat must pass.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        // A duty to leave home only ever chooses among the moves there are.
        Mobility::of(self).any()
    }
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

static KING_STEPS: [SquareSet; 256] = neighbours(&[STRAIGHT, DIAGONAL]);
static DIAGONAL_STEPS: [SquareSet; 256] = neighbours(&[DIAGONAL]);

/// For each square its neighbours on the largest board in these directions.
const fn neighbours(directions: &[[(i8, i8); 4]]) -> [SquareSet; 256] {
    let mut table = [SquareSet::EMPTY; 256];
    let mut index = 0;
    while index < 256 {
        let square = Square::at(index as u8 & 15, index as u8 >> 4);
        let mut at = 0;
        while at < 4 * directions.len() {
            let (files, ranks) = directions[at / 4][at % 4];
            if let Some(other) = square.offset(files, ranks) {
                table[index] = table[index].with(other);
            }
            at += 1;
        }
        index += 1;
    }
    table
}
