//! What is counted, how players rate, and what others see of it.

use halma_tests::{Data, Server, Setup, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, command, expect, refused};
use crate::play::{play, rated, resigned};
use crate::sql;

on_both_engines!(
    games_are_counted_as_they_end,
    what_counts_nowhere,
    ratings_move,
    three_and_four_rate_too,
    what_cannot_be_rated,
    a_player_is_told_apart_by_everything,
    counting_again,
);

async fn games_are_counted_as_they_end(data: Data) {
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let empty = nobody.read("/api/statistics").await;
    assert_eq!(empty["all"]["games"], 0);
    assert_eq!(empty["presets"], json!({}));

    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    for n in 0..3 {
        resigned(
            &server,
            &ada,
            &ida,
            json!({ "rules": "classic" }),
            n % 3 == 0,
        )
        .await;
    }
    resigned(&server, &ada, &ida, json!({ "rules": "brainking-8" }), true).await;
    let all = nobody.read("/api/statistics").await;
    assert_eq!(all["all"]["games"], 4);
    // White resigned twice.
    let wins = json!([
        { "seats": ["white"], "games": 2, "percent": 50.0 },
        { "seats": ["black"], "games": 2, "percent": 50.0 },
    ]);
    assert_eq!(all["all"]["wins"], wins);
    assert_eq!(all["all"]["draws"], json!({ "games": 0, "percent": 0.0 }));
    assert_eq!(
        all["all"]["first_mover"],
        json!({ "games": 2, "percent": 50.0 })
    );
    assert_eq!(
        all["all"]["reasons"],
        json!([{ "reason": "resign", "games": 4, "percent": 100.0 }])
    );
    assert_eq!(all["all"]["moves"], json!({ "average": 2.0, "longest": 2 }));
    assert_eq!(all["presets"]["classic"]["games"], 3);
    assert_eq!(all["presets"]["classic"]["wins"][0]["percent"], 66.67);
    assert_eq!(all["presets"]["classic"]["wins"][1]["percent"], 33.33);

    let days = nobody
        .read("/api/statistics?from=2026-01-01&to=2026-01-01&humans=true")
        .await;
    assert_eq!(days["all"]["games"], 4);
    let none = nobody.read("/api/statistics?from=2026-01-02").await;
    assert_eq!(none["all"]["games"], 0);
    let none = nobody
        .read("/api/statistics?rated=true&clock=untimed")
        .await;
    assert_eq!(none["all"]["games"], 0);
    let one = nobody.read("/api/statistics?preset=brainking-8").await;
    assert_eq!(one["all"]["games"], 1);
    for bad in [
        "from=yesterday",
        "from=2026-02-30",
        "preset=chess",
        "clock=fast",
    ] {
        let answer = nobody.get(&format!("/api/statistics?{bad}")).await;
        assert!(answer.status.is_client_error(), "{bad}");
        answer.problem();
    }

    let mine = nobody
        .read(&format!("/api/players/{}/statistics", ada.id))
        .await;
    assert_eq!(mine["all"]["games"], 4);
    assert_eq!(mine["all"]["wins"], json!({ "games": 2, "percent": 50.0 }));
    assert_eq!(mine["seats"]["white"]["games"], 4);
    assert_eq!(mine["opponents"][0]["opponent"]["id"], ida.id);
    let half = json!({ "games": 2, "percent": 50.0 });
    assert_eq!(mine["opponents"][0]["losses"], half);
    assert_eq!(mine["streaks"], json!({ "now": -1, "won": 2, "lost": 1 }));
    let against = nobody
        .read(&format!(
            "/api/players/{}/against/{}?preset=classic",
            ida.id, ada.id
        ))
        .await;
    assert_eq!(against["games"], 3);
    assert_eq!(against["wins"], json!({ "games": 1, "percent": 33.33 }));
}

