//! The race home: the fewest turns, found by a beam.
//!
//! When no other army can come near any more, what is left is a puzzle for one: fill the goal in
//! as few turns as possible. A tree for two looks too few turns ahead for it and dithers at the
//! camp's edge; a beam that keeps the best arrangements after each turn sees the whole way. It
//! does so too while others are in the way, as long as it can be told how they will move.

mod contact;
mod habit;

use halma_core::{Seat, Square};

use crate::eval::{self, Terrain};
use crate::greedy;
use crate::limits::Watch;
use crate::search::{Move, Node};

pub(crate) use contact::is_free;
pub(crate) use habit::are_foreseeable;

/// No plan is longer.
const MOST_TURNS: usize = 120;

/// What the others do with their turns, as far as a plan is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Nothing: they are out of the way.
    Pass,
    /// Each makes a move that gets farthest.
    Advance,
}

/// A way home.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The moves, in order, the seat's own the first.
    pub(crate) moves: Vec<Move>,
    /// How many of them are the seat's own.
    pub(crate) turns: usize,
    /// Whether they bring the army home; if not, the beam got stuck or ran out.
    pub(crate) complete: bool,
    /// What the army is worth in the end.
    worth: i32,
}

impl Plan {
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        if self.complete && other.complete {
            self.turns < other.turns
        } else if self.complete == other.complete {
            self.worth > other.worth
        } else {
            self.complete
        }
    }
}

/// An arrangement in the beam, with the way there.
#[derive(Clone, Copy)]
struct Kept {
    node: Node,
    /// Names it.
    key: u64,
    /// Where in the steps its last move is.
    step: usize,
}

impl Kept {
    /// Goes on by a move.
    fn make(&mut self, made: Move, terrain: &Terrain, steps: &mut Vec<Step>) {
        self.key ^= changed(self.node.position.army_to_move(), made.from, made.to);
        self.node = self.node.after(made, terrain);
        steps.push(Step {
            made,
            before: self.step,
        });
        self.step = steps.len() - 1;
    }

    /// Lets the others have their turns, until it is that seat's again or the game is over. Gives
    /// back whether the watch allowed it.
    fn await_turn(
        &mut self,
        seat: Seat,
        others: Others,
        terrain: &Terrain,
        steps: &mut Vec<Step>,
        watch: &mut Watch<'_>,
    ) -> bool {
        if others == Others::Pass {
            self.node = self.node.passed_until(seat);
            return true;
        }
        while self.node.outcome.is_none() && self.node.position.to_move() != seat {
            if !watch.count() {
                return false;
            }
            let position = &self.node.position;
            match greedy::farthest(position) {
                Some((from, to)) => {
                    let seat = position.to_move();
                    self.make(Move { from, to, seat }, terrain, steps);
                }
                None => self.node = self.node.passed(),
            }
        }
        true
    }
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

/// Looks for the fewest turns in which the seat to move brings the army it moves home, keeping
/// that many arrangements after each turn.
///
/// Nothing if the watch ended it, or there is no move.
pub(crate) fn plan(
    root: &Node,
    terrain: &Terrain,
    others: Others,
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
                        key: kept.key ^ changed(army, from, to),
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
            let mut kept = beam[candidate.parent];
            kept.make(candidate.made, terrain, &mut steps);
            if !is_home(&kept.node, army)
                && !kept.await_turn(seat, others, terrain, &mut steps, watch)
            {
                return None;
            }
            if is_home(&kept.node, army) {
                return Some(traced(&steps, &kept, true, army));
            }
            let Kept { node, .. } = &kept;
            if node.outcome.is_none()
                && node.position.to_move() == seat
                && !node.position.is_out(army)
            {
                next.push(kept);
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
    (best.step < steps.len()).then(|| traced(&steps, best, false, army))
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

/// The way to an arrangement.
fn traced(steps: &[Step], last: &Kept, complete: bool, army: Seat) -> Plan {
    let mut moves = Vec::new();
    let mut at = last.step;
    while let Some(step) = steps.get(at) {
        moves.push(step.made);
        at = step.before;
    }
    moves.reverse();
    let own = |made: &&Move| made.seat == moves[0].seat;
    Plan {
        turns: moves.iter().filter(own).count(),
        moves,
        complete,
        worth: last.node.worths[army.index()],
    }
}

/// What a move changes in the name of an arrangement: each piece of each army has a number by its
/// square, and the numbers of all are combined.
const fn changed(army: Seat, from: Square, to: Square) -> u64 {
    number(army, from) ^ number(army, to)
}

const fn number(army: Seat, square: Square) -> u64 {
    let place = army.index() as u64 * 256 + square.index() as u64;
    let mut number = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::atomic::AtomicBool;

    use halma_core::{Preset, Rules};

    use super::*;
    use crate::Limits;

    #[test]
    fn a_plan_around_others_is_played_move_by_move() {
        for name in ["classic", "three", "standard"] {
            let rules = Rules::new(Preset::by_name(name).unwrap().ruleset).unwrap();
            let terrain = Terrain::of(&rules, &eval::ALONE);
            let stop = AtomicBool::new(false);
            let mut watch = Watch::new(&Limits::default(), &stop);
            let root = Node::new(rules.start(), &terrain);
            let plan = plan(&root, &terrain, Others::Advance, 16, &mut watch).unwrap();
            assert!(plan.complete, "{name}");
            let me = root.position.to_move();
            let mut position = root.position;
            let mut outcome = None;
            for made in &plan.moves {
                assert_eq!((outcome, made.seat), (None, position.to_move()), "{name}");
                assert!(position.shortest_path(made.from, made.to).is_some());
                if made.seat != me {
                    let farthest = greedy::farthest(&position);
                    assert_eq!(farthest, Some((made.from, made.to)), "{name}");
                }
                let next = position.after(made.from, made.to);
                (position, outcome) = (next.position, next.outcome);
            }
            assert!(outcome.unwrap().winners.contains(me), "{name}");
            assert_eq!(position.made(me) as usize, plan.turns, "{name}");
        }
    }
}
