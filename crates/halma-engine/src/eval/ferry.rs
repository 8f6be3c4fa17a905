//! Colour Halma: a jumper gets on only where a stepper has gone to be jumped over.

use halma_core::{Movement, Position, Rules, Seat, Square, SquareSet};

use super::trapped::shifted;

/// A stepper farther away than this is as good as none.
const FAR: i32 = 8;

/// How a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Every way.
    Any,
    /// By diagonal steps.
    Stepper,
    /// By straight jumps.
    Jumper,
}

impl Kind {
    /// How a piece of that seat on that square moves.
    pub(super) fn of(rules: &Rules, seat: Seat, square: Square) -> Self {
        let colour = |square: Square| (square.file() + square.rank()) % 2;
        match rules.ruleset().movement {
            Movement::Standard => Self::Any,
            Movement::Colour if colour(square) == colour(rules.corner(seat)) => Self::Stepper,
            Movement::Colour => Self::Jumper,
        }
    }

    /// Whether it steps straight, or else diagonally.
    pub(super) const fn steps(self, straight: bool) -> bool {
        match self {
            Self::Any => true,
            Self::Stepper => !straight,
            Self::Jumper => false,
        }
    }

    /// Whether it jumps straight, or else diagonally.
    pub(super) const fn jumps(self, straight: bool) -> bool {
        match self {
            Self::Any => true,
            Self::Stepper => false,
            Self::Jumper => straight,
        }
    }
}

/// How many steps the nearest of the seat's steppers are from where its jumpers outside the goal
/// could jump over them towards it, the steps for all jumpers together.
pub(super) fn missing_steps(position: &Position, seat: Seat) -> i32 {
    let rules = position.rules();
    if rules.ruleset().movement == Movement::Standard {
        return 0;
    }
    let (mut steppers, mut jumpers) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for square in position.pieces(seat) {
        match Kind::of(rules, seat, square) {
            Kind::Stepper => steppers.insert(square),
            Kind::Jumper | Kind::Any => jumpers.insert(square),
        }
    }
    let corner = rules.corner(seat.opposite());
    (jumpers - rules.goal(seat))
        .iter()
        .map(|jumper| steps_to(jumper, corner, steppers, position.occupied()))
        .sum()
}

/// The steps that the nearest stepper needs to the nearer of the two squares before a jumper; one
/// more where the jumper could not land.
fn steps_to(jumper: Square, corner: Square, steppers: SquareSet, occupied: SquareSet) -> i32 {
    let files = corner.file() as i8 - jumper.file() as i8;
    let ranks = corner.rank() as i8 - jumper.rank() as i8;
    let mut least = FAR;
    for (files, ranks) in [(files, 0), (0, ranks)] {
        if files.abs() + ranks.abs() < 2 {
            continue;
        }
        let (files, ranks) = (files.signum(), ranks.signum());
        let (Some(over), Some(landing)) = (
            shifted(jumper, files, ranks),
            shifted(jumper, 2 * files, 2 * ranks),
        ) else {
            continue;
        };
        let blocked = i32::from(occupied.contains(landing));
        let away = |stepper: Square| {
            let files = stepper.file().abs_diff(over.file());
            i32::from(files.max(stepper.rank().abs_diff(over.rank())))
        };
        let steps = if occupied.contains(over) {
            0
        } else {
            steppers.iter().map(away).min().unwrap_or(FAR)
        };
        least = least.min(steps + blocked);
    }
    least
}