async fn what_counts_nowhere(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    // One person at one screen, or alone against the computer.
    let alone = json!({ "rules": "grasshopper", "seats": ["white", "black"] });
    play(&server, &[&ada], alone, "resign", 2).await;
    let computer =
        json!({ "rules": "grasshopper", "seats": ["white"], "computers": { "black": 1 } });
    play(&server, &[&ada], computer, "resign", 1).await;
    // Called off, and from a position of one's own.
    play(
        &server,
        &[&ada, &ida],
        json!({ "rules": "grasshopper" }),
        "abort",
        1,
    )
    .await;
    let start = "7w/8/8/8/8/8/8/b7 w 0,0";
    let practice = json!({ "rules": "grasshopper", "start": start });
    play(&server, &[&ada, &ida], practice, "resign", 2).await;
    assert_eq!(
        Api::nobody(&server).read("/api/statistics").await["all"]["games"],
        0
    );
    let mine = ada
        .read(&format!("/api/players/{}/statistics", ada.id))
        .await;
    assert_eq!(mine["all"]["games"], 0);

    // A bot's games count, but not as people's.
    let bot = Api::account(&server, "Robo").await;
    expect(
        bot.patch("/api/me", json!({ "bot": true })).await,
        StatusCode::OK,
    );
    resigned(&server, &ada, &bot, json!({ "rules": "grasshopper" }), true).await;
    let all = ada.read("/api/statistics").await;
    assert_eq!(all["all"]["games"], 1);
    assert_eq!(
        ada.read("/api/statistics?humans=true").await["all"]["games"],
        0
    );
}

async fn ratings_move(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let game = resigned(&server, &ada, &ida, rated("standard"), true).await;
    let changes = ada.read(&format!("/api/games/{game}/ratings")).await;
    let of = |changes: &Value, who: &Api| {
        let changes = changes.as_array().unwrap().clone();
        changes
            .into_iter()
            .find(|change| change["player"] == who.id.as_str())
            .unwrap()
    };
    assert_eq!(of(&changes, &ada)["before"], 1500.0);
    assert_eq!(of(&changes, &ada)["after"], 1337.7);
    assert_eq!(of(&changes, &ida)["after"], 1662.3);
    assert_eq!(of(&changes, &ida)["provisional"], true);
    let board = Api::nobody(&server)
        .read("/api/leaderboard?preset=standard&clock=rapid")
        .await;
    assert_eq!(
        board["players"],
        json!([]),
        "provisional ratings are on no board"
    );

    for n in 0..10 {
        resigned(&server, &ada, &ida, rated("standard"), n % 3 != 0).await;
    }
    let board = Api::nobody(&server).read("/api/leaderboard").await;
    assert_eq!(board["players"][0]["rank"], 1);
    assert_eq!(board["players"][0]["player"]["name"], "Ida");
    assert_eq!(board["players"][0]["provisional"], false);
    assert_eq!(board["players"][1]["games"], 11);
    let history = ada
        .read(&format!("/api/players/{}/ratings/history?limit=5", ida.id))
        .await;
    assert_eq!(history.as_array().unwrap().len(), 5);
    // Page by page, though all of them ended in the same millisecond.
    let (mut numbers, mut before) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/players/{}/ratings/history?limit=4{before}", ida.id);
        let page = ada.read(&path).await;
        let page = page.as_array().unwrap().iter();
        let page: Vec<u64> = page
            .map(|change| change["number"].as_u64().unwrap())
            .collect();
        let Some(last) = page.last() else { break };
        before = format!("&before={last}");
        numbers.extend(page);
    }
    assert_eq!(numbers, (1..=11).rev().collect::<Vec<_>>());
    assert_eq!(history[0]["after"], board["players"][0]["rating"]);
    let ratings = ada.read(&format!("/api/players/{}/ratings", ida.id)).await;
    assert_eq!(ratings.as_array().unwrap().len(), 1);
    assert_eq!(ratings[0]["preset"], "standard");
    let blitz = Api::nobody(&server)
        .read("/api/leaderboard?clock=blitz")
        .await;
    assert_eq!(blitz["players"], json!([]));
    let stats = ada.read("/api/statistics?rated=true&clock=rapid").await;
    assert_eq!(stats["all"]["games"], 11);
}

async fn three_and_four_rate_too(data: Data) {
    let server = Server::start(&data).await;
    let mut players = Vec::new();
    for name in ["Ada", "Ida", "Eva", "Una"] {
        players.push(Api::account(&server, name).await);
    }
    let [ada, ida, eva, una] = &players[..] else {
        panic!()
    };
    let game = play(
        &server,
        &[ada, ida, eva],
        rated("standard-three"),
        "resign",
        3,
    )
    .await;
    let changes = ada.read(&format!("/api/games/{game}/ratings")).await;
    assert_eq!(changes.as_array().unwrap().len(), 3);
    let game = play(
        &server,
        &[ada, ida, eva, una],
        rated("standard-partners"),
        "resign",
        4,
    )
    .await;
    let changes = ada.read(&format!("/api/games/{game}/ratings")).await;
    let gained = |change: &&Value| change["after"].as_f64() > change["before"].as_f64();
    assert_eq!(changes.as_array().unwrap().iter().filter(gained).count(), 2);
    let stats = ada.read("/api/statistics?preset=standard-partners").await;
    assert_eq!(
        stats["all"]["wins"][0]["seats"].as_array().unwrap().len(),
        2
    );
}

