//! How fast moves are generated and checked, over every position of the known games on the board
//! of 16 and from the usual start.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use halma_core::{Board, Game, OutCause, Path, Position, Rules, Ruleset, Seat, SquareSet};
use serde::Deserialize;

fn main() {
    divan::main();
}

/// What a line of the data file tells of how to replay it.
#[derive(Deserialize)]
struct Line {
    rules: Ruleset,
    start: String,
    moves: Vec<Path>,
    #[serde(default)]
    outs: Vec<(usize, Seat, OutCause)>,
}

/// Every position of the games, with the move made in it.
static POSITIONS: LazyLock<Vec<(Position, Path)>> = LazyLock::new(|| {
    let lines = include_str!("../tests/data/games.jsonl").lines();
    lines
        .flat_map(|line| positions(&serde_json::from_str(line).unwrap()))
        .collect()
});

fn positions(line: &Line) -> Vec<(Position, Path)> {
    if line.rules.board != Board::Sixteen {
        return Vec::new();
    }
    let rules = Rules::new(line.rules).unwrap();
    let mut game = Game::from_position(Position::parse(&rules, &line.start).unwrap());
    let mut found = Vec::new();
    for (at, path) in line.moves.iter().enumerate() {
        for &(_, seat, cause) in line.outs.iter().filter(|out| out.0 == at) {
            game.go_out(seat, cause).unwrap();
        }
        found.push((*game.position(), *path));
        game.play(path).unwrap();
    }
    found
}

/// Lists all moves of every position, by piece with the set of ends. An item is a position.
#[divan::bench]
fn moves_of_positions(bencher: Bencher<'_, '_>) {
    let positions = &*POSITIONS;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions
            .iter()
            .fold(SquareSet::EMPTY, |seen, (position, _)| {
                position
                    .legal_moves()
                    .fold(seen, |seen, (_, ends)| seen | black_box(ends))
            })
    });
}

/// Gives all moves of every position as clients without rules get them. An item is a position.
#[divan::bench]
fn moves_for_clients(bencher: Bencher<'_, '_>) {
    let positions = &*POSITIONS;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions
            .iter()
            .map(|(position, _)| black_box(position.piece_moves()).len())
            .sum::<usize>()
    });
}

/// Checks the chains that were played. An item is a chain of two jumps or more.
#[divan::bench]
fn check_chains(bencher: Bencher<'_, '_>) {
    let chains: Vec<_> = POSITIONS
        .iter()
        .filter(|(_, path)| path.squares().len() > 2)
        .collect();
    bencher.counter(ItemsCount::new(chains.len())).bench(|| {
        chains
            .iter()
            .filter(|(position, path)| black_box(position.check(path)).is_ok())
            .count()
    });
}

/// Plays every move that was played. An item is a move.
#[divan::bench]
fn play_moves(bencher: Bencher<'_, '_>) {
    let positions = &*POSITIONS;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        let after = positions
            .iter()
            .filter_map(|(position, path)| position.play(path).ok());
        after.fold(0, |keys, position| keys ^ position.key())
    });
}

/// Counts four plies from the classic start. An item is a move.
#[divan::bench(sample_count = 20)]
fn perft_of_four(bencher: Bencher<'_, '_>) {
    let start = Rules::new(Ruleset::default()).unwrap().start();
    bencher
        .counter(ItemsCount::new(4_562_496usize))
        .bench(|| black_box(start).perft(4));
}
