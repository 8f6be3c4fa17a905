//! The root of a search: deeper and deeper until a limit is reached.

use std::sync::atomic::AtomicBool;

use halma_core::{Game, Path, Position};

use super::moves::Move;
use super::node::Node;
use super::order::Order;
use super::past::Past;
use super::table::Table;
use super::tree::Tree;
use super::{Found, Search};
use crate::chance::Chance;
use crate::eval::{Terrain, WIN, WIN_IN_SIGHT};
use crate::limits::Watch;
use crate::race::{self, Others, Plan};
use crate::{Limits, duty, eval};

/// How many arrangements a plan home keeps, attempt by attempt.
const BEAMS: [usize; 4] = [8, 32, 128, 512];
/// After so many attempts in vain the rest is better spent on a search.
const ATTEMPTS: usize = 2;

/// A move at the root.
struct RootMove {
    made: Move,
    child: Node,
    score: i32,
    /// By how much it is misjudged.
    noise: i32,
    line: Vec<Move>,
    nodes: u64,
}

pub(super) fn search(
    search: &Search,
    game: &Game,
    limits: &Limits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Found),
) -> Option<Found> {
    if game.outcome().is_some() {
        return None;
    }
    let position = game.position();
    let terrain = Terrain::of(position.rules(), &eval::CONTACT);
    let past = Past::of(game);
    let root = Node::new(*position, &terrain);
    let mut moves = root_moves(search, &root, &terrain, &past);
    if moves.is_empty() {
        return None;
    }
    let limits = limits.and(Limits {
        nodes: Some(search.strength.nodes),
        depth: Some(search.strength.depth),
        deadline: None,
    });
    let mut table = Table::new(search.table_bytes);
    let mut order = Order::new();
    let watch = Watch::new(&limits, stop);
    let mut tree = Tree::new(&terrain, &mut table, &mut order, past, watch, position);
    tree.past.enter(position.key());

    let mut found = Found {
        path: path_of(position, moves[0].made)?,
        score: told(tree.sides.score(position, &root.worths, &terrain), &terrain),
        line: vec![path_of(position, moves[0].made)?],
        depth: 0,
        nodes: 0,
    };
    if let Some(plan) = plan_home(search, game, &mut tree.watch)
        && moves.iter().any(|one| one.made == plan.moves[0])
    {
        let found = Found {
            path: path_of(position, plan.moves[0])?,
            score: told(tree.sides.score(position, &root.worths, &terrain), &terrain),
            line: line_of(game, &plan.moves),
            depth: plan.turns as u8,
            nodes: tree.watch.nodes(),
        };
        report(&found);
        return Some(found);
    }
    let most = limits.depth.unwrap_or(u8::MAX).clamp(1, 60);
    for depth in 1..=most {
        let searched = search_moves(&mut tree, &mut moves, i32::from(depth));
        let complete = searched == moves.len();
        if searched > 0 {
            let path = path_of(position, moves[0].made)?;
            found = Found {
                path,
                score: told(moves[0].score, &terrain),
                line: line_of(game, &moves[0].line),
                depth,
                nodes: tree.watch.nodes(),
            };
        }
        found.nodes = tree.watch.nodes();
        if !complete {
            break;
        }
        report(&found);
        if moves.len() == 1 || moves[0].score.abs() > WIN_IN_SIGHT {
            break;
        }
    }
    Some(found)
}

/// The shortest way home that wider and wider beams find, where it can be told how others will
/// move.
fn plan_home(search: &Search, game: &Game, watch: &mut Watch<'_>) -> Option<Plan> {
    let position = game.position();
    let others = if !search.strength.races {
        return None;
    } else if race::is_free(position, position.army_to_move()) {
        Others::Pass
    } else if search.strength.foresees && race::are_foreseeable(game) {
        Others::Advance
    } else {
        return None;
    };
    let terrain = Terrain::of(position.rules(), &eval::ALONE);
    let root = Node::new(*position, &terrain);
    let mut best: Option<Plan> = None;
    for (attempt, width) in BEAMS.into_iter().enumerate() {
        if attempt == ATTEMPTS && best.is_none() {
            break;
        }
        let Some(plan) = race::plan(&root, &terrain, others, width, watch) else {
            break;
        };
        // Among others, a plan that does not get home is worth less than a search.
        let is_good = plan.complete || others == Others::Pass;
        if is_good && best.as_ref().is_none_or(|best| plan.is_better_than(best)) {
            best = Some(plan);
        }
    }
    best
}

