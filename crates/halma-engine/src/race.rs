//! The race home, once nobody is in the way: the fewest turns, found by a beam.
//!
//! When no other army can come near any more, what is left is a puzzle for one: fill the goal in
//! as few turns as possible. A tree for two looks too few turns ahead for it and dithers at the
//! camp's edge; a beam that keeps the best arrangements after each turn sees the whole way.

mod contact;

use halma_core::Seat;

use crate::eval::{self, Terrain};
use crate::limits::Watch;
use crate::search::{Move, Node};

pub(crate) use contact::is_free;

/// No plan is longer.
const MOST_TURNS: usize = 120;

/// A way home.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The seat's own moves, in order.
    pub(crate) moves: Vec<Move>,
    /// Whether they bring the army home; if not, the beam got stuck or ran out.
    pub(crate) complete: bool,
    /// What the army is worth in the end.
    worth: i32,
}

impl Plan {
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        if self.complete && other.complete {
            self.moves.len() < other.moves.len()
        } else if self.complete == other.complete {
            self.worth > other.worth
        } else {
            self.complete
        }
    }
}

/// An arrangement in the beam, with the way there.
struct Kept {
    node: Node,
    /// Names the army's arrangement.
    key: u64,
    /// Where in the steps its last move is.
    step: usize,
}

/// A move of the beam, and where the one before it is.
struct Step {
    made: Move,
    before: usize,
}

/// An arrangement that might be kept.
#[derive(Clone, Copy)]
struct Candidate {
    worth: i32,
    key: u64,
    parent: usize,
    made: Move,
}

/// Looks for the fewest turns in which the seat to move brings the army it moves home, the others
/// passing, keeping that many arrangements after each turn.
///
/// Nothing if the watch ended it, or there is no move.
pub(crate) fn plan(
    root: &Node,
    terrain: &Terrain,
    width: usize,
    watch: &mut Watch<'_>,
) -> Option<Plan> {
    let seat = root.position.to_move();
    let army = root.position.army_to_move();
    let mut steps: Vec<Step> = Vec::new();
    let mut beam = vec![Kept {
        node: *root,
        key: 0,
        step: usize::MAX,
    }];
    let mut candidates: Vec<Candidate> = Vec::new();
    for _ in 0..MOST_TURNS {
        candidates.clear();
        for (parent, kept) in beam.iter().enumerate() {
            if !watch.count() {
                return None;
            }
            let position = &kept.node.position;
            let worth = kept.node.worths[army.index()];
            for (from, ends) in position.legal_moves() {
                for to in ends {
                    candidates.push(Candidate {
                        worth: worth + eval::gain(position, terrain, army, from, to),
                        key: kept.key ^ name(from.index()) ^ name(to.index()),
                        parent,
                        made: Move { from, to, seat },
                    });
                }
            }
        }
        keep_best(&mut candidates, width);
        if candidates.is_empty() {
            break;
        }
        let mut next = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            let parent = &beam[candidate.parent];
            let node = parent.node.after(candidate.made, terrain);
            steps.push(Step {
                made: candidate.made,
                before: parent.step,
            });
            let step = steps.len() - 1;
            if is_home(&node, army) {
                return Some(traced(&steps, step, true, candidate.worth));
            }
            let node = node.passed_until(seat);
            if node.outcome.is_none()
                && node.position.to_move() == seat
                && !node.position.is_out(army)
            {
                next.push(Kept {
                    node,
                    key: candidate.key,
                    step,
                });
            }
        }
        if next.is_empty() {
            break;
        }
        beam = next;
    }
    let best = beam
        .iter()
        .max_by_key(|kept| kept.node.worths[army.index()])?;
    (best.step < steps.len())
        .then(|| traced(&steps, best.step, false, best.node.worths[army.index()]))
}

fn is_home(node: &Node, army: Seat) -> bool {
    node.position.is_home(army)
        || node
            .outcome
            .is_some_and(|outcome| outcome.winners.contains(army))
}

/// Leaves the best candidates, no arrangement twice.
fn keep_best(candidates: &mut Vec<Candidate>, width: usize) {
    // Equals are told apart by their keys, so that no order of listing matters.
    let order = |one: &Candidate| (std::cmp::Reverse(one.worth), one.key);
    // Many ways lead to the same arrangement; four times the width leaves enough of others.
    let some = 4 * width;
    if candidates.len() > some {
        candidates.select_nth_unstable_by_key(some, order);
        candidates.truncate(some);
    }
    candidates.sort_unstable_by_key(order);
    candidates.dedup_by_key(|one| one.key);
    candidates.truncate(width);
}

fn traced(steps: &[Step], last: usize, complete: bool, worth: i32) -> Plan {
    let mut moves = Vec::new();
    let mut at = last;
    while let Some(step) = steps.get(at) {
        moves.push(step.made);
        at = step.before;
    }
    moves.reverse();
    Plan {
        moves,
        complete,
        worth,
    }
}

/// A number for each square; an arrangement is named by those of its squares, combined.
const fn name(square: usize) -> u64 {
    let mut number = (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
