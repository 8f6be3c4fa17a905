//! Rulesets as JSON: they survive being written, and sound ones can be played by.

#![no_main]

use halma_core::{Game, Path, Rules, Ruleset};
use libfuzzer_sys::fuzz_target;

/// How many moves of each game are played.
const MOVES: usize = 12;

fuzz_target!(|text: &str| {
    let Ok(ruleset) = serde_json::from_str::<Ruleset>(text) else {
        return;
    };
    let written = serde_json::to_string(&ruleset).expect("a ruleset can be written");
    assert_eq!(
        serde_json::from_str::<Ruleset>(&written).expect("and read"),
        ruleset
    );
    match Rules::new(ruleset) {
        Ok(rules) => play(Game::new(rules)),
        Err(error) => assert!(!error.options().is_empty()),
    }
});

fn play(mut game: Game) {
    for _ in 0..MOVES {
        if game.outcome().is_some() {
            return;
        }
        let position = *game.position();
        let farthest = position
            .legal_moves()
            .flat_map(|(from, ends)| ends.iter().map(move |to| (from, to)))
            .max_by_key(|(from, to)| from.rank().abs_diff(to.rank()));
        let (from, to) = farthest.expect("a seat that cannot move has passed");
        let path: Path = position
            .shortest_path(from, to)
            .expect("a listed move has a way");
        game.play(&path).expect("a listed move is accepted");
    }
}
