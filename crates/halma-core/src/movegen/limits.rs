//! What the options forbid an army's pieces wherever they go.

use super::class::Class;
use crate::ruleset::Movement;
use crate::{Rules, Seat, Square, SquareSet};

/// The limits of one army.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The army's goal, where its pieces may not leave it.
    lock: Option<SquareSet>,
    /// In Colour Halma, whether odd squares are the army's dark ones, whose pieces step.
    dark_is_odd: Option<bool>,
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// In any way.
    Any,
    /// By diagonal steps only.
    Stepper,
    /// By straight jumps only.
    Jumper,
}

impl Limits {
    pub(super) fn of(rules: &Rules, army: Seat) -> Self {
        let lock = rules.ruleset().goal_lock.then(|| rules.goal(army));
        let dark_is_odd = match rules.ruleset().movement {
            Movement::Standard => None,
            Movement::Colour => Some(rules.corner(army).is_odd()),
        };
        Self { lock, dark_is_odd }
    }

    /// How a piece on that square moves.
    pub(super) fn kind(&self, square: Square) -> Kind {
        match self.dark_is_odd {
            None => Kind::Any,
            Some(dark_is_odd) if square.is_odd() == dark_is_odd => Kind::Stepper,
            Some(_) => Kind::Jumper,
        }
    }

    /// The squares that a piece on that one may not leave.
    pub(super) fn locked_in(&self, square: Square) -> Option<SquareSet> {
        self.lock.filter(|goal| goal.contains(square))
    }

    /// Takes the forbidden jumps out of all classes.
    pub(super) fn restrict(&self, classes: &mut [Class; 4]) {
        for (at, class) in classes.iter_mut().enumerate() {
            // The squares of a class are all odd or all even.
            match self.kind(Square::of_class(at, 0)) {
                Kind::Any => {}
                Kind::Stepper => class.remove_all(),
                Kind::Jumper => class.keep_straight(),
            }
            if let Some(goal) = self.lock {
                class.lock(goal.0[at]);
            }
        }
    }
}
