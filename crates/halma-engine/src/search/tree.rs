//! The tree: alpha-beta with the best line searched first and wide, the others to refute.
//!
//! Two sides take turns at it: the seats that win with the one that searches, and all others.
//! Where several others play each for themselves, only the best reply of any one of them is looked
//! at in each round while the rest pass; that is closer to how they play than if all of them
//! worked together, and goes far deeper.

use halma_core::{Outcome, Position, Seat};

use super::moves::{Move, Ranked, bring_best};
use super::node::Node;
use super::order::{MAX_PLY, Order, REMEMBERED};
use super::past::Past;
use super::round::{Round, best_gain};
use super::table::{Bound, Table, from_table, to_table};
use crate::eval::{self, Sides, Terrain, WIN, WIN_IN_SIGHT};
use crate::limits::Watch;

/// What it costs to bring a position back, so that nobody dances for want of better.
const REPEATING: i32 = 120;

/// What it is worth to have the move, so that scores of even and odd depths are alike.
const TO_MOVE: i32 = 100;

/// A search under way.
pub(super) struct Tree<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) sides: Sides,
    /// The seat that searches.
    pub(super) me: Seat,
    pub(super) table: &'a mut Table,
    pub(super) order: &'a mut Order,
    pub(super) past: Past,
    pub(super) watch: Watch<'a>,
    /// The moves listed along the line, one node's after another's.
    moves: Vec<Ranked>,
    /// For each ply the best line from there on.
    lines: Vec<Vec<Move>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        terrain: &'a Terrain,
        table: &'a mut Table,
        order: &'a mut Order,
        past: Past,
        watch: Watch<'a>,
        root: &Position,
    ) -> Self {
        let me = root.to_move();
        Self {
            terrain,
            sides: Sides::of(root.rules(), me),
            me,
            table,
            order,
            past,
            watch,
            moves: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 1],
        }
    }

    /// The best line found from that ply on.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    fn is_mine(&self, node: &Node) -> bool {
        self.sides.mine.contains(node.position.to_move())
    }

    /// The static score for the side to move.
    fn score(&self, node: &Node) -> i32 {
        let score = self.sides.score(&node.position, &node.worths, self.terrain);
        if self.is_mine(node) { score } else { -score }
    }

    fn outcome_score(&self, outcome: Outcome, ply: usize) -> i32 {
        let far = WIN - ply as i32;
        if outcome.is_draw() {
            0
        } else if outcome.winners.contains(self.me) {
            far
        } else {
            -far
        }
    }

    /// The score of a child for the side to move at its parent.
    pub(super) fn child_score(
        &mut self,
        child: &Node,
        parent_is_mine: bool,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if let Some(outcome) = child.outcome {
            let score = self.outcome_score(outcome, ply);
            return if parent_is_mine { score } else { -score };
        }
        if child.position.is_out(self.me) {
            let score = ply as i32 - WIN;
            return if parent_is_mine { score } else { -score };
        }
        if self.is_mine(child) == parent_is_mine {
            self.search(child, depth, alpha, beta, ply)
        } else {
            -self.search(child, depth, -beta, -alpha, ply)
        }
    }

    /// The score of a node under way for the side to move, exact between alpha and beta.
    fn search(&mut self, node: &Node, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let key = node.position.key();
        if self.past.has(key) {
            return self.score(node) + REPEATING;
        }
        if !self.watch.count() {
            return 0;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.score(node) + TO_MOVE;
        }
        let mut remembered = None;
        if let Some(entry) = self.table.get(key) {
            remembered = entry.best;
            let score = from_table(i32::from(entry.score), ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Least => score >= beta,
                Bound::Most => score <= alpha,
            };
            if decides && i32::from(entry.depth) >= depth {
                return score;
            }
        }
        let round = Round::at(node, &self.sides, self.me);
        if depth == 1 && !round.is_close() {
            return self.frontier(node, &round, ply);
        }
        let start = self.moves.len();
        self.list(&round, remembered, ply);
        if self.moves.len() == start {
            return self.pass(node, depth, (alpha, beta), ply);
        }
        self.past.enter(key);
        let before = alpha;
        let mut best = -WIN - 1;
        let mut best_move = None;
        let mine = self.is_mine(node);
        for at in start..self.moves.len() {
            bring_best(&mut self.moves, at);
            let tried = at - start;
            if tried >= width(depth) && best > -WIN_IN_SIGHT {
                break;
            }
            let made = self.moves[at].made;
            let child = round.child(made, &self.sides, self.me, self.terrain);
            let score = self.try_move(&child, mine, depth, (alpha, beta), ply, tried);
            if self.watch.is_over() {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(made);
                if score > alpha {
                    alpha = score;
                    self.take_line(made, ply);
                }
            }
            if alpha >= beta {
                let moves = &self.moves;
                self.order.refuted(
                    made,
                    moves[start..at].iter().map(|ranked| ranked.made),
                    ply,
                    depth,
                );
                break;
            }
        }
        self.moves.truncate(start);
        self.past.leave();
        if self.watch.is_over() {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Least
        } else if best > before {
            Bound::Exact
        } else {
            Bound::Most
        };
        self.table
            .put(key, depth, to_table(best, ply), bound, best_move);
        best
    }

    /// Searches a child: the first with the whole window, the others to see that they are no
    /// better, late ones less deep.
    pub(super) fn try_move(
        &mut self,
        child: &Node,
        mine: bool,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        tried: usize,
    ) -> i32 {
        if tried == 0 {
            return self.child_score(child, mine, depth - 1, (alpha, beta), ply + 1);
        }
        let reduced = depth - 1 - reduction(depth, tried);
        let mut score = self.child_score(child, mine, reduced, (alpha, alpha + 1), ply + 1);
        if score > alpha && reduced < depth - 1 {
            score = self.child_score(child, mine, depth - 1, (alpha, alpha + 1), ply + 1);
        }
        if score > alpha && score < beta {
            score = self.child_score(child, mine, depth - 1, (alpha, beta), ply + 1);
        }
        score
    }

    fn take_line(&mut self, made: Move, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(made);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Lists the moves of a node.
    fn list(&mut self, round: &Round, remembered: Option<Move>, ply: usize) {
        for node in round.turns() {
            let seat = node.position.to_move();
            let army = node.position.army_to_move();
            for (from, ends) in node.position.legal_moves() {
                for to in ends {
                    let made = Move { from, to, seat };
                    let rank = if remembered == Some(made) {
                        REMEMBERED
                    } else {
                        let gain = eval::gain(&node.position, self.terrain, army, from, to);
                        self.order.rank(made, gain, ply)
                    };
                    self.moves.push(Ranked { rank, made });
                }
            }
        }
    }

    /// The score of a node with one move to go, from what each move gains by itself.
    fn frontier(&mut self, node: &Node, round: &Round, ply: usize) -> i32 {
        let mine = self.is_mine(node);
        let mut best = None;
        for turn in round.turns() {
            let position = &turn.position;
            let army = position.army_to_move();
            let most = best_gain(turn, self.terrain);
            let Some((gain, made)) = most else { continue };
            let mut worths = turn.worths;
            worths[army.index()] += gain;
            let score = self.sides.score(position, &worths, self.terrain);
            let score = if mine { score } else { -score } - TO_MOVE;
            if best.is_none_or(|(least, _)| score > least) {
                best = Some((score, made));
            }
        }
        self.lines[ply].clear();
        match best {
            Some((score, made)) => {
                self.lines[ply].push(made);
                score
            }
            None => self.score(node),
        }
    }

    /// The score of a node without a move.
    fn pass(&mut self, node: &Node, depth: i32, window: (i32, i32), ply: usize) -> i32 {
        let mine = self.is_mine(node);
        let mut next = node.passed();
        for _ in 1..node.position.seats_in().len() {
            if next.outcome.is_some() || next.position.has_moves() {
                return self.child_score(&next, mine, depth - 1, window, ply + 1);
            }
            next = next.passed();
        }
        // Nobody can move: a draw.
        0
    }
}

/// How many moves are tried at most: all near the root, the likeliest farther down.
const fn width(depth: i32) -> usize {
    match depth {
        2 => 12,
        ..=3 => 14,
        4 => 19,
        _ => 28,
    }
}

/// By how much less deep a late move is searched.
const fn reduction(depth: i32, tried: usize) -> i32 {
    if depth < 3 || tried < 4 {
        0
    } else if tried < 12 {
        1
    } else {
        2
    }
}
