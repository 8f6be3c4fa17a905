//! Whether a path, taken square by square, is a legal move.

use super::Mobility;
use super::duty::Duty;
use super::limits::{Kind, Limits};
use crate::{IllegalMove, Path, Position, Seat, Square, SquareSet};

/// What a hop is, by its length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hop {
    Step,
    Jump,
}

impl Position {
    /// Whether the path is a legal move of the seat to move.
    ///
    /// # Errors
    ///
    /// Names the first fault, hop by hop; what the whole move owes comes last.
    pub fn check(&self, path: &Path) -> Result<(), IllegalMove> {
        let squares = path.squares();
        if squares.len() < 2 {
            return Err(IllegalMove::TooShort);
        }
        let army = self.army_to_move();
        self.check_start(army, path.from())?;
        let hops = Hops::of(self, army);
        let mut visited = SquareSet::of(path.from());
        let mut stepped = false;
        for (pair, hop) in squares.windows(2).zip(1..) {
            let &[from, to] = pair else { continue };
            let kind = hops.check(from, to, hop, visited)?;
            let step = kind == Hop::Step;
            if hop > 1 && (step || stepped) {
                return Err(IllegalMove::StepAndJumpMixed { hop });
            }
            hops.check_way(from, to, hop, kind)?;
            visited.insert(to);
            stepped = step;
        }
        self.check_duty(path)
    }

    fn check_start(&self, army: Seat, from: Square) -> Result<(), IllegalMove> {
        if self.pieces(army).contains(from) {
            Ok(())
        } else if !self.board().squares().contains(from) {
            Err(IllegalMove::OffBoard { hop: 0 })
        } else if self.occupied().contains(from) {
            Err(IllegalMove::NotYourPiece)
        } else {
            Err(IllegalMove::NoPiece)
        }
    }

    fn check_duty(&self, path: &Path) -> Result<(), IllegalMove> {
        if !Duty::may_be_owed(self) {
            return Ok(());
        }
        let duty = Duty::of(self, &mut Mobility::of(self));
        if duty.allows(path.from(), path.to()) {
            Ok(())
        } else {
            Err(IllegalMove::MustLeave)
        }
    }
}

/// What every hop of a move is tested against.
struct Hops {
    board: SquareSet,
    occupied: SquareSet,
    limits: Limits,
}

impl Hops {
    fn of(position: &Position, army: Seat) -> Self {
        Self {
            board: position.board().squares(),
            occupied: position.occupied(),
            limits: Limits::of(position.rules(), army),
        }
    }

    /// Whether the hop could be part of some move by its two squares alone, and as what.
    fn check(
        &self,
        from: Square,
        to: Square,
        hop: u8,
        visited: SquareSet,
    ) -> Result<Hop, IllegalMove> {
        if !self.board.contains(to) {
            return Err(IllegalMove::OffBoard { hop });
        }
        if visited.contains(to) {
            return Err(IllegalMove::Visited { hop });
        }
        match (
            from.file().abs_diff(to.file()),
            from.rank().abs_diff(to.rank()),
        ) {
            (0 | 1, 0 | 1) => Ok(Hop::Step),
            (0 | 2, 0 | 2) => Ok(Hop::Jump),
            _ => Err(IllegalMove::NotAdjacent { hop }),
        }
    }

    /// Whether the piece may go that way, and the way is open.
    fn check_way(&self, from: Square, to: Square, hop: u8, kind: Hop) -> Result<(), IllegalMove> {
        let straight = from.file() == to.file() || from.rank() == to.rank();
        let fits = match self.limits.kind(from) {
            Kind::Any => true,
            Kind::Stepper => kind == Hop::Step && !straight,
            Kind::Jumper => kind == Hop::Jump && straight,
        };
        if !fits {
            return Err(IllegalMove::WrongKind { hop });
        }
        if self.occupied.contains(to) {
            return Err(IllegalMove::Occupied { hop });
        }
        if kind == Hop::Jump {
            let file = from.file().midpoint(to.file());
            let rank = from.rank().midpoint(to.rank());
            if !self.occupied.contains(Square::at(file, rank)) {
                return Err(IllegalMove::NothingToJump { hop });
            }
        }
        if self
            .limits
            .locked_in(from)
            .is_some_and(|goal| !goal.contains(to))
        {
            return Err(IllegalMove::GoalLocked { hop });
        }
        Ok(())
    }
}
