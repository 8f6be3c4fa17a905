//! Games taken away and taken in.

use std::io::Write;
use std::time::Duration;

use halma_protocol::GameExport;
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Server, Setup, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::api::{Api, command, expect, refused};
use crate::generated::{self, Numbers};
use crate::measured;
use crate::play::{rated, resigned};
use crate::sql;

on_both_engines!(
    out_and_in_again,
    bad_lines_are_refused_by_number,
    counters_equal_a_recount,
    who_may_take_what,
);

pub(crate) fn file(lines: impl IntoIterator<Item = String>) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    for line in lines {
        writeln!(file, "{line}").unwrap();
    }
    file
}

pub(crate) async fn import(data: &Data, file: &NamedTempFile) -> Result<String, String> {
    command(data, &["import", file.path().to_str().unwrap()]).await
}

async fn out_and_in_again(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    for n in 0..3 {
        clock.advance(Duration::from_millis(1));
        resigned(&server, &ada, &ida, rated("standard"), n == 1).await;
    }
    let nobody = Api::nobody(&server);
    let exported = nobody.get("/api/export").await;
    assert_eq!(exported.status, StatusCode::OK);
    assert_eq!(exported.headers["content-type"], "application/x-ndjson");
    let lines: Vec<GameExport> = exported
        .body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0].players.values().collect::<Vec<_>>(),
        ["Ada", "Ida"]
    );
    let one = nobody
        .read(&format!("/api/games/{}/export", lines[0].id.unwrap()))
        .await;
    assert_eq!(one, serde_json::to_value(&lines[0]).unwrap());
    let list: Vec<GameExport> = nobody.get("/api/export?format=json").await.json();
    assert_eq!(list, lines);
    let empty: Vec<GameExport> = nobody
        .get("/api/export?format=json&preset=paco")
        .await
        .json();
    assert!(empty.is_empty());
    let records = nobody.get("/api/export?format=record&games=2").await.body;
    assert_eq!(records.matches("[Rules \"standard\"]").count(), 2);
    let won = nobody.get("/api/export?result=black&rated=true").await.body;
    assert_eq!(won.lines().count(), 1);

    // Into another database, where they are the same games of unlinked players that rate nothing.
    let other = Data::new(data.engine()).await;
    let there = Server::start(&other).await;
    let file = file(exported.body.lines().map(str::to_owned));
    let said = import(&other, &file).await.unwrap();
    assert!(
        said.starts_with("3 games stored, 0 lines refused"),
        "{said}"
    );
    let again = import(&other, &file).await.unwrap_err();
    assert!(
        again.contains("line 1: the game is there already"),
        "{again}"
    );
    let nobody = Api::nobody(&there);
    for mut line in lines {
        let path = format!("/api/games/{}", line.id.unwrap());
        let game = nobody.read(&path).await;
        assert_eq!(
            (&game["status"], &game["rated"]),
            (&json!("finished"), &json!(false))
        );
        line.rated = false;
        assert_eq!(
            nobody.read(&format!("{path}/export")).await,
            serde_json::to_value(&line).unwrap()
        );
        let record = nobody.get(&format!("{path}/record")).await.body;
        assert!(record.contains("[White \"Ada\"]"), "{record}");
        let events = nobody.read(&format!("{path}/events?since=3&limit=1")).await;
        assert_eq!(events["events"][0]["seq"], 4);
        assert_eq!(nobody.read(&format!("{path}/ratings")).await, json!([]));
    }
    let all = nobody.read("/api/statistics").await;
    assert_eq!(all["all"]["games"], 3);
    assert_eq!(all["all"]["moves"]["longest"], 2);
    let player =
        nobody.read("/api/games?limit=1").await["games"][0]["seats"]["white"]["id"].clone();
    let stats = nobody
        .read(&format!(
            "/api/players/{}/statistics",
            player.as_str().unwrap()
        ))
        .await;
    assert_eq!(stats["player"]["kind"], "imported");
    assert_eq!(stats["streaks"], json!({ "now": 1, "won": 1, "lost": 1 }));
    assert_eq!(nobody.read("/api/players?name=Ada").await, json!([]));
}

