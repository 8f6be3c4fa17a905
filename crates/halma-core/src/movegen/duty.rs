//! The duty to leave home: which of the moves there are may be made.

use super::Mobility;
use crate::ruleset::DeadlineRule;
use crate::{Position, Square, SquareSet};

/// What the seat to move owes.
#[derive(Clone, Copy)]
pub(super) enum Duty {
    /// Nothing.
    Free,
    /// Pieces must go from inside this home to squares outside it.
    Leave(SquareSet),
    /// Pieces inside this home must go farther from its corner.
    Farther(SquareSet, Square),
}

impl Duty {
    /// Whether the seat to move is past its limit and moves its own army.
    pub(super) fn may_be_owed(position: &Position) -> bool {
        let seat = position.to_move();
        position
            .rules()
            .ruleset()
            .home_deadline
            .is_some_and(|limit| {
                limit.then == DeadlineRule::MustLeave
                    && position.made(seat) >= limit.moves
                    && position.army_to_move() == seat
            })
    }

    /// What is owed in that position, by the moves there are.
    pub(super) fn of(position: &Position, mobility: &mut Mobility) -> Self {
        if !Self::may_be_owed(position) {
            return Self::Free;
        }
        let home = position.rules().home(position.to_move());
        let corner = position.rules().corner(position.to_move());
        let mut farther = false;
        for from in mobility.army() & home {
            let ends = mobility.ends(from);
            if !ends.is_subset(home) {
                return Self::Leave(home);
            }
            farther = farther || ends.iter().any(|to| is_farther(corner, from, to));
        }
        if farther {
            Self::Farther(home, corner)
        } else {
            Self::Free
        }
    }

    /// Whether a move between those squares does what is owed.
    pub(super) fn allows(self, from: Square, to: Square) -> bool {
        match self {
            Self::Free => true,
            Self::Leave(home) => home.contains(from) && !home.contains(to),
            Self::Farther(home, corner) => home.contains(from) && is_farther(corner, from, to),
        }
    }

    /// Those of the ends that do what is owed.
    pub(super) fn filter(self, from: Square, ends: SquareSet) -> SquareSet {
        match self {
            Self::Free => ends,
            Self::Leave(home) if home.contains(from) => ends - home,
            Self::Farther(home, _) if home.contains(from) => {
                ends.iter().filter(|&to| self.allows(from, to)).collect()
            }
            Self::Leave(_) | Self::Farther(..) => SquareSet::EMPTY,
        }
    }
}

/// Whether neither the file nor the rank comes closer to the corner, for two different squares.
fn is_farther(corner: Square, from: Square, to: Square) -> bool {
    from.file().abs_diff(corner.file()) <= to.file().abs_diff(corner.file())
        && from.rank().abs_diff(corner.rank()) <= to.rank().abs_diff(corner.rank())
}
