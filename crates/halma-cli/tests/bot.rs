//! `halma bot`: programs that play each other on a server in this process.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod serving;

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use halma_client::Rest;
use halma_core::{Preset, Reason, Ruleset, Seat};
use halma_protocol::{CreateGame, GameSummary, Guest};
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use serving::serve;

/// A server, with a folder of its own; it ends when dropped.
struct Place {
    folder: TempDir,
    url: String,
    shutdown: CancellationToken,
}

impl Place {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let shutdown = CancellationToken::new();
        let url = serve(folder.path().to_str().unwrap(), shutdown.clone()).await;
        Self {
            folder,
            url,
            shutdown,
        }
    }

    fn rest(&self) -> Rest {
        Rest::new(&self.url).unwrap()
    }

    async fn guest(&self, name: &str) -> Guest {
        self.rest().new_guest(Some(name)).await.unwrap()
    }

    /// A game of the one against the other, who is asked for it.
    async fn game(&self, white: &Guest, black: &Guest) -> GameSummary {
        // From JSON, where everything else a game may be made with has its default.
        let wish: CreateGame = serde_json::from_value(json!({
            "rules": "grasshopper",
            "seats": [Seat::White],
            "invited": { "black": black.player.id },
        }))
        .unwrap();
        let rest = self.rest().with_token(&white.token);
        rest.create_game(&wish).await.unwrap()
    }

    /// Lets a bot play one game. Gives what it said, and what it complained of.
    fn bot(&self, words: &[&str]) -> JoinHandle<(String, String)> {
        let mut halma = Command::new(env!("CARGO_BIN_EXE_halma"));
        halma.args(["bot", "--url", &self.url, "--games", "1"]);
        halma.args(words).env_remove("HALMA_TOKEN");
        tokio::task::spawn_blocking(move || {
            let output = halma.output().unwrap();
            assert!(output.status.success(), "{output:?}");
            let text = |bytes| String::from_utf8(bytes).unwrap();
            (text(output.stdout), text(output.stderr))
        })
    }

    async fn how_it_ended(&self, game: &GameSummary) -> (Option<Seat>, Reason) {
        let outcome = self.rest().game(game.id).await.unwrap().outcome.unwrap();
        (outcome.winners.iter().next(), outcome.reason)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

/// What a bot said of its only game: the game's id and how it went.
fn told(said: &str) -> (&str, &str) {
    said.lines().last().unwrap().split_once(' ').unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_look_for_a_game_find_each_other_and_play_it() {
    let place = Place::open().await;
    let quick = |name, level| place.bot(&["--name", name, "--level", level, "--seek", "standard"]);
    let (one, other) = (quick("One", "walker"), quick("Other", "2"));
    let ((one, complaints), (other, _)) = (one.await.unwrap(), other.await.unwrap());
    assert_eq!(complaints, "");
    assert!(one.starts_with("playing as One ("), "{one}");
    let ((game, one), (same, other)) = (told(&one), told(&other));
    assert_eq!(game, same);
    let mut results = [one, other];
    results.sort_unstable();
    assert_eq!(results, ["lost (home)", "won (home)"]);
    let played = place.rest().game(game.parse().unwrap()).await.unwrap();
    let standard: &Ruleset = &Preset::by_name("standard").unwrap().ruleset;
    assert_eq!(played.rules, *standard);
    assert_eq!(played.outcome.unwrap().reason, Reason::Home);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_may_think_for_a_bot() {
    let place = Place::open().await;
    let (white, black) = (place.guest("White").await, place.guest("Black").await);
    let game = place.game(&white, &black).await;
    let engine = format!("{} engine", env!("CARGO_BIN_EXE_halma"));
    let own = place.bot(&["--token", &white.token, "--level", "1"]);
    let outside = [
        "--token",
        &black.token,
        "--engine",
        &engine,
        "--movetime",
        "20",
    ];
    let outside = place.bot(&outside);
    let ((own, _), (outside, complaints)) = (own.await.unwrap(), outside.await.unwrap());
    assert_eq!(complaints, "");
    assert_eq!(told(&own), (game.id.to_string().as_str(), "lost (home)"));
    assert_eq!(told(&outside).1, "won (home)");
    let ended = (Some(Seat::Black), Reason::Home);
    assert_eq!(place.how_it_ended(&game).await, ended);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_engine_is_broken_gives_up_and_says_why() {
    let place = Place::open().await;
    let script = place.folder.path().join("engine.sh");
    let answers = "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
        halma) echo halmaok;; isready) echo readyok;;\n\
        go) echo bestmove a1-a2;; quit) exit;; esac; done\n";
    std::fs::write(&script, answers).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700)).unwrap();
    let (white, black) = (place.guest("White").await, place.guest("Black").await);
    let game = place.game(&white, &black).await;
    let engine = script.to_str().unwrap();
    let broken = place.bot(&["--token", &white.token, "--engine", engine]);
    let whole = place.bot(&["--token", &black.token, "--level", "1"]);
    let ((_, complaints), (whole, _)) = (broken.await.unwrap(), whole.await.unwrap());
    assert!(
        complaints.contains("the engine chose a1-a2 in "),
        "{complaints}"
    );
    assert_eq!(told(&whole).1, "won (resign)");
    let ended = (Some(Seat::Black), Reason::Resign);
    assert_eq!(place.how_it_ended(&game).await, ended);
}