async fn bad_lines_are_refused_by_number(data: Data) {
    let _server = Server::start(&data).await;
    let good: Vec<Value> = generated::games(3, 1)
        .map(|game| serde_json::to_value(game).unwrap())
        .collect();
    let with = |name: &str, value: Value| {
        let mut line = good[0].clone();
        line[name] = value;
        line.to_string()
    };
    let lines = [
        good[0].to_string(),
        "{".to_owned(),
        with("moves", json!("a1-h8")),
        String::new(),
        with("players", json!({ "white": "Ada" })),
        with("players", json!({ "white": "<b>", "black": "Ida" })),
        with("rules", json!("chess")),
        with("finished", json!(0)),
        with("finished", json!(9_000_000_000_000_000_i64)),
        with("started", json!(-1)),
        with("started", json!(-9_000_000_000_000_000_i64)),
        with("started", json!(i64::MIN)),
        with("finished", json!(i64::MAX)),
        with("outcome", json!({ "winners": ["white"], "reason": "home" })),
        with("colour", json!("blue")),
        with(
            "players",
            json!({ "white": "Computer 1", "black": "Computer 2" }),
        ),
        format!("{{\"moves\":\"{}\"}}", "x".repeat(1024 * 1024)),
        good[1].to_string(),
        good[2].to_string(),
    ];
    let mut file = file(lines);
    file.write_all(b"\"\xff\"\n").unwrap();
    let said = import(&data, &file).await.unwrap_err();
    let numbers: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("line ")?.split(':').next())
        .collect();
    assert_eq!(
        numbers,
        [
            "2", "3", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "20"
        ],
        "{said}"
    );
    let server = Api::nobody(&_server);
    assert_eq!(
        server.read("/api/games?status=finished").await["games"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

/// Says how many games to take in; reading is then measured, as `cargo xtask bench statistics` asks.
const MEASURE: &str = "HALMA_MEASURE_GAMES";

/// Few unless somebody measures.
fn how_many() -> u64 {
    std::env::var(MEASURE).map_or(600, |number| number.parse().unwrap())
}

async fn counters_equal_a_recount(data: Data) {
    let count = how_many();
    let games = generated::games(count, 5).map(|game| serde_json::to_string(&game).unwrap());
    let said = import(&data, &file(games)).await.unwrap();
    println!("{:?}: {said}", data.engine());
    assert!(
        said.starts_with(&format!("{count} games stored, 0 lines")),
        "{said}"
    );
    let agreed = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert_eq!(agreed.matches("agrees").count(), 4, "{agreed}");
    // Nothing that is taken in is rated, whatever it was where it was played: some are made so, and
    // counted by the same rules as when they end.
    let rated = "UPDATE games SET rated = (pace > 0 AND moves > 6) WHERE counted";
    sql::run(&data, rated).await;
    let found = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert!(found.contains("streaks: agrees"), "{found}");
    assert_eq!(found.matches("agrees").count(), 1, "{found}");

    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    for rated in ["true", "false"] {
        let some = nobody.read(&format!("/api/statistics?rated={rated}")).await;
        assert!(some["all"]["games"].as_u64().unwrap() > count / 10);
    }
    let mut numbers = Numbers::new(9);
    let players = sql::players(&data).await;
    for _ in 0..200 {
        let (query, condition) = combination(&mut numbers);
        let told = nobody.read(&format!("/api/statistics?{query}")).await;
        let counted = sql::recount(&data, &condition).await;
        assert_eq!(sql::told(&told["all"]), counted, "{query}");
        let player = numbers.one_of(&players);
        let path = format!("/api/players/{player}/statistics?{query}");
        let told = nobody.read(&path).await;
        let counted = sql::results(&data, *player, &condition).await;
        assert_eq!(sql::told_results(&told["all"]), counted, "{path}");
    }
    if std::env::var_os(MEASURE).is_some() {
        measured::reading(&data, &server).await;
    }
    server.stop().await;
    let agreed = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert_eq!(agreed.matches("agrees").count(), 4, "{agreed}");
}

/// A random filter, and the same in SQL.
fn combination(numbers: &mut Numbers) -> (String, String) {
    let (mut query, mut condition) = (Vec::new(), vec!["counted".to_owned()]);
    let day = |numbers: &mut Numbers| 19_723 + numbers.below(730) as i64;
    let date = |day: i64| {
        let julian = i32::try_from(day + 2_440_588).unwrap();
        time::Date::from_julian_day(julian).unwrap().to_string()
    };
    if numbers.below(2) == 0 {
        let day = day(numbers);
        query.push(format!("from={}", date(day)));
        condition.push(format!("finished >= {}", day * 86_400_000));
    }
    if numbers.below(2) == 0 {
        let day = day(numbers);
        query.push(format!("to={}", date(day)));
        condition.push(format!("finished < {}", (day + 1) * 86_400_000));
    }
    if numbers.below(2) == 0 {
        let preset = numbers.one_of(&[
            "grasshopper",
            "standard",
            "three",
            "standard-partners",
            "paco",
        ]);
        query.push(format!("preset={preset}"));
        condition.push(format!("preset = '{preset}'"));
    }
    if numbers.below(2) == 0 {
        let paces = ["untimed", "blitz", "rapid", "classical", "correspondence"];
        let pace = numbers.below(5) as usize;
        query.push(format!("clock={}", paces[pace]));
        condition.push(format!("pace = {pace}"));
    }
    if numbers.below(3) == 0 {
        query.push("humans=true".to_owned());
        condition.push("humans".to_owned());
    }
    match numbers.below(4) {
        0 => {
            query.push("rated=false".to_owned());
            condition.push("NOT rated".to_owned());
        }
        1 => {
            query.push("rated=true".to_owned());
            condition.push("rated".to_owned());
        }
        _ => {}
    }
    (query.join("&"), condition.join(" AND "))
}

async fn who_may_take_what(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    let private = json!({ "rules": "grasshopper", "private": true });
    let game = resigned(&server, &ada, &ida, private, true).await;
    let nobody = Api::nobody(&server);
    assert_eq!(nobody.get("/api/export").await.body, "");
    assert_eq!(
        nobody
            .get(&format!("/api/export?player={}", ada.id))
            .await
            .body,
        ""
    );
    let own = ada
        .get(&format!("/api/export?player={}", ada.id))
        .await
        .body;
    assert!(own.contains(&game.to_string()));
    let path = format!("/api/games/{game}/export");
    assert_eq!(refused(&nobody.get(&path).await), "no_such_game");
    expect(ida.get(&path).await, StatusCode::OK);
    let open = expect(
        ada.post("/api/games", json!({ "rules": "classic" })).await,
        StatusCode::CREATED,
    );
    let path = format!("/api/games/{}/export", open["id"].as_str().unwrap());
    assert_eq!(refused(&ada.get(&path).await), "not_over");
}
