//! The legal moves of a position, listed and counted by where they start and end.

use super::Mobility;
use super::duty::Duty;
use crate::square_set::Squares;
use crate::{Path, Position, Square, SquareSet};

/// Iterator over the pieces that can move, each with the squares its moves can end on.
pub struct LegalMoves {
    mobility: Mobility,
    duty: Duty,
    left: Squares,
}

impl Iterator for LegalMoves {
    type Item = (Square, SquareSet);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let from = self.left.next()?;
            let ends = self.duty.filter(from, self.mobility.ends(from));
            if !ends.is_empty() {
                return Some((from, ends));
            }
        }
    }
}

impl Position {
    /// The legal moves: for each piece that has any, where they can end.
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves {
        let mut mobility = Mobility::of(self);
        let duty = Duty::of(self, &mut mobility);
        LegalMoves {
            left: mobility.army().iter(),
            mobility,
            duty,
        }
    }

    /// The number of legal moves, each start and end counted once.
    #[must_use]
    pub fn legal_count(&self) -> usize {
        self.legal_moves().map(|(_, ends)| ends.len()).sum()
    }

    /// The shortest legal move between those squares, if there is any.
    #[must_use]
    pub fn shortest_path(&self, from: Square, to: Square) -> Option<Path> {
        let mut mobility = Mobility::of(self);
        if !mobility.army().contains(from) || from == to {
            return None;
        }
        let duty = Duty::of(self, &mut mobility);
        if !duty.allows(from, to) {
            return None;
        }
        if mobility.steps(from).contains(to) {
            return Some(Path::of_two(from, to));
        }
        if from.class() != to.class() {
            return None;
        }
        mobility.classes[from.class()].shortest(from, to)
    }
}
