//! Evaluation: how far each army has come, and what that means for the sides.

mod ferry;
mod terrain;
mod trapped;

use halma_core::{DeadlineRule, Movement, Position, Rules, Seat, SeatSet, Square, Teams};

pub(crate) use terrain::{Terrain, Weights};
use trapped::Strangers;

/// While others may be in the way.
pub(crate) const CONTACT: Weights = Weights {
    way: 0.0,
    behind: 2.0,
    off: 5.0,
    off_early: 0.0,
    far_off: 0.0,
    outside: 20.0,
    inside: 1.0,
};

/// Once nobody is.
pub(crate) const ALONE: Weights = Weights {
    way: 2.0,
    behind: 0.25,
    off: 14.0,
    off_early: 25.0,
    far_off: 0.3,
    outside: 26.0,
    inside: 0.09,
};

/// A score beyond all evaluations: somebody has won.
pub(crate) const WIN: i32 = 30_000;
/// Scores from here on are wins, the farther away the lower.
pub(crate) const WIN_IN_SIGHT: i32 = WIN - 1_000;

/// What a piece of another army costs that is late to leave my goal; and one of mine that is shut
/// in at home. Both are bad for the side that searches, because such a game does not end.
const STRANGER: i32 = 100;
const TRAPPED_AT_HOME: i32 = 300;
/// What a piece still at home costs for each of the opposite army that has arrived around it.
const IN_THE_WAY: i32 = 3;

/// What each step costs that a stepper still needs to where a jumper can jump over it.
const MISSING_STEP: i32 = 60;

/// The worth of every army, by seat.
pub(crate) type Worths = [i32; 4];

/// Adds up what every army's pieces are worth.
pub(crate) fn worths(position: &Position, terrain: &Terrain) -> Worths {
    Seat::ALL.map(|seat| {
        let marked = position.marked(seat);
        position
            .pieces(seat)
            .iter()
            .map(|square| terrain.worth(seat, square, marked == Some(square)))
            .sum()
    })
}

/// What a move adds to its army's worth.
#[inline]
pub(crate) fn gain(
    position: &Position,
    terrain: &Terrain,
    army: Seat,
    from: Square,
    to: Square,
) -> i32 {
    let marked = position.marked(army) == Some(from);
    terrain.worth(army, to, marked) - terrain.worth(army, from, marked)
}

/// Who is with whom in a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// The seats that win together with the one that searches, itself included.
    pub(crate) mine: SeatSet,
    theirs: SeatSet,
    teams: Teams,
}

impl Sides {
    pub(crate) fn of(rules: &Rules, seat: Seat) -> Self {
        let mine: SeatSet = std::iter::once(seat).chain(rules.partner(seat)).collect();
        let all: SeatSet = rules.seats().iter().copied().collect();
        Self {
            mine,
            theirs: all.difference(mine),
            teams: rules.ruleset().teams,
        }
    }

    /// Whether more than two sides are still in.
    pub(crate) fn are_many(&self, position: &Position) -> bool {
        self.teams == Teams::None && position.seats_in().len() > 2
    }

    /// How much better my side stands than the best of the others.
    pub(crate) fn score(&self, position: &Position, worths: &Worths, terrain: &Terrain) -> i32 {
        let worth = |seat: Seat| {
            let missing = ferry::missing_steps(position, seat) * MISSING_STEP;
            worths[seat.index()] - burden(position, seat) - missing
        };
        let score = self.difference(position, worth);
        let mut kept = 0;
        let mut shut_in = 0;
        for seat in self.mine.iter() {
            let strangers = Strangers::of(position, terrain, seat);
            kept += strangers.behind + strangers.count * STRANGER;
            shut_in += strangers.shut_in;
            kept += trapped::at_home(position, seat) * TRAPPED_AT_HOME;
        }
        let score = score - kept;
        // Who is ahead gains nothing by it before the strangers are out.
        if shut_in > 0 && score > 0 {
            score / 4
        } else {
            score
        }
    }

    fn difference(&self, position: &Position, worth: impl Fn(Seat) -> i32 + Copy) -> i32 {
        match self.teams {
            Teams::None => {
                let others = self.theirs.iter().filter(|&seat| !position.is_out(seat));
                let (mut best, mut sum, mut count) = (-WIN, 0, 0);
                for seat in others {
                    let other = worth(seat);
                    best = best.max(other);
                    sum += other;
                    count += 1;
                }
                let mine: i32 = self.mine.iter().map(worth).sum();
                if count == 0 {
                    mine
                } else {
                    mine - (3 * best + sum / count) / 4
                }
            }
            Teams::BothArmies => {
                self.mine.iter().map(worth).sum::<i32>()
                    - self.theirs.iter().map(worth).sum::<i32>()
            }
            Teams::OneArmy => {
                let first = |team: SeatSet| {
                    let sum: i32 = team.iter().map(worth).sum();
                    first_army(team.iter().map(worth).max().unwrap_or(0), sum)
                };
                first(self.mine) - first(self.theirs)
            }
        }
    }
}

/// The worth of a team that needs only one of its armies at home: mostly the better one's.
const fn first_army(best: i32, sum: i32) -> i32 {
    (4 * best + sum) / 5
}

/// What the pieces left at home cost a seat: the more the less time there is, and the more of the
/// opposite army has come.
fn burden(position: &Position, seat: Seat) -> i32 {
    let rules = position.rules();
    let left = (position.pieces(seat) & rules.home(seat)).len() as i32;
    if left == 0 || position.is_home(seat) {
        return 0;
    }
    let made = position.made(seat) as i32;
    let limit = leave_by(rules, seat) as i32;
    let lose = rules
        .ruleset()
        .home_deadline
        .is_some_and(|limit| limit.then == DeadlineRule::Lose);
    // Each piece needs a move and some one more to make it way.
    let need = left + left / 2 + 2;
    let late = (need - (limit - made)).clamp(0, 20);
    let arrived = position.home_count(seat.opposite()) as i32;
    left * (late * if lose { 12 } else { 3 } + arrived * IN_THE_WAY)
}

/// By which of its turns a seat should have left home: the rules' own limit or, where they set
/// none, the one that the usual rules set for armies of its size. Jumpers that wait for a bridge
/// take far longer.
pub(crate) fn leave_by(rules: &Rules, seat: Seat) -> u32 {
    match rules.ruleset().home_deadline {
        Some(limit) => limit.moves,
        None if rules.ruleset().movement == Movement::Colour => 250,
        None => match rules.pieces(seat) {
            0..=10 => 30,
            11..=13 => 65,
            14..=15 => 50,
            _ => 90,
        },
    }
}
