//! A round: whose moves a node has, and where they lead.

use halma_core::{Movement, Seat, SquareSet};

use super::moves::Move;
use super::node::Node;
use crate::eval::{Sides, Terrain, WIN};

/// The positions from which moves are made at a node, by number of passes before: with several
/// opponents each of them may be the one that replies.
pub(super) struct Round {
    turns: [Node; 3],
    count: usize,
}

impl Round {
    pub(super) fn at(node: &Node, sides: &Sides, me: Seat) -> Self {
        let mut round = Self {
            turns: [*node; 3],
            count: 1,
        };
        let mine = sides.mine.contains(node.position.to_move());
        if mine || !sides.are_many(&node.position) {
            return round;
        }
        while round.count < round.turns.len() {
            let next = round.turns[round.count - 1].passed();
            if next.outcome.is_some() || next.position.to_move() == me {
                break;
            }
            round.turns[round.count] = next;
            round.count += 1;
        }
        round
    }

    pub(super) fn turns(&self) -> &[Node] {
        &self.turns[..self.count]
    }

    /// The node a move leads to; others than me that have not moved in this round pass.
    pub(super) fn child(&self, made: Move, sides: &Sides, me: Seat, terrain: &Terrain) -> Node {
        let node = self
            .turns()
            .iter()
            .find(|node| node.position.to_move() == made.seat)
            .unwrap_or(&self.turns[0]);
        let next = node.after(made, terrain);
        let mine = sides.mine.contains(made.seat);
        if !mine && sides.are_many(&next.position) && !next.position.is_out(me) {
            next.passed_until(me)
        } else {
            next
        }
    }

    /// Whether moves must be made to be judged: a single one might end the game or put a seat out,
    /// or what it gains hangs on the whole arrangement.
    pub(super) fn is_close(&self) -> bool {
        self.turns().iter().any(is_close)
    }
}

fn is_close(node: &Node) -> bool {
    let position = &node.position;
    let rules = position.rules();
    let ruleset = rules.ruleset();
    let army = position.army_to_move();
    let goal = rules.goal(army);
    let missing = |held: SquareSet| (goal - held).len();
    let made = position.made(position.to_move());
    ruleset.movement == Movement::Colour
        || missing(position.pieces(army)) <= 1
        || ruleset
            .camp_full_after
            .is_some_and(|turns| made + 1 >= turns)
            && missing(position.occupied()) <= 1
        || ruleset.move_cap.is_some_and(|cap| made + 1 >= cap)
        || ruleset.equal_turns && rules.seats().iter().any(|&seat| position.is_home(seat))
        || ruleset
            .home_deadline
            .is_some_and(|limit| made >= limit.moves)
            && !(position.pieces(army) & rules.home(army)).is_empty()
}

/// The move of the seat to move that gains most by itself, and what it gains.
pub(super) fn best_gain(node: &Node, terrain: &Terrain) -> Option<(i32, Move)> {
    let position = &node.position;
    let army = position.army_to_move();
    let marked = position.marked(army);
    let mut most = -WIN;
    let mut best = None;
    for (from, ends) in position.legal_moves() {
        let is_marked = marked == Some(from);
        let here = terrain.worth(army, from, is_marked);
        let promising = if is_marked {
            ends
        } else {
            ends & *terrain.better_than(army, here + most)
        };
        for to in promising {
            let gain = terrain.worth(army, to, is_marked) - here;
            if gain > most {
                most = gain;
                best = Some((from, to));
            }
        }
    }
    let (from, to) = best?;
    let seat = position.to_move();
    Some((most, Move { from, to, seat }))
}
