//! What an older server has counted and listed is so after an upgrade.

use halma_tests::{Data, Server, create, on_both_engines, table};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, command, expect};
use crate::naming::forgotten;
use crate::play::{rated, resigned};
use crate::sql;

on_both_engines!(
    meetings_and_unfinished_games,
    who_has_left_before_is_nobody_now,
);

/// Makes the tables what they were before the eighth migration.
const BEFORE_NAMES: [&str; 4] = [
    "DROP TABLE renamed",
    "DROP INDEX rating_changes_by_number",
    "CREATE INDEX rating_changes_by_player ON rating_changes (player, ladder, time)",
    "DELETE FROM _sqlx_migrations WHERE version >= 8",
];

/// On an embedded database also what the events' was before the ninth.
const BEFORE_ORDER: [&str; 4] = [
    "ALTER TABLE events RENAME TO in_order",
    "CREATE TABLE events (game BLOB NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, \
        PRIMARY KEY (game, seq)) WITHOUT ROWID",
    "INSERT INTO events SELECT game, seq, body FROM in_order",
    "DROP TABLE in_order",
];

/// Makes of those what they were before the sixth.
const BEFORE_MEETINGS: [&str; 8] = [
    "DROP TABLE served",
    "CREATE TABLE opponents AS SELECT player, opponent, preset, rated = 1 AS rated, pace, games, \
        wins, draws FROM meetings WHERE preset <> '*' AND rated >= 0 AND pace >= 0",
    "DROP TABLE meetings",
    "DROP INDEX seats_unfinished",
    "ALTER TABLE seats DROP COLUMN ended",
    "DROP INDEX ratings_settled",
    "CREATE INDEX ratings_by_rank ON ratings (ladder, rating)",
    "DELETE FROM _sqlx_migrations WHERE version >= 6",
];

async fn meetings_and_unfinished_games(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    for by_white in [true, false, false] {
        resigned(&server, &ada, &ida, rated("standard"), by_white).await;
    }
    resigned(&server, &ida, &ada, json!({ "rules": "classic" }), true).await;
    let open = json!({ "rules": "classic", "seats": ["white"] });
    expect(ada.post("/api/games", open).await, StatusCode::CREATED);
    let (mine, hers) = (ada.id.clone(), ida.id.clone());
    let read = async |server: &Server| {
        let ada =
            Api::nobody(server).with("authorization", &format!("Bearer {}", ada.token().unwrap()));
        let mut read: Vec<Value> = vec![ada.read("/api/me/games").await];
        for filter in [
            "",
            "rated=true",
            "rated=false",
            "clock=rapid",
            "preset=classic",
            "preset=standard&rated=true&clock=rapid",
            "preset=standard&rated=false",
        ] {
            let path = format!("/api/players/{mine}/against/{hers}?{filter}");
            read.push(ada.read(&path).await);
        }
        // Its links have the server's own port in them.
        read[0][0]["game"]["url"].take();
        read
    };
    let before = read(&server).await;
    assert_eq!(before[0].as_array().unwrap().len(), 1);
    let games: Vec<_> = before[1..].iter().map(|met| met["games"].clone()).collect();
    assert_eq!(games, [4, 3, 1, 3, 1, 3, 0]);
    server.stop().await;

    for step in BEFORE_NAMES.into_iter().chain(BEFORE_MEETINGS) {
        sql::run(&data, step).await;
    }
    let server = Server::start(&data).await;
    assert_eq!(read(&server).await, before);
    server.stop().await;
    let agreed = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert_eq!(agreed.matches("agrees").count(), 4, "{agreed}");
}

/// Their names may have stayed in games, with nobody to take them out.
async fn who_has_left_before_is_nobody_now(data: Data) {
    let server = Server::start(&data).await;
    let (game, players) = table(&server.rest(), &create("classic")).await;
    drop(players);
    server.stop().await;
    let left = "UPDATE players SET kind = 'deleted', name = 'Anonymous' WHERE name = 'Seat 1'";
    let order = data.directory().map(|_| BEFORE_ORDER);
    let steps = BEFORE_NAMES.into_iter().chain(order.into_iter().flatten());
    for step in [left].into_iter().chain(steps) {
        sql::run(&data, step).await;
    }
    let events = "SELECT COUNT(*) FROM events";
    let before = sql::number(&data, events).await;
    let server = Server::start(&data).await;
    forgotten(&server, game).await;
    assert_eq!(sql::number(&data, events).await, before);
    if data.directory().is_some() {
        let old = "SELECT COUNT(*) FROM sqlite_schema WHERE sql LIKE '%events%WITHOUT ROWID%'";
        assert_eq!(sql::number(&data, old).await, 0);
    }
}
