//! Sets of squares, kept by parity class so that jumps are shifts.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::Square;

/// A set of squares.
///
/// It is held as four 8×8 boards, one for each parity of file and rank; inside one of them a jump
/// is the step of a king. Iteration goes board by board; [`SquareSet::sorted`] goes square by
/// square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(crate) [u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);
    /// All 256 squares.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// The set of one square.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self::EMPTY.with(square)
    }

    /// The set with one square more.
    #[must_use]
    pub const fn with(mut self, square: Square) -> Self {
        self.0[square.class()] |= 1 << square.place();
        self
    }

    /// The set without that square.
    #[must_use]
    pub const fn without(mut self, square: Square) -> Self {
        self.0[square.class()] &= !(1 << square.place());
        self
    }

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.class()] >> square.place() & 1 == 1
    }

    /// How many squares there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Whether all of these squares are in `other`.
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        *self = self.with(square);
    }

    /// Takes a square out.
    pub const fn remove(&mut self, square: Square) {
        *self = self.without(square);
    }

    /// The squares, class by class.
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares {
            left: self,
            class: 0,
        }
    }

    /// The squares in their own order, by rank and file.
    #[must_use]
    pub const fn sorted(self) -> Sorted {
        Sorted {
            set: self,
            next_rank: 0,
            row: 0,
        }
    }

    /// The files of one rank, the lowest bit for the first.
    const fn row(&self, rank: u8) -> u16 {
        let classes = (rank as usize & 1) << 1;
        let shift = (rank >> 1) * 8;
        let even = (self.0[classes] >> shift) as u8;
        let odd = (self.0[classes | 1] >> shift) as u8;
        spread(even) | spread(odd) << 1
    }
}

/// Puts an empty bit after each bit.
const fn spread(bits: u8) -> u16 {
    let mut bits = bits as u16;
    bits = (bits | bits << 4) & 0x0f0f;
    bits = (bits | bits << 2) & 0x3333;
    (bits | bits << 1) & 0x5555
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.sorted()).finish()
    }
}

/// Iterator over a [`SquareSet`], class by class.
#[derive(Clone, Debug)]
pub struct Squares {
    left: SquareSet,
    class: usize,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.left.0.get_mut(self.class) {
            if *bits != 0 {
                let place = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Square::of_class(self.class, place));
            }
            self.class += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

/// Iterator over a [`SquareSet`] by rank and file.
#[derive(Clone, Debug)]
pub struct Sorted {
    set: SquareSet,
    next_rank: u8,
    /// What is left of the rank before the next.
    row: u16,
}

impl Iterator for Sorted {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.row == 0 {
            if self.next_rank == 16 {
                return None;
            }
            self.row = self.set.row(self.next_rank);
            self.next_rank += 1;
        }
        let file = self.row.trailing_zeros() as u8;
        self.row &= self.row - 1;
        Some(Square::at(file, self.next_rank - 1))
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, $op:tt) => {
        impl $trait for SquareSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|class| self.0[class] $op other.0[class]))
            }
        }
        impl $assign for SquareSet {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, &);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^);

impl Not for SquareSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|bits| !bits))
    }
}

impl Sub for SquareSet {
    type Output = Self;
    /// The squares that are not in `other`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let squares: Vec<Square> = ["c14", "a1", "p16", "b2"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let set: SquareSet = squares.iter().copied().collect();
        assert_eq!(set.len(), 4);
        assert_eq!(set.iter().len(), 4);
        assert!(squares.iter().all(|&square| set.contains(square)));
        assert_eq!(set.without(squares[0]).len(), 3);
        let sorted: Vec<String> = set.sorted().map(|square| square.to_string()).collect();
        assert_eq!(sorted, ["a1", "b2", "c14", "p16"]);
        let all: Vec<Square> = SquareSet::ALL.sorted().collect();
        assert!(all.len() == 256 && all.is_sorted());
        assert_eq!((!set).len(), 252);
        assert!((set - set).is_empty() && set.is_subset(SquareSet::ALL));
    }
}
