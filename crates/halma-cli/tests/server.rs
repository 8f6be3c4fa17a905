//! `halma check --server` against a server in this process.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod serving;

use std::process::Command;

use tokio_util::sync::CancellationToken;

use serving::serve;

const GAMES: &str = include_str!("../../halma-core/tests/data/games.jsonl");

/// Checks these games on that server.
async fn check(server: &str, games: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    std::fs::write(&file, games).unwrap();
    let mut halma = Command::new(env!("CARGO_BIN_EXE_halma"));
    halma.args(["check", "--server", server]).arg(file);
    let output = tokio::task::spawn_blocking(move || halma.output().unwrap())
        .await
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn games_pass_through_a_server_and_wrong_ones_do_not() {
    let data = tempfile::tempdir().unwrap();
    let shutdown = CancellationToken::new();
    let server = serve(data.path().to_str().unwrap(), shutdown.clone()).await;

    // Some of all kinds, and all where a seat goes out.
    let kinds = GAMES.lines().step_by(9);
    let outs = GAMES.lines().filter(|line| line.contains("\"outs\""));
    let games: Vec<&str> = kinds.chain(outs).collect();
    let (status, said) = check(&server, &games.join("\n")).await;
    assert_eq!(
        (status, said),
        (Some(0), format!("{} passed, 0 failed\n", games.len()))
    );

    let game = games
        .iter()
        .find(|line| line.contains("\"out-four-all#1\""))
        .unwrap();
    let wrong = game
        .replacen("\"legal\": [32,", "\"legal\": [31,", 1)
        .replacen("\"final\": \"", "\"final\": \"16/", 1);
    assert_ne!(**game, wrong);
    let (status, said) = check(&server, &wrong).await;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(status, Some(1));
    assert!(
        lines[0].ends_with("ply 1: number of legal moves: expected 31, got 32"),
        "{said}"
    );
    assert!(lines[1].contains("final position: expected 16/"), "{said}");
    assert_eq!(lines[2..], ["0 passed, 1 failed"]);
    shutdown.cancel();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let (status, said) = check("http://127.0.0.1:9", "").await;
    assert_eq!(status, Some(2));
    assert!(said.contains("http://127.0.0.1:9"), "{said}");
}
