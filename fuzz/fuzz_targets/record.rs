//! Records: what is read prints as it was written, and can be taken back to the start.

#![no_main]

use halma_core::{Game, Record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Record>() {
        Ok(record) => {
            assert_eq!(record.to_string(), text);
            let mut game = record.game;
            while game.take_back().is_some() {}
            let fresh = Game::from_position(*game.start());
            assert_eq!(game.position(), fresh.position());
        }
        Err(error) => {
            let line = text
                .split('\n')
                .nth(error.line - 1)
                .expect("the line is there");
            assert!((1..=line.len() + 1).contains(&error.column), "{error}");
        }
    }
});
