//! The memory of positions already searched.

use super::moves::Move;
use crate::eval::WIN_IN_SIGHT;

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is this or more.
    Least,
    /// The true one is this or less.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) best: Option<Move>,
    pub(super) score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// A table of fixed size, in pairs of entries: the first of a pair keeps the deeper search, the
/// second the latest.
pub(super) struct Table {
    pairs: Vec<[Option<Entry>; 2]>,
}

impl Table {
    /// A table that takes at most about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let pairs = (bytes / size_of::<[Option<Entry>; 2]>()).max(1);
        Self {
            pairs: vec![[None; 2]; pairs],
        }
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.pairs.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        self.pairs[self.place(key)]
            .iter()
            .flatten()
            .find(|entry| entry.key == key)
    }

    pub(super) fn put(
        &mut self,
        key: u64,
        depth: i32,
        score: i32,
        bound: Bound,
        best: Option<Move>,
    ) {
        let entry = Entry {
            key,
            best,
            score: score as i16,
            depth: depth as i8,
            bound,
        };
        let place = self.place(key);
        let [deep, latest] = &mut self.pairs[place];
        match deep {
            Some(old) if old.key != key && old.depth > entry.depth => *latest = Some(entry),
            _ => *deep = Some(entry),
        }
    }
}

/// A score as the table keeps it: a win counted from the node, not from the root.
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score > WIN_IN_SIGHT {
        score + ply as i32
    } else if score < -WIN_IN_SIGHT {
        score - ply as i32
    } else {
        score
    }
}

pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score > WIN_IN_SIGHT {
        score - ply as i32
    } else if score < -WIN_IN_SIGHT {
        score + ply as i32
    } else {
        score
    }
}
