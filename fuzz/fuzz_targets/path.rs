//! Paths: what is read prints as it was written, and no position chokes on it.

#![no_main]

use halma_core::{Path, Rules, Ruleset};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Path>() {
        Ok(path) => {
            assert_eq!(path.to_string(), text);
            assert_eq!(Path::new(path.squares()), Ok(path));
            let start = Rules::new(Ruleset::default()).expect("sound").start();
            let listed = start
                .legal_moves()
                .any(|(from, ends)| from == path.from() && ends.contains(path.to()));
            assert!(listed || start.play(&path).is_err());
        }
        Err(error) => assert!((1..=text.len() + 1).contains(&error.column())),
    }
});
