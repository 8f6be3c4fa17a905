//! Jumps inside one parity class, an 8×8 board in one word.

use crate::{Path, Square, SquareSet};

const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// How many groups of squares are remembered; more are only found anew.
const KNOWN: usize = 12;

/// The jumps of one class in one position.
#[derive(Clone)]
pub(super) struct Class {
    /// For each direction, clockwise from north, the squares from which a jump is possible.
    from: [u64; 8],
    /// Whether every jump between empty squares can be taken back.
    two_way: bool,
    /// Groups of empty squares joined by two-way jumps, as far as they have been asked for.
    groups: [u64; KNOWN],
    known: usize,
}

/// The classes of a position, by [`crate::Square::class`].
pub(super) fn all(occupied: &SquareSet, free: &SquareSet) -> [Class; 4] {
    [
        Class::new::<0>(occupied, free),
        Class::new::<1>(occupied, free),
        Class::new::<2>(occupied, free),
        Class::new::<3>(occupied, free),
    ]
}

impl Class {
    #[inline]
    fn new<const CLASS: usize>(occupied: &SquareSet, free: &SquareSet) -> Self {
        // The pieces between, seen from the square jumped from. A neighbour in another class has
        // the same place on its board, or the next one.
        let east = |bits: u64| {
            if CLASS & 1 == 0 {
                bits
            } else {
                bits >> 1 & NOT_LAST_FILE
            }
        };
        let west = |bits: u64| {
            if CLASS & 1 == 0 {
                bits << 1 & NOT_FIRST_FILE
            } else {
                bits
            }
        };
        let north = |bits: u64| if CLASS & 2 == 0 { bits } else { bits >> 8 };
        let south = |bits: u64| if CLASS & 2 == 0 { bits << 8 } else { bits };
        let beside = occupied.0[CLASS ^ 1];
        let above = occupied.0[CLASS ^ 2];
        let diagonal = occupied.0[CLASS ^ 3];
        let between = [
            north(above),
            north(east(diagonal)),
            east(beside),
            south(east(diagonal)),
            south(above),
            south(west(diagonal)),
            west(beside),
            north(west(diagonal)),
        ];
        let landing = unspread(free.0[CLASS]);
        Self {
            from: std::array::from_fn(|way| between[way] & landing[way]),
            two_way: true,
            groups: [0; KNOWN],
            known: 0,
        }
    }

    /// Leaves no jump.
    pub(super) const fn remove_all(&mut self) {
        self.from = [0; 8];
    }

    /// Leaves only jumps along files and ranks.
    pub(super) fn keep_straight(&mut self) {
        for diagonal in self.from.iter_mut().skip(1).step_by(2) {
            *diagonal = 0;
        }
    }

    /// Leaves no jump out of these squares.
    pub(super) fn lock(&mut self, goal: u64) {
        let inside = unspread(goal);
        for (from, inside) in self.from.iter_mut().zip(inside) {
            *from &= !goal | inside;
        }
        self.two_way = false;
    }

    /// Where a single jump leads from any of these squares.
    #[inline]
    pub(super) const fn jumps(&self, from: u64) -> u64 {
        let [n, ne, e, se, s, sw, w, nw] = self.from;
        (from & n) << 8
            | (from & ne) << 9
            | (from & e) << 1
            | (from & se) >> 7
            | (from & s) >> 8
            | (from & sw) >> 9
            | (from & w) >> 1
            | (from & nw) << 7
    }

    /// Where chains lead from the occupied square `from`.
    #[inline]
    pub(super) fn chains(&mut self, from: u64) -> u64 {
        let first = self.jumps(from);
        if first == 0 {
            return 0;
        }
        if !self.two_way {
            return self.flood(first);
        }
        let mut reached = 0;
        let mut left = first;
        while left != 0 {
            let group = self.group(left & left.wrapping_neg());
            reached |= group;
            left &= !group;
        }
        reached
    }

    /// The squares that chains join with this empty one, itself included.
    fn group(&mut self, square: u64) -> u64 {
        if let Some(&group) = self.groups[..self.known]
            .iter()
            .find(|&&group| group & square != 0)
        {
            return group;
        }
        let group = self.flood(square);
        if let Some(room) = self.groups.get_mut(self.known) {
            *room = group;
            self.known += 1;
        }
        group
    }

    /// All squares that jumps lead to from these, themselves included.
    fn flood(&self, from: u64) -> u64 {
        let mut reached = from;
        loop {
            let more = reached | self.jumps(reached);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The shortest chain between two squares of this class, the first one occupied.
    pub(super) fn shortest(&self, from: Square, to: Square) -> Option<Path> {
        let target = 1 << to.place();
        // By number of jumps, the squares that take no fewer.
        let mut layers = [0u64; 64];
        layers[0] = 1 << from.place();
        let mut reached = layers[0];
        let mut jumps = 0;
        while layers[jumps] & target == 0 {
            let next = self.jumps(layers[jumps]) & !reached;
            jumps += 1;
            *layers.get_mut(jumps).filter(|_| next != 0)? = next;
            reached |= next;
        }
        let mut squares = [to; 64];
        let mut wanted = target;
        for (square, layer) in squares.iter_mut().zip(layers).take(jumps).rev() {
            let mut left = layer;
            while self.jumps(left & left.wrapping_neg()) & wanted == 0 {
                left &= left - 1;
            }
            wanted = left & left.wrapping_neg();
            *square = Square::of_class(from.class(), wanted.trailing_zeros());
        }
        Path::new(&squares[..=jumps]).ok()
    }
}

/// For each direction, clockwise from north, the squares whose king step leads into `bits`.
#[inline]
const fn unspread(bits: u64) -> [u64; 8] {
    [
        bits >> 8,
        bits >> 9 & NOT_LAST_FILE,
        bits >> 1 & NOT_LAST_FILE,
        bits << 7 & NOT_LAST_FILE,
        bits << 8,
        bits << 9 & NOT_FIRST_FILE,
        bits << 1 & NOT_FIRST_FILE,
        bits >> 7 & NOT_FIRST_FILE,
    ]
}