/// The moves to consider, the most promising first.
fn root_moves(search: &Search, root: &Node, terrain: &Terrain, past: &Past) -> Vec<RootMove> {
    let position = &root.position;
    let (seat, army) = (position.to_move(), position.army_to_move());
    let mut chance = Chance::new(search.seed ^ position.key());
    let mut moves = Vec::new();
    for (from, ends) in position.legal_moves() {
        for to in ends {
            if search
                .only
                .as_ref()
                .is_some_and(|only| !only.contains(&(from, to)))
            {
                continue;
            }
            let made = Move { from, to, seat };
            let child = root.after(made, terrain);
            let gain = eval::gain(position, terrain, army, from, to);
            moves.push(RootMove {
                made,
                child,
                // Equals come in an order of chance.
                score: 16 * gain + chance.below(16) as i32,
                noise: chance.around_zero(terrain.of_turns(i32::from(search.strength.noise))),
                line: vec![made],
                nodes: 0,
            });
        }
    }
    duty::keep_fair(position, &mut moves, |one| (one.made.from, one.made.to));
    let ends_in_draw = |one: &RootMove| past.in_game(one.child.position.key()) > 1;
    if !moves.iter().all(ends_in_draw) {
        moves.retain(|one| !ends_in_draw(one));
    }
    moves.sort_by_key(|one| -one.score);
    moves
}

/// Searches all moves to that depth and puts the best first. Gives back how many it came to search;
/// if none, the order is as it was.
fn search_moves(tree: &mut Tree<'_>, moves: &mut [RootMove], depth: i32) -> usize {
    let noisy = moves.iter().any(|one| one.noise != 0);
    let mut alpha = -WIN - 1;
    let mut best = 0;
    for at in 0..moves.len() {
        let before = tree.watch.nodes();
        let child = moves[at].child;
        let noise = moves[at].noise;
        let score = if noisy {
            let beta = WIN + 1;
            tree.child_score(&child, true, depth - 1, (alpha - noise, beta), 1) + noise
        } else {
            tree.try_move(&child, true, depth, (alpha, WIN + 1), 0, at)
        };
        if tree.watch.is_over() {
            moves[..=best].rotate_right(1);
            return at;
        }
        moves[at].nodes = tree.watch.nodes() - before;
        if score > alpha {
            alpha = score;
            best = at;
            moves[at].score = score;
            moves[at].line.truncate(1);
            moves[at].line.extend_from_slice(tree.line(1));
        } else {
            moves[at].score = -WIN - 1;
        }
    }
    moves[..=best].rotate_right(1);
    // What was hard to refute is tried early.
    moves[1..].sort_by_key(|one| std::cmp::Reverse(one.nodes));
    moves.len()
}

/// A score as others are told it: wins as they are, all else in hundredths of a turn.
const fn told(score: i32, terrain: &Terrain) -> i32 {
    if score.abs() > WIN_IN_SIGHT {
        score
    } else {
        terrain.in_turns(score)
    }
}

fn path_of(position: &Position, made: Move) -> Option<Path> {
    position.shortest_path(made.from, made.to)
}

/// The moves as paths, as far as they are legal one after another.
fn line_of(game: &Game, moves: &[Move]) -> Vec<Path> {
    let mut position = *game.position();
    let mut line = Vec::new();
    for &made in moves {
        if position.to_move() != made.seat {
            break;
        }
        let Some(path) = position.shortest_path(made.from, made.to) else {
            break;
        };
        line.push(path);
        let next = position.after(made.from, made.to);
        if next.outcome.is_some() {
            break;
        }
        position = next.position;
    }
    line
}
