//! Games: a line of plies from a start, with everything that depends on the past.

mod ply;
mod turn;

pub use ply::Ply;
pub use turn::{PlayError, Turn};

use crate::{Outcome, Path, Position, Rules, Seat, Square, SquareSet};
use ply::{Before, Cause, Mark};

/// A game under way or over.
///
/// Every change comes in two parts: [`Game::judge`] tells what a move would lead to and changes
/// nothing; [`Game::adopt`] makes it so and cannot fail.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    outcome: Option<Outcome>,
    /// One entry a ply, with what undoing it needs; the squares of all moves, one after another.
    marks: Vec<Mark>,
    squares: Vec<Square>,
    /// The keys of the start and of the position after each ply. By themselves, since all of them
    /// are looked through at every ply.
    keys: Vec<u64>,
    /// The pieces taken off, for each seat that went out.
    removed: Vec<Removed>,
}

/// What a seat going out took off the board.
#[derive(Clone, Copy, Debug)]
struct Removed {
    pieces: SquareSet,
    marked: Option<Square>,
}

impl Game {
    /// A game from the usual start.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::from_position(rules.start())
    }

    /// A game from that position. A seat to move that cannot passes at once.
    #[must_use]
    pub fn from_position(start: Position) -> Self {
        let mut game = Self {
            start,
            position: start,
            outcome: None,
            marks: Vec::new(),
            squares: Vec::new(),
            keys: vec![start.key()],
            removed: Vec::new(),
        };
        let passes = game.judge_start();
        game.adopt(passes);
        game
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Where it started.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How it has ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The plies so far, automatic passes included.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        let mut squares = self.squares.as_slice();
        self.marks.iter().filter_map(move |mark| {
            let Cause::Move { len } = mark.cause else {
                return mark.ply(&[]);
            };
            let (path, rest) = squares.split_at_checked(usize::from(len))?;
            squares = rest;
            mark.ply(path)
        })
    }

    /// The number of plies so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether no ply has been made.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// The last ply.
    #[must_use]
    pub fn last(&self) -> Option<Ply> {
        let mark = self.marks.last()?;
        mark.ply(self.last_squares(mark.cause))
    }

    /// How many moves have been made, passes and seats going out not counted.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.marks
            .iter()
            .filter(|mark| matches!(mark.cause, Cause::Move { .. }))
            .count()
    }

    /// The memory the game takes, in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        size_of::<Self>()
            + self.marks.capacity() * size_of::<Mark>()
            + self.squares.capacity() * size_of::<Square>()
            + self.keys.capacity() * size_of::<u64>()
            + self.removed.capacity() * size_of::<Removed>()
    }

    /// How often the current position has occurred with the same seat to move, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.occurrences_of(self.position.key())
    }

    fn occurrences_of(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&earlier| earlier == key).count()
    }

    /// Makes a judged turn. It must come from this game as it stands.
    pub fn adopt(&mut self, turn: Turn) {
        debug_assert_eq!(turn.after, self.marks.len(), "a turn judged elsewhere");
        self.position = turn.position;
        self.outcome = turn.outcome;
        for (mark, key) in turn.marks {
            self.marks.push(mark);
            self.keys.push(key);
        }
        self.removed.extend(turn.removed);
        if let Some(Ply::Move { path, .. }) = turn.plies.first() {
            self.squares.extend_from_slice(path.squares());
        }
    }

    /// Makes a move and the passes it forces.
    ///
    /// # Errors
    ///
    /// When the game is over or the move is illegal; nothing has changed then.
    pub fn play(&mut self, path: &Path) -> Result<(), PlayError> {
        let turn = self.judge(path)?;
        self.adopt(turn);
        Ok(())
    }

    /// Takes a seat out.
    ///
    /// # Errors
    ///
    /// When the game is over or the seat is not in; nothing has changed then.
    pub fn go_out(&mut self, seat: Seat, cause: crate::OutCause) -> Result<(), PlayError> {
        let turn = self.judge_out(seat, cause)?;
        self.adopt(turn);
        Ok(())
    }

    /// Ends the game by something outside the rules: agreement, absence, calling it off.
    ///
    /// # Errors
    ///
    /// When it is over already.
    pub const fn end(&mut self, outcome: Outcome) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        self.outcome = Some(outcome);
        Ok(())
    }

    /// Takes back the last move or going out, with the passes that followed, and any outcome.
    ///
    /// Gives back what was undone; nothing when only the passes of the start are left.
    pub fn take_back(&mut self) -> Option<Ply> {
        let last = self
            .marks
            .iter()
            .rposition(|mark| mark.cause != Cause::Pass)?;
        let undone = self.marks[last].ply(self.last_squares(self.marks[last].cause));
        while self.marks.len() > last {
            self.undo_ply();
        }
        self.outcome = None;
        undone
    }

    fn undo_ply(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        self.keys.pop();
        let Before { to_move, home, out } = mark.before;
        let mut setup = self.position.setup();
        if mark.removes {
            let gone = setup.out.difference(out).iter().next();
            if let (Some(seat), Some(removed)) = (gone, self.removed.pop()) {
                setup.armies[seat.index()] = removed.pieces;
                setup.marked |= removed.marked.into_iter().collect();
            }
        }
        setup.to_move = to_move;
        setup.home = home;
        setup.out = out;
        if mark.cause.is_turn() {
            setup.made[to_move.index()] -= 1;
        }
        let mut position = Position::unchecked(*self.rules(), &setup);
        if let Cause::Move { len } = mark.cause {
            let keep = self.squares.len() - usize::from(len);
            // A mover that went out got its pieces back as they stood before the move.
            if let [from, .., to] = self.squares[keep..]
                && !mark.removes
            {
                position.carry(position.army_to_move(), to, from);
            }
            self.squares.truncate(keep);
        }
        self.position = position;
    }

    /// The squares of the last move, if `cause` is one.
    fn last_squares(&self, cause: Cause) -> &[Square] {
        let Cause::Move { len } = cause else {
            return &[];
        };
        &self.squares[self.squares.len() - usize::from(len)..]
    }
}
