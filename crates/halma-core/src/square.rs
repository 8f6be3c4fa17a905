//! Squares by their place on the largest board.

use std::fmt;
use std::str::FromStr;

/// A square of the board, `a1` (bottom left) to `p16`.
///
/// Squares order by rank, then by file. A smaller board uses the squares nearest to `a1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The text is not a square `a1` to `p16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square from a1 to p16")]
pub struct SquareError;

/// The names of all squares in their order.
static NAMES: [&str; 256] = {
    macro_rules! ranks {
        ($($rank:literal)*) => {
            [$(
                concat!("a", $rank), concat!("b", $rank), concat!("c", $rank), concat!("d", $rank),
                concat!("e", $rank), concat!("f", $rank), concat!("g", $rank), concat!("h", $rank),
                concat!("i", $rank), concat!("j", $rank), concat!("k", $rank), concat!("l", $rank),
                concat!("m", $rank), concat!("n", $rank), concat!("o", $rank), concat!("p", $rank),
            )*]
        };
    }
    ranks!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
};

impl Square {
    /// The bottom left corner.
    pub const A1: Self = Self(0);

    /// The square on the given file and rank, both counted from 0 and below 16.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 16 && rank < 16 {
            Some(Self(rank << 4 | file))
        } else {
            None
        }
    }

    /// As [`Square::new`], for coordinates known to be below 16.
    pub(crate) const fn at(file: u8, rank: u8) -> Self {
        debug_assert!(file < 16 && rank < 16);
        Self(rank << 4 | file & 15)
    }

    /// The file, 0 for `a`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, 0 for `1`.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The text, such as `e12`. A server writes hundreds of them for every position.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// A number below 256, in the order of squares.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The parity class: a jump never leaves it, a step always does.
    pub(crate) const fn class(self) -> usize {
        (self.0 & 1 | self.0 >> 3 & 2) as usize
    }

    /// The place inside the class's 8×8 board, as a shift.
    pub(crate) const fn place(self) -> u32 {
        (self.0 >> 1 & 7 | self.0 >> 2 & 0o70) as u32
    }

    /// The inverse of [`Square::class`] and [`Square::place`].
    pub(crate) const fn of_class(class: usize, place: u32) -> Self {
        let file = (place as u8 & 7) << 1 | class as u8 & 1;
        let rank = (place as u8 >> 3 & 7) << 1 | class as u8 >> 1 & 1;
        Self(rank << 4 | file)
    }

    /// The square `files` to the right and `ranks` up, unless that leaves the largest board.
    pub(crate) const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 {
            None
        } else {
            Self::new(file as u8, rank as u8)
        }
    }

    /// Whether file and rank add up to an odd number.
    pub(crate) const fn is_odd(self) -> bool {
        (self.file() + self.rank()) & 1 == 1
    }

    /// Reads a square from its text's bytes.
    pub(crate) fn from_text(text: &[u8]) -> Option<Self> {
        let (&letter, digits) = text.split_first()?;
        let rank = match digits {
            [d @ b'1'..=b'9'] => d - b'0',
            [b'1', d @ b'0'..=b'6'] => 10 + d - b'0',
            _ => return None,
        };
        Self::new(letter.checked_sub(b'a')?, rank - 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        Self::from_text(text.as_bytes()).ok_or(SquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_text_and_its_class() {
        for rank in 0..16 {
            for file in 0..16 {
                let square = Square::new(file, rank).unwrap();
                assert_eq!((square.file(), square.rank()), (file, rank));
                let name = format!("{}{}", char::from(b'a' + file), rank + 1);
                assert_eq!(square.name(), name);
                assert_eq!(name.parse(), Ok(square));
                assert_eq!(Square::of_class(square.class(), square.place()), square);
            }
        }
    }

    #[test]
    fn only_the_exact_form_is_read() {
        for text in [
            "", "a", "1", "A1", "a0", "a01", "a17", "q1", "a1 ", "a111", "é1",
        ] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
    }
}
