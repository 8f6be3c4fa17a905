//! Turns judged: what a move or a seat going out leads to, with the passes it forces.

use super::ply::{Before, Cause, Mark};
use super::{Game, Removed};
use crate::{IllegalMove, OutCause, Outcome, Path, Ply, Position, Reason, Seat};

/// The third occurrence of a position is a draw.
const OCCURRENCES_TO_DRAW: usize = 3;

/// Why something cannot be done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The seat is not in the game, or no longer.
    #[error("{0} is not in the game")]
    NotIn(Seat),
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// What a move or a seat going out leads to. It belongs to the game that judged it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// How many plies the game had.
    pub(super) after: usize,
    pub(super) plies: Vec<Ply>,
    /// Each with the key of the position after it.
    pub(super) marks: Vec<(Mark, u64)>,
    pub(super) removed: Option<Removed>,
    pub(super) position: Position,
    pub(super) outcome: Option<Outcome>,
}

impl Turn {
    /// The move or the seat going out, then the automatic passes.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position it leads to.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The end of the game, if it leads there.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl Game {
    /// What a move leads to. Changes nothing.
    ///
    /// # Errors
    ///
    /// When the game is over or the move is illegal.
    pub fn judge(&self, path: &Path) -> Result<Turn, PlayError> {
        let mut turn = self.turn()?;
        self.position.check(path)?;
        let seat = self.position.to_move();
        self.extend(&mut turn, Ply::Move { seat, path: *path });
        self.pass_while_stuck(&mut turn);
        Ok(turn)
    }

    /// What a seat going out leads to. Changes nothing.
    ///
    /// # Errors
    ///
    /// When the game is over or the seat is not in.
    pub fn judge_out(&self, seat: Seat, cause: OutCause) -> Result<Turn, PlayError> {
        let mut turn = self.turn()?;
        if !self.position.seats_in().contains(seat) {
            return Err(PlayError::NotIn(seat));
        }
        self.extend(&mut turn, Ply::Out { seat, cause });
        self.pass_while_stuck(&mut turn);
        Ok(turn)
    }

    /// The passes forced at once on a start position.
    pub(super) fn judge_start(&self) -> Turn {
        let mut turn = self.empty_turn();
        self.pass_while_stuck(&mut turn);
        turn
    }

    fn turn(&self) -> Result<Turn, PlayError> {
        if self.outcome.is_some() {
            Err(PlayError::GameOver)
        } else {
            Ok(self.empty_turn())
        }
    }

    const fn empty_turn(&self) -> Turn {
        Turn {
            after: self.marks.len(),
            plies: Vec::new(),
            marks: Vec::new(),
            removed: None,
            position: self.position,
            outcome: None,
        }
    }

    fn pass_while_stuck(&self, turn: &mut Turn) {
        while turn.outcome.is_none() && !turn.position.has_moves() {
            let seat = turn.position.to_move();
            self.extend(turn, Ply::Pass { seat });
        }
    }

    /// Adds a ply to the turn, with all tests that follow it.
    fn extend(&self, turn: &mut Turn, ply: Ply) {
        let earlier = turn.position;
        let next = &mut turn.position;
        let before = Before {
            to_move: next.to_move(),
            home: next.home_seats(),
            out: next.out_seats(),
        };
        let (cause, outcome) = match ply {
            Ply::Move { path, .. } => {
                next.carry(next.army_to_move(), path.from(), path.to());
                (
                    Cause::Move {
                        len: path.squares().len() as u8,
                    },
                    next.end_turn(true),
                )
            }
            Ply::Pass { .. } => (Cause::Pass, next.end_turn(false)),
            Ply::Out { seat, cause } => (Cause::Out(cause), next.take_out(seat, cause.reason())),
        };
        let gone = next.out_seats().difference(before.out).iter().next();
        if let Some(seat) = gone {
            turn.removed = Some(Removed {
                pieces: earlier.pieces(seat),
                marked: earlier.marked(seat),
            });
        }
        let passed_on = next.to_move() != before.to_move;
        turn.plies.push(ply);
        let seat = ply.seat();
        let removes = gone.is_some();
        let mark = Mark {
            seat,
            cause,
            before,
            removes,
        };
        turn.marks.push((mark, turn.position.key()));
        turn.outcome = outcome.or_else(|| self.test_past(turn, passed_on));
    }

    /// The tests that look beyond the position: repetition, move cap, rows of passes.
    fn test_past(&self, turn: &Turn, passed_on: bool) -> Option<Outcome> {
        let key = turn.position.key();
        let now = turn.marks.iter().filter(|(_, after)| *after == key).count();
        if self.occurrences_of(key) + now >= OCCURRENCES_TO_DRAW {
            return Some(Outcome::draw(Reason::Repetition));
        }
        let capped = if passed_on {
            turn.position.move_cap()
        } else {
            None
        };
        capped.or_else(|| {
            let new = turn.marks.iter().map(|(mark, _)| mark);
            let line = self.marks.iter().chain(new).rev();
            let row = line.take_while(|mark| mark.cause == Cause::Pass).count();
            let all = row > 0 && row >= turn.position.seats_in().len();
            all.then_some(Outcome::draw(Reason::NoMoves))
        })
    }
}
