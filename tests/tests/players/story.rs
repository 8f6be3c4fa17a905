//! As a new player would: a guest plays, becomes an account, is rated, and is found by others.

use std::time::Duration;

use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Setup, Socket, on_both_engines};
use http::StatusCode;
use serde_json::json;

use crate::api::{Api, PASSWORD, expect};
use crate::play::{rated, resigned};

on_both_engines!(a_guest_makes_a_name);

async fn a_guest_makes_a_name(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (eva, opponent) = (
        Api::guest(&server, "Eva").await,
        Api::account(&server, "Ida").await,
    );
    let (mut hers, _) = Socket::greeted(&server.url(), eva.token()).await;
    let casual = || json!({ "rules": "grasshopper" });
    let first = resigned(&server, &eva, &opponent, casual(), false).await;
    // Lists are in the order games were made.
    clock.advance(Duration::from_millis(1));
    resigned(&server, &eva, &opponent, casual(), false).await;
    resigned(&server, &eva, &opponent, casual(), true).await;

    // She keeps what she has played, and the socket she has open.
    let account = json!({ "name": "Eva Tall", "password": PASSWORD });
    expect(
        eva.post("/api/accounts", account).await,
        StatusCode::CREATED,
    );
    let games = eva.read(&format!("/api/games?player={}", eva.id)).await;
    assert_eq!(games["games"].as_array().unwrap().len(), 3);
    assert_eq!(games["games"][2]["id"], first.to_string());
    assert_eq!(games["games"][2]["seats"]["white"]["name"], "Eva Tall");
    let mine = format!("/api/players/{}/statistics", eva.id);
    let statistics = eva.read(&mine).await;
    assert_eq!(
        (&statistics["all"]["wins"], &statistics["all"]["losses"]),
        (
            &json!({ "games": 2, "percent": 66.67 }),
            &json!({ "games": 1, "percent": 33.33 })
        )
    );
    let seek = json!({
        "type": "seek", "id": "s", "preset": "standard", "rated": true,
        "clock": { "kind": "fischer", "initial": 600_000, "increment": 0 },
    });
    hers.say(seek.to_string()).await;
    let seeking = serde_json::to_value(hers.message().await).unwrap();
    assert_eq!(seeking, json!({ "type": "seeking", "id": "s" }));
    let waiting = eva.read("/api/seeks").await;
    assert_eq!(waiting[0]["player"]["name"], "Eva Tall");

    for _ in 0..10 {
        resigned(&server, &eva, &opponent, rated("standard"), false).await;
    }
    // Somebody else logs in later on another machine and looks her up.
    let login = json!({ "name": "Ida", "password": PASSWORD });
    let there = Api::nobody(&server).post("/api/sessions", login).await;
    let there = Api::of(&server, &expect(there, StatusCode::CREATED));
    let board = there.read("/api/leaderboard").await;
    let best = &board["players"][0];
    assert_eq!(
        (&best["rank"], &best["player"]["id"], &best["wins"]),
        (&json!(1), &json!(eva.id), &json!(10))
    );
    assert_eq!(best["provisional"], false);
    let found = there.read("/api/players?name=eva").await;
    assert_eq!(found[0]["id"], eva.id);
    let statistics = there.read(&mine).await;
    assert_eq!(statistics["all"]["games"], 13);
    assert_eq!(statistics["opponents"][0]["opponent"]["name"], "Ida");
    assert_eq!(statistics["streaks"]["now"], 10);
}
