//! Whole games: only legal moves, and an end.

use std::sync::atomic::AtomicBool;

use halma_core::{Game, PRESETS, Rules};
use halma_engine::{Level, Limits, Search};

/// Plays a game of one player against itself up to so many plies.
fn play(rules: Rules, level: Level, nodes: u64, seed: u64, plies: usize) -> Game {
    let mut game = Game::new(rules);
    let stop = AtomicBool::new(false);
    while game.outcome().is_none() && game.len() < plies {
        let search = Search::new(level, seed).table_bytes(1 << 16);
        let found = search.run(&game, &Limits::nodes(nodes), &stop).unwrap();
        assert_eq!(found.line.first(), Some(&found.path));
        game.play(&found.path).unwrap();
    }
    game
}

#[test]
fn every_preset_is_played_by_legal_moves() {
    for (preset, seed) in PRESETS.iter().zip(1..) {
        let rules = Rules::new(preset.ruleset).unwrap();
        let game = play(rules, Level::ALL[7], 60, seed, 400);
        assert!(game.len() > 20, "{}: {}", preset.name, game.len());
    }
}
