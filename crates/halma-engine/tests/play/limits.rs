//! What a search may spend, and that nothing else decides what it finds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use halma_core::{Game, PRESETS, Preset, Rules};
use halma_engine::{Level, Limits, Search, Strength};

fn classic() -> Game {
    Game::new(Rules::new(Preset::by_name("classic").unwrap().ruleset).unwrap())
}

#[test]
fn no_more_nodes_are_looked_at_than_allowed() {
    for nodes in [0, 1, 2, 127, 128, 129, 1_000] {
        for strength in [Strength::FULL, Level::ALL[0].strength()] {
            let search = Search::new(strength, 3);
            let stop = AtomicBool::new(false);
            let found = search
                .run(&classic(), &Limits::nodes(nodes), &stop)
                .unwrap();
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert!(classic().play(&found.path).is_ok());
        }
    }
}

#[test]
fn all_of_the_nodes_are_used_when_there_is_more_to_find() {
    let stop = AtomicBool::new(false);
    let found = Search::new(Strength::FULL, 3).run(&classic(), &Limits::nodes(700), &stop);
    assert_eq!(found.unwrap().nodes, 700);
}

#[test]
fn the_same_search_finds_the_same() {
    for preset in PRESETS {
        let game = Game::new(Rules::new(preset.ruleset).unwrap());
        for level in [Level::ALL[1], Level::ALL[7]] {
            let stop = AtomicBool::new(false);
            let find = || Search::new(level, 9).run(&game, &Limits::nodes(300), &stop);
            assert_eq!(find(), find(), "{}", preset.name);
        }
    }
}

#[test]
fn the_seed_decides_between_equals() {
    let stop = AtomicBool::new(false);
    let find = |seed| Search::new(Level::ALL[0], seed).run(&classic(), &Limits::nodes(50), &stop);
    let first = find(0).unwrap().path;
    assert!((1..20).any(|seed| find(seed).unwrap().path != first));
}

#[test]
fn a_search_that_is_over_before_it_begins_still_gives_a_move() {
    let stopped = AtomicBool::new(true);
    let passed = Limits::until(Instant::now());
    for (limits, stop) in [
        (Limits::default(), &stopped),
        (passed, &AtomicBool::new(false)),
    ] {
        let found = Search::new(Strength::FULL, 1).run(&classic(), &limits, stop);
        let found = found.unwrap();
        assert_eq!((found.depth, found.nodes), (0, 0));
        assert!(classic().play(&found.path).is_ok());
    }
}

#[test]
fn the_stop_flag_ends_a_search_without_limits() {
    let stop = AtomicBool::new(false);
    let mut reports = 0;
    let found = Search::new(Strength::FULL, 1).run_reporting(
        &classic(),
        &Limits::default(),
        &stop,
        &mut |found| {
            reports += 1;
            stop.store(found.depth >= 2, Ordering::Relaxed);
        },
    );
    assert_eq!(reports, 2);
    assert!(found.unwrap().depth >= 2);
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let stop = AtomicBool::new(false);
    let game = classic();
    let only: Vec<_> = game.position().legal_moves().take(1).collect();
    let (from, ends) = only[0];
    let to = ends.into_iter().next().unwrap();
    let search = Search::new(Strength::FULL, 1).only(vec![(from, to)]);
    let path = search.run(&game, &Limits::nodes(50), &stop).unwrap().path;
    assert_eq!((path.from(), path.to()), (from, to));
    let none = Search::new(Strength::FULL, 1).only(Vec::new());
    assert_eq!(none.run(&game, &Limits::nodes(50), &stop), None);
}
