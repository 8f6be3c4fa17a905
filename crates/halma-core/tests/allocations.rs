//! Generating and checking moves takes nothing from the heap.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use halma_core::{Game, PRESETS, Path, Position, Rules};

fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

/// Some positions of a game by those rules that always plays its first move.
fn positions(rules: Rules) -> Vec<(Position, Path)> {
    let mut game = Game::new(rules);
    let mut found = Vec::new();
    while game.outcome().is_none() && found.len() < 60 {
        let position = *game.position();
        let (from, ends) = position.legal_moves().last().unwrap();
        let path = position
            .shortest_path(from, ends.iter().last().unwrap())
            .unwrap();
        found.push((position, path));
        game.play(&path).unwrap();
    }
    found
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn moves_are_generated_and_checked_without_the_heap() {
    for preset in PRESETS {
        let positions = positions(Rules::new(preset.ruleset).unwrap());
        let mut checked = 0;
        let used = allocations(|| {
            for (position, path) in &positions {
                let listed = position.legal_moves().any(|(from, _)| from == path.from());
                let counted = position.legal_count() > 0 && position.has_moves();
                let way = position.shortest_path(path.from(), path.to());
                let refused = Path::of_two(path.to(), path.from());
                let judged = position.play(path).is_ok() && position.play(&refused).is_err();
                checked += usize::from(listed && counted && way.is_some() && judged);
            }
        });
        assert_eq!(checked, positions.len(), "{}", preset.name);
        assert_eq!(used, 0, "{}", preset.name);
    }
}
