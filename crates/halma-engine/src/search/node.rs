//! A position in the tree, with what its armies are worth kept up.

use halma_core::{Outcome, Position, Seat};

use super::moves::Move;
use crate::eval::{self, Terrain, Worths};

/// A position with its armies' worths.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) worths: Worths,
    /// How the game has ended here, if it has.
    pub(crate) outcome: Option<Outcome>,
}

impl Node {
    pub(crate) fn new(position: Position, terrain: &Terrain) -> Self {
        Self {
            position,
            worths: eval::worths(&position, terrain),
            outcome: None,
        }
    }

    /// The node after a legal move of the seat to move.
    pub(crate) fn after(&self, made: Move, terrain: &Terrain) -> Self {
        let army = self.position.army_to_move();
        let gain = eval::gain(&self.position, terrain, army, made.from, made.to);
        let next = self.position.after(made.from, made.to);
        let mut worths = self.worths;
        worths[army.index()] += gain;
        Self {
            position: next.position,
            worths,
            outcome: next.outcome,
        }
    }

    /// The node after a pass of the seat to move.
    pub(crate) fn passed(&self) -> Self {
        let next = self.position.after_pass();
        Self {
            position: next.position,
            worths: self.worths,
            outcome: next.outcome,
        }
    }

    /// The node after passes of all seats until it is that one's turn, or the game is over.
    pub(crate) fn passed_until(&self, seat: Seat) -> Self {
        let mut node = *self;
        for _ in 0..3 {
            if node.outcome.is_some() || node.position.to_move() == seat {
                break;
            }
            node = node.passed();
        }
        node
    }
}
