//! `halma load` against a server in this process.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod serving;

use halma_client::Rest;
use halma_protocol::{Event, EventKind};
use serde_json::Value;
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

use serving::serve;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_played_is_counted() {
    let data = tempfile::tempdir().unwrap();
    let shutdown = CancellationToken::new();
    let url = serve(data.path().to_str().unwrap(), shutdown.clone()).await;
    // Within the usual limit on messages.
    let pid = std::process::id().to_string();
    let mut load = Command::new(env!("CARGO_BIN_EXE_halma"));
    load.args(["load", "--url", &url, "--rooms", "3", "--watchers", "1"])
        .args([
            "--rate",
            "10",
            "--seconds",
            "5",
            "--warm-up",
            "0",
            "--clock",
        ])
        .args(["--pid", &pid, "--json"]);
    let output = load.output().await.unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = report["moves"].as_u64().unwrap();
    assert!(moves > 0, "{report}");
    assert!(report["deliveries_to_watchers"].as_u64().unwrap() > 0);
    assert!(report["seen_by_the_other"]["median"].as_u64() > Some(0));
    assert!(report["server"]["memory_after"].as_u64() > Some(1 << 20));
    assert_eq!(report["refusals"], serde_json::json!({}));

    // Every move that was counted is stored.
    let rest = Rest::new(&url).unwrap();
    let mut stored = 0;
    for game in rest.games(None, None).await.unwrap().games {
        let events = rest.events(game.id, 0).await.unwrap();
        let moved = |event: &&Event| matches!(event.kind, EventKind::Moved { .. });
        stored += events.iter().filter(moved).count() as u64;
    }
    assert!(stored >= moves, "{stored} of {moves} moves");
    shutdown.cancel();
}

#[tokio::test]
async fn what_cannot_be_is_told() {
    for (words, wanted) in [
        (vec!["--rate", "0"], "greater than 0"),
        (vec!["--rooms", "0"], "rooms"),
        (vec!["--pid", "0", "--games", "/nowhere"], "/nowhere"),
    ] {
        let mut load = Command::new(env!("CARGO_BIN_EXE_halma"));
        load.args(["load", "--url", "http://127.0.0.1:9"]);
        let output = load.args(words).output().await.unwrap();
        assert!(!output.status.success());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(wanted), "{told}");
    }
}
