//! A move as it is written and sent: every square of its way.

use std::fmt;
use std::str::FromStr;

use crate::Square;

/// A chain of jumps stays in one parity class, which has this many squares.
const MAX: usize = 64;

/// The squares of a move in order, the starting one first.
///
/// Any sequence of 1 to 64 squares is a path; whether it is a legal move is for a position to say.
/// As text and in JSON: squares joined by `-`, such as `c14-e12-e10`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path {
    // Squares past the end stay `a1`, so that derived equality holds.
    squares: [Square; MAX],
    len: u8,
}

/// Why a text or a list of squares is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There is no square at all.
    #[error("a path needs at least one square")]
    Empty,
    /// There are more squares than any chain of jumps can visit.
    #[error("a path has at most 64 squares")]
    TooLong,
    /// What begins at this column (counted in bytes from 1) is not a square.
    #[error("column {column}: not a square from a1 to p16")]
    BadSquare {
        /// Where it begins, from 1.
        column: usize,
    },
}

impl PathError {
    /// Where in the text the fault lies, counted in bytes from 1.
    #[must_use]
    pub const fn column(self) -> usize {
        match self {
            Self::Empty | Self::TooLong => 1,
            Self::BadSquare { column } => column,
        }
    }
}

impl Path {
    /// The path over these squares.
    ///
    /// # Errors
    ///
    /// When there are none, or more than 64.
    pub fn new(squares: &[Square]) -> Result<Self, PathError> {
        if squares.is_empty() {
            return Err(PathError::Empty);
        }
        let mut path = Self {
            squares: [Square::A1; MAX],
            len: 0,
        };
        let room = path
            .squares
            .get_mut(..squares.len())
            .ok_or(PathError::TooLong)?;
        room.copy_from_slice(squares);
        path.len = squares.len() as u8;
        Ok(path)
    }

    /// The path of a move with a single hop.
    #[must_use]
    pub fn of_two(from: Square, to: Square) -> Self {
        let mut squares = [Square::A1; MAX];
        squares[0] = from;
        squares[1] = to;
        Self { squares, len: 2 }
    }

    /// All its squares; never empty.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// Where it starts.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.squares[0]
    }

    /// Where it ends; the start when it has a single square.
    #[must_use]
    pub const fn to(&self) -> Square {
        self.squares[self.len as usize - 1]
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, square) in self.squares().iter().enumerate() {
            if at > 0 {
                f.write_str("-")?;
            }
            f.write_str(square.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        if text.is_empty() {
            return Err(PathError::Empty);
        }
        let mut path = Self {
            squares: [Square::A1; MAX],
            len: 0,
        };
        let mut column = 1;
        for part in text.as_bytes().split(|&byte| byte == b'-') {
            let square = Square::from_text(part).ok_or(PathError::BadSquare { column })?;
            *path
                .squares
                .get_mut(usize::from(path.len))
                .ok_or(PathError::TooLong)? = square;
            path.len += 1;
            column += part.len() + 1;
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_their_text() {
        for text in ["a1", "e12-f11", "c14-e12-e10", "p16-p14-n14"] {
            let path: Path = text.parse().unwrap();
            assert_eq!(path.to_string(), text);
            assert_eq!(Path::new(path.squares()), Ok(path));
        }
        let longest = vec!["a1"; 64].join("-");
        assert_eq!(longest.parse::<Path>().unwrap().to_string(), longest);
    }

    #[test]
    fn faults_are_named_with_their_column() {
        let column = |text: &str| text.parse::<Path>().unwrap_err();
        assert_eq!(column(""), PathError::Empty);
        assert_eq!(column("a1-"), PathError::BadSquare { column: 4 });
        assert_eq!(column("-a1"), PathError::BadSquare { column: 1 });
        assert_eq!(column("a1--b2"), PathError::BadSquare { column: 4 });
        assert_eq!(column("a10-B2"), PathError::BadSquare { column: 5 });
        assert_eq!(column("a1 -b2"), PathError::BadSquare { column: 1 });
        assert_eq!(column("a1-a02"), PathError::BadSquare { column: 4 });
        assert_eq!(column(&vec!["a1"; 65].join("-")), PathError::TooLong);
        assert_eq!(Path::new(&[]), Err(PathError::Empty));
    }
}
