//! How long things take, for `cargo xtask bench`: printed, and nothing fails by it.

use std::time::{Duration, Instant};

use halma_tests::{Data, Server};
use http::StatusCode;
use serde_json::json;

use crate::api::{Api, expect};
use crate::sql;

/// Accounts on the ladder that is read; as many again are provisional and rate higher.
const RANKED: u32 = 50_000;

/// How often each is read.
const READS: usize = 101;

/// Prints how long reading takes among what is stored, from asking over HTTP to the whole answer.
pub(crate) async fn reading(data: &Data, server: &Server) {
    sql::rank_accounts(data, RANKED).await;
    let nobody = Api::nobody(server);
    let busiest = sql::players(data).await[0];
    let other = sql::players(data).await[1];
    let player = format!("/api/players/{busiest}");
    for (what, path) in [
        ("statistics", "/api/statistics".to_owned()),
        (
            "statistics, filtered",
            "/api/statistics?from=2024-02-03&to=2025-11-20&humans=true&clock=rapid".to_owned(),
        ),
        ("leaderboard", "/api/leaderboard?limit=50".to_owned()),
        (
            "first page of the busiest player's games",
            format!("/api/games?player={busiest}"),
        ),
        (
            "statistics of the busiest player",
            format!("{player}/statistics"),
        ),
        (
            "the same, filtered",
            format!("{player}/statistics?from=2024-02-03&to=2025-11-20&humans=true&clock=rapid"),
        ),
        (
            "the busiest player against the next",
            format!("{player}/against/{other}"),
        ),
    ] {
        read(data, what, &nobody, &path).await;
    }
    // Somebody who has played as much, and has a few games under way.
    let ada = Api::guest(server, "Ada").await;
    for _ in 0..20 {
        let game = json!({ "rules": "classic", "seats": ["white"] });
        expect(ada.post("/api/games", game).await, StatusCode::CREATED);
    }
    let swap = |from: &str, to: &str| {
        format!("UPDATE seats SET player = {to} WHERE player = {from} AND ended")
    };
    let (ada_id, busiest) = (sql::id(data, &ada.id), sql::id(data, &busiest.to_string()));
    sql::run(data, &swap(&busiest, &ada_id)).await;
    read(
        data,
        "the busiest player's games under way",
        &ada,
        "/api/me/games",
    )
    .await;
    sql::run(data, &swap(&ada_id, &busiest)).await;
}

async fn read(data: &Data, what: &str, api: &Api, path: &str) {
    let mut times = Vec::new();
    for _ in 0..READS {
        let begun = Instant::now();
        expect(api.get(path).await, StatusCode::OK);
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let at = |percent: usize| times[(READS - 1) * percent / 100].as_micros();
    println!(
        "{:?}: {what}: median {} µs, 95 % within {} µs",
        data.engine(),
        at(50),
        at(95)
    );
}

/// Prints how long many took together.
pub(crate) fn together(data: &Data, what: &str, count: usize, time: Duration) {
    println!(
        "{:?}: {count} {what} in {} ms",
        data.engine(),
        time.as_millis()
    );
}
