//! The text form of positions: `ROWS SEAT MADE`.

use std::fmt;

use super::setup::{Setup, SetupError};
use crate::{Position, Rules, Seat, SeatSet, Square};

/// Why a text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text has not the form of a position.
    #[error("column {column}: {problem}")]
    Syntax {
        /// Where the fault lies, counted in bytes from 1.
        column: usize,
        /// What it is.
        problem: Syntax,
    },
    /// The form is right, but the arrangement is no position of a game under way.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl PositionError {
    /// Where the fault lies in the text, where it lies in one place.
    #[must_use]
    pub const fn column(self) -> Option<usize> {
        match self {
            Self::Syntax { column, .. } => Some(column),
            Self::Setup(_) => None,
        }
    }
}

/// What is wrong with the form of a position's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Syntax {
    /// Neither a piece nor the number of a run of empty squares.
    #[error("expected a piece (w, r, b, u, or upper case) or a number of empty squares")]
    Square,
    /// The row ends too early.
    #[error("the row has too few squares")]
    RowTooShort,
    /// The row goes on too long.
    #[error("the row has too many squares")]
    RowTooLong,
    /// There are not as many rows as the board has ranks.
    #[error("the rows do not fill the board")]
    Rows,
    /// The letter of the seat to move is missing.
    #[error("expected the letter of the seat to move")]
    Seat,
    /// A number of turns is missing or malformed.
    #[error("expected the turns each seat has made, joined by commas")]
    Made,
    /// Something follows the end.
    #[error("expected nothing more")]
    End,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.board().size()).rev() {
            self.write_row(f, rank)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", self.to_move().letter())?;
        for (at, &seat) in self.rules().seats().iter().enumerate() {
            write!(f, "{}{}", if at == 0 { ' ' } else { ',' }, self.made(seat))?;
            if self.is_out(seat) {
                f.write_str("x")?;
            } else if self.is_home(seat) {
                f.write_str("h")?;
            }
        }
        Ok(())
    }
}

impl Position {
    fn write_row(&self, f: &mut fmt::Formatter<'_>, rank: u8) -> fmt::Result {
        let mut run = 0;
        for file in 0..self.board().size() {
            let Some(piece) = self.piece_at(Square::at(file, rank)) else {
                run += 1;
                continue;
            };
            if run > 0 {
                write!(f, "{run}")?;
                run = 0;
            }
            let letter = piece.seat.letter();
            write!(
                f,
                "{}",
                if piece.marked {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            )?;
        }
        if run > 0 { write!(f, "{run}") } else { Ok(()) }
    }

    /// Reads a position of a game under these rules, such as
    /// `wwww4/www5/ww6/w7/7b/6bb/5bbb/4bbbb w 0,0`.
    ///
    /// # Errors
    ///
    /// When the text is malformed, or the arrangement is none of a game under way.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        let mut reader = Reader {
            text: text.as_bytes(),
            at: 0,
        };
        let setup = reader
            .setup(rules)
            .map_err(|problem| PositionError::Syntax {
                column: reader.at + 1,
                problem,
            })?;
        Ok(Self::from_setup(rules, &setup)?)
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn setup(&mut self, rules: &Rules) -> Result<Setup, Syntax> {
        // The seat to move comes after the rows; until then any stands in for it.
        let mut setup = Setup::empty(rules.seats()[0]);
        let size = rules.board().size();
        for rank in (0..size).rev() {
            self.row(&mut setup, rank, size)?;
            let expected = if rank > 0 { b'/' } else { b' ' };
            self.expect(expected, Syntax::Rows)?;
        }
        setup.to_move = self.peek().and_then(seat_of).ok_or(Syntax::Seat)?;
        self.at += 1;
        self.expect(b' ', Syntax::Made)?;
        for (at, &seat) in rules.seats().iter().enumerate() {
            if at > 0 {
                self.expect(b',', Syntax::Made)?;
            }
            setup.made[seat.index()] = self.number().ok_or(Syntax::Made)?;
            match self.peek() {
                Some(b'x') => setup.out = setup.out.union(SeatSet::of(seat)),
                Some(b'h') => setup.home = setup.home.union(SeatSet::of(seat)),
                _ => continue,
            }
            self.at += 1;
        }
        if self.at == self.text.len() {
            Ok(setup)
        } else {
            Err(Syntax::End)
        }
    }

    fn row(&mut self, setup: &mut Setup, rank: u8, size: u8) -> Result<(), Syntax> {
        let mut file = 0;
        loop {
            let byte = self.peek();
            if matches!(byte, Some(b'/' | b' ')) {
                return if file == size {
                    Ok(())
                } else {
                    Err(Syntax::RowTooShort)
                };
            }
            let start = self.at;
            if byte.is_some_and(|byte| byte.is_ascii_digit()) {
                let run = self.number().filter(|&run| run > 0);
                file = match run {
                    Some(run) if run <= u32::from(size - file) => file + run as u8,
                    run => {
                        self.at = start;
                        return Err(run.map_or(Syntax::Square, |_| Syntax::RowTooLong));
                    }
                };
                continue;
            }
            let letter = byte.ok_or(Syntax::Rows)?;
            let seat = seat_of(letter.to_ascii_lowercase()).ok_or(Syntax::Square)?;
            if file == size {
                return Err(Syntax::RowTooLong);
            }
            let square = Square::at(file, rank);
            setup.armies[seat.index()].insert(square);
            if letter.is_ascii_uppercase() {
                setup.marked.insert(square);
            }
            self.at += 1;
            file += 1;
        }
    }

    /// A number without leading zeros. Reads nothing where there is none.
    fn number(&mut self) -> Option<u32> {
        let rest = &self.text[self.at..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &rest[..len];
        if len > 1 && digits[0] == b'0' {
            return None;
        }
        let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
        self.at += len;
        Some(number)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8, problem: Syntax) -> Result<(), Syntax> {
        if self.peek() != Some(byte) {
            return Err(problem);
        }
        self.at += 1;
        Ok(())
    }
}

fn seat_of(letter: u8) -> Option<Seat> {
    Seat::from_letter(char::from(letter))
}
