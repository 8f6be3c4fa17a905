//! Whole games that other implementations of the rules agree on.

use std::collections::BTreeMap;

use halma_core::{Game, OutCause, Outcome, Path, Ply, Position, Rules, Ruleset, Seat};
use serde::Deserialize;

/// One line of the data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vector {
    pub(crate) name: String,
    pub(crate) rules: Ruleset,
    pub(crate) start: String,
    pub(crate) moves: Vec<Path>,
    seats: Vec<Seat>,
    legal: Vec<usize>,
    sets: BTreeMap<usize, Vec<String>>,
    passes: Vec<(u32, Seat)>,
    #[serde(default)]
    pub(crate) outs: Vec<(usize, Seat, OutCause)>,
    r#final: String,
    result: Option<Outcome>,
}

pub(crate) fn all() -> Vec<Vector> {
    include_str!("../data/games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

impl Vector {
    pub(crate) fn start(&self) -> Position {
        let rules = Rules::new(self.rules).unwrap();
        Position::parse(&rules, &self.start).unwrap()
    }

    /// Replays the game, calling `at` before each move with its index.
    pub(crate) fn replay(&self, mut at: impl FnMut(&Game, usize)) -> Game {
        let mut game = Game::from_position(self.start());
        for index in 0..=self.moves.len() {
            for &(_, seat, cause) in self.outs.iter().filter(|out| out.0 == index) {
                game.go_out(seat, cause).unwrap();
            }
            if let Some(path) = self.moves.get(index) {
                at(&game, index);
                game.play(path)
                    .unwrap_or_else(|error| panic!("{} move {index} {path}: {error}", self.name));
            }
        }
        game
    }

    fn check(&self) {
        let name = &self.name;
        let game = self.replay(|game, index| {
            let position = game.position();
            assert_eq!(
                position.to_move(),
                self.seats[index],
                "{name} seat at {index}"
            );
            assert_eq!(
                position.legal_count(),
                self.legal[index],
                "{name} count at {index}"
            );
            if let Some(set) = self.sets.get(&index) {
                assert_eq!(&from_to(position), set, "{name} set at {index}");
            }
        });
        assert_eq!(
            game.position().to_string(),
            self.r#final,
            "{name} final position"
        );
        assert_eq!(game.outcome(), self.result.as_ref(), "{name} result");
        assert_eq!(passes(&game), self.passes, "{name} passes");
    }
}

/// Every legal start and end, sorted as text.
fn from_to(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position
        .legal_moves()
        .flat_map(|(from, ends)| ends.iter().map(move |to| format!("{from}-{to}")))
        .collect();
    texts.sort();
    texts
}

/// The passes, each with the turns made before it since the start.
fn passes(game: &Game) -> Vec<(u32, Seat)> {
    let mut turns = 0;
    let mut passes = Vec::new();
    for ply in game.plies() {
        match ply {
            Ply::Move { .. } => turns += 1,
            Ply::Pass { seat } => {
                passes.push((turns, seat));
                turns += 1;
            }
            Ply::Out { .. } => {}
        }
    }
    passes
}

#[test]
fn every_game_replays() {
    let vectors = all();
    assert_eq!(vectors.len(), 130);
    for vector in &vectors {
        vector.check();
    }
}

#[test]
fn taking_back_a_whole_game_restores_every_position() {
    for vector in all() {
        let mut trail = Vec::new();
        let mut game = vector.replay(|game, _| {
            trail.push((*game.position(), game.len(), game.occurrences()));
        });
        while let Some(ply) = game.take_back() {
            assert_eq!(game.outcome(), None, "{}", vector.name);
            if matches!(ply, Ply::Move { .. }) {
                let (position, len, occurrences) = trail.pop().unwrap();
                assert_eq!(*game.position(), position, "{}", vector.name);
                assert_eq!(game.position().key(), position.key(), "{}", vector.name);
                assert_eq!((game.len(), game.occurrences()), (len, occurrences));
            }
        }
        assert!(trail.is_empty());
    }
}
