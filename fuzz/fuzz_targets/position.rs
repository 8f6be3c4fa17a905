//! Positions under every preset: what is read prints as it was written and can be played on.

#![no_main]

use halma_core::{Game, PRESETS, Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for preset in PRESETS {
        let rules = Rules::new(preset.ruleset).expect("presets are sound");
        match Position::parse(&rules, text) {
            Ok(position) => play_on(&position, text),
            Err(error) => {
                let column = error.column().unwrap_or(1);
                assert!((1..=text.len() + 1).contains(&column));
            }
        }
    }
});

fn play_on(position: &Position, text: &str) {
    assert_eq!(position.to_string(), text);
    let rules = position.rules();
    assert_eq!(
        Position::from_setup(rules, &position.setup()).as_ref(),
        Ok(position)
    );
    let mut count = 0;
    for (from, ends) in position.legal_moves() {
        for to in ends {
            let path = position
                .shortest_path(from, to)
                .expect("a listed move has a way");
            let next = position.play(&path).expect("a listed move is accepted");
            assert_ne!(next.key(), position.key());
            count += 1;
        }
    }
    assert_eq!(position.legal_count(), count);
    assert_eq!(position.has_moves(), count > 0);
    let game = Game::from_position(*position);
    assert_eq!(
        game.is_empty(),
        count > 0,
        "only a stuck seat passes at once"
    );
}