async fn what_cannot_be_rated(data: Data) {
    let server = Setup::new(&data).start().await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let (guest, bot) = (
        Api::guest(&server, "Eva").await,
        Api::account(&server, "Robo").await,
    );
    expect(
        bot.patch("/api/me", json!({ "bot": true })).await,
        StatusCode::OK,
    );
    let with = |name: &str, value: Value| {
        let mut game = rated("standard");
        game[name] = value;
        game
    };
    for bad in [
        with("rules", json!({ "board": 10 })),
        with("start", json!("7w/8/8/8/8/8/8/b7 w 0,0")),
        with("clock", json!({ "kind": "none" })),
        with("hints", json!(true)),
        with("computers", json!({ "black": 1 })),
        with("seats", json!(["white", "black"])),
        with("invited", json!({ "black": guest.id })),
        with("invited", json!({ "black": bot.id })),
    ] {
        assert_eq!(refused(&ada.post("/api/games", bad).await), "not_rated");
    }
    assert_eq!(
        refused(&guest.post("/api/games", rated("standard")).await),
        "not_rated"
    );

    let game = expect(
        ada.post("/api/games", rated("standard")).await,
        StatusCode::CREATED,
    );
    assert_eq!(game["rated"], true);
    let seats = format!("/api/games/{}/seats", game["id"].as_str().unwrap());
    for who in [&guest, &bot] {
        assert_eq!(refused(&who.post(&seats, json!({})).await), "not_rated");
    }
    // Hundreds at once get one seat each, whoever they are.
    let twice = (0..100).map(|n| if n % 2 == 0 { &ada } else { &ida });
    let asked = twice.map(|who| who.post(&seats, json!({})));
    let answers = futures_util::future::join_all(asked).await;
    let taken = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::CREATED);
    assert_eq!(taken.count(), 2);
    let shown = ada
        .read(&format!("/api/games/{}", game["id"].as_str().unwrap()))
        .await;
    assert_ne!(shown["seats"]["white"], shown["seats"]["black"]);
}

async fn a_player_is_told_apart_by_everything(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    resigned(&server, &ada, &ida, rated("standard"), true).await;
    resigned(
        &server,
        &ida,
        &ada,
        json!({ "rules": { "first": "black" } }),
        true,
    )
    .await;
    let private = json!({ "rules": "classic", "private": true });
    resigned(&server, &ida, &ada, private, false).await;
    let read = async |filter: &str| {
        let stats = ada
            .read(&format!("/api/players/{}/statistics?{filter}", ada.id))
            .await;
        stats["all"]["games"].as_u64().unwrap()
    };
    assert_eq!(read("").await, 3);
    assert_eq!(read("rated=true").await, 1);
    assert_eq!(read("rated=false").await, 2);
    assert_eq!(read("clock=rapid").await, 1);
    assert_eq!(read("preset=classic").await, 2);
    assert_eq!(read("from=2025-12-31&to=2026-01-01").await, 3);
    assert_eq!(read("to=2025-12-31").await, 0);
}

async fn counting_again(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    for n in 0..5 {
        resigned(&server, &ada, &ida, rated("standard"), n % 2 == 0).await;
    }
    resigned(&server, &ida, &ada, json!({ "rules": "grasshopper" }), true).await;
    let running = command(&data, &["stats", "rebuild"]).await.unwrap_err();
    assert!(running.contains("stop it first"), "{running}");
    server.stop().await;

    let agreed = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert!(agreed.starts_with("6 games are counted"), "{agreed}");
    assert_eq!(agreed.matches("agrees").count(), 4, "{agreed}");
    sql::run(
        &data,
        "UPDATE tallies SET games = games + 1 WHERE grain = 0",
    )
    .await;
    sql::run(&data, "DELETE FROM streaks").await;
    let found = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert_eq!(found.matches("agrees").count(), 2, "{found}");
    let agreed = command(&data, &["stats", "rebuild"]).await.unwrap();
    assert_eq!(agreed.matches("agrees").count(), 4, "{agreed}");
}
