//! A game that is played again and again: its moves, and what a server says of them.

use std::path::{Path as FilePath, PathBuf};

use anyhow::{Context, Result};
use halma_core::{Path, Rules, Ruleset};
use halma_tests::{Data, Dice, Engine, vectors};
use serde_json::json;

use crate::process::Serving;
use crate::recording::Recording;

/// How many moves of the known game are played: as many as its last that does not end it.
const KNOWN: usize = 200;

/// A game of `classic`.
pub(crate) struct Played {
    pub(crate) moves: Vec<Path>,
    /// How many.
    plies: String,
    /// Whether many that are played at a time end one after the other.
    staggered: bool,
    /// The file that `halma load` reads.
    games: PathBuf,
    /// The file of what a server says.
    pub(crate) recording: PathBuf,
}

impl Played {
    /// A game that people might play.
    pub(crate) async fn known(dir: &FilePath) -> Result<Self> {
        let mut moves = vectors::named("classic#2").moves;
        moves.truncate(KNOWN);
        Self::record(dir, "known", moves, true).await
    }

    /// A game of so many moves by chance, for what takes more than people make.
    pub(crate) async fn long(dir: &FilePath, plies: usize) -> Result<Self> {
        let mut dice = Dice::new(11);
        let mut position = Rules::new(Ruleset::default())?.start();
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal: Vec<_> = position
                .legal_moves()
                .flat_map(|(from, ends)| ends.sorted().map(move |to| (from, to)))
                .collect();
            let (from, to) = *dice.pick(&legal);
            let path = position.shortest_path(from, to).context("a way there")?;
            position = position.play(&path)?;
            moves.push(path);
        }
        Self::record(dir, "long", moves, false).await
    }

    /// Has a server of its own tell the game.
    async fn record(dir: &FilePath, name: &str, moves: Vec<Path>, staggered: bool) -> Result<Self> {
        let data = Data::new(Engine::Sqlite).await;
        let server = Serving::server(&data).await?;
        let recording = dir.join(name).with_extension("recording");
        Recording::of(&server.url, &moves)
            .await?
            .write(&recording)?;
        let rules = Ruleset::default();
        let game = json!({
            "name": name, "rules": rules, "start": Rules::new(rules)?.start().to_string(),
            "moves": moves, "seats": [], "legal": [], "sets": {}, "passes": [], "final": "",
            "result": null,
        });
        let games = dir.join(name).with_extension("jsonl");
        std::fs::write(&games, game.to_string())?;
        Ok(Self {
            plies: moves.len().to_string(),
            staggered,
            moves,
            games,
            recording,
        })
    }

    /// What `halma load` has to be told to play it.
    pub(crate) fn flags(&self) -> Result<Vec<&str>> {
        let games = self.games.to_str().context("a path in UTF-8")?;
        let mut flags = vec!["--games", games, "--plies", &self.plies, "--clock"];
        flags.extend(self.staggered.then_some("--staggered"));
        Ok(flags)
    }
}
