//! Whole games that other implementations of the rules agree on.

use halma_core::{OutCause, Outcome, Path, Ruleset, RulesetSpec, Seat};
use halma_protocol::CreateGame;
use serde::Deserialize;

use crate::table::create;

/// A game, from its start to its end or to where it was left.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub rules: Ruleset,
    /// The position it starts from.
    pub start: String,
    /// The moves, without the passes.
    pub moves: Vec<Path>,
    /// Who makes each of them.
    pub seats: Vec<Seat>,
    /// How many moves are legal before each of them.
    pub legal: Vec<usize>,
    /// The passes, each with how many turns were made before it.
    pub passes: Vec<(u32, Seat)>,
    /// The seats that go out, each with how many moves were made before it.
    #[serde(default)]
    pub outs: Vec<(usize, Seat, OutCause)>,
    /// The position at the end.
    pub r#final: String,
    /// How it ends, if it does.
    pub result: Option<Outcome>,
}

/// All games.
///
/// # Panics
///
/// If the data is broken.
pub fn all() -> Vec<Vector> {
    include_str!("../data/games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The game of that name.
///
/// # Panics
///
/// If there is none.
pub fn named(name: &str) -> Vector {
    let found = all().into_iter().find(|vector| vector.name == name);
    found.unwrap_or_else(|| panic!("no game {name}"))
}

impl Vector {
    /// The request that makes this game.
    pub fn create(&self) -> CreateGame {
        let mut create = create("classic");
        create.rules = RulesetSpec::from(self.rules);
        create.start = Some(self.start.clone());
        create
    }

    /// The moves of one seat.
    pub fn moves_of(&self, seat: Seat) -> Vec<Path> {
        let moves = self.moves.iter().zip(&self.seats);
        moves
            .filter(|(_, mover)| **mover == seat)
            .map(|(path, _)| *path)
            .collect()
    }
}
