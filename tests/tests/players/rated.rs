//! What a rated game is worth is settled when it begins, whatever becomes of its players.

use std::time::Duration;

use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Player, Server, Setup, eventually, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, PASSWORD, expect, refused};
use crate::lobby::{at_table, heard, say, socket};
use crate::pairing::seek;
use crate::play::{rated, resigned};
use crate::sql;

on_both_engines!(
    nobody_becomes_a_bot_at_the_table,
    whoever_leaves_takes_no_points_along,
    a_seeker_who_becomes_a_bot_is_one,
    a_private_game_is_told_to_its_players,
    no_bot_is_among_the_people,
);

/// A rated game that has begun, with both players at the table.
async fn begun(server: &Server, white: &Api, black: &Api) -> (String, [Player; 2]) {
    let mut game = rated("standard");
    game["seats"] = json!(["white"]);
    let made = expect(white.post("/api/games", game).await, StatusCode::CREATED);
    let id = made["id"].as_str().unwrap().to_owned();
    let seats = format!("/api/games/{id}/seats");
    expect(black.post(&seats, json!({})).await, StatusCode::CREATED);
    let players = [
        at_table(server, white, &id).await,
        at_table(server, black, &id).await,
    ];
    (id, players)
}

async fn nobody_becomes_a_bot_at_the_table(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let bot = json!({ "bot": true });
    let mut open = rated("standard");
    open["seats"] = json!(["white"]);
    let open = expect(ida.post("/api/games", open).await, StatusCode::CREATED);
    assert_eq!(
        refused(&ida.patch("/api/me", bot.clone()).await),
        "rated_already"
    );
    let mut host = at_table(&server, &ida, open["id"].as_str().unwrap()).await;
    host.stand(None).await.unwrap();

    let (game, [mut white, mut black]) = begun(&server, &ada, &ida).await;
    white.play_any().await;
    black.play_any().await;
    for who in [&ada, &ida] {
        assert_eq!(
            refused(&who.patch("/api/me", bot.clone()).await),
            "rated_already"
        );
    }
    white.resign(None).await.unwrap();
    let changes = ada.read(&format!("/api/games/{game}/ratings")).await;
    assert_eq!(changes.as_array().unwrap().len(), 2);
    // And not afterwards: its rating is a person's.
    assert_eq!(
        refused(&ada.patch("/api/me", bot.clone()).await),
        "rated_already"
    );
    let una = Api::account(&server, "Una").await;
    let marked = expect(una.patch("/api/me", bot.clone()).await, StatusCode::OK);
    assert_eq!(marked["bot"], true);
    let again = expect(una.patch("/api/me", bot).await, StatusCode::OK);
    assert_eq!(again["bot"], true);
}

async fn whoever_leaves_takes_no_points_along(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let (game, [mut white, mut black]) = begun(&server, &ada, &ida).await;
    white.play_any().await;
    black.play_any().await;
    white.play_any().await;
    let password = json!({ "password": PASSWORD });
    expect(
        ida.delete("/api/me", Some(password)).await,
        StatusCode::NO_CONTENT,
    );
    let path = format!("/api/games/{game}");
    eventually("the end of Ida's time", async || {
        clock.advance(Duration::from_secs(60));
        (ada.read(&path).await["status"] == "finished").then_some(())
    })
    .await;
    assert_eq!(ada.read(&path).await["outcome"]["reason"], "time");
    let changes = ada.read(&format!("{path}/ratings")).await;
    let mut changes = changes.as_array().unwrap().iter();
    let gained = changes.find(|change| change["player"] == ada.id.as_str());
    let gained = gained.unwrap();
    assert!(
        gained["after"].as_f64() > gained["before"].as_f64(),
        "{gained}"
    );
}

async fn a_seeker_who_becomes_a_bot_is_one(data: Data) {
    let server = Server::start(&data).await;
    let mut people = Vec::new();
    for name in ["Robo Ada", "Ida", "Eva"] {
        let api = Api::account(&server, name).await;
        people.push((socket(&server, &api).await, api));
    }
    let [(robo, bot), (ida, _), (eva, _)] = &mut people[..] else {
        unreachable!()
    };
    say(robo, seek("r", true)).await;
    assert_eq!(heard(robo).await["type"], "seeking");
    expect(
        bot.patch("/api/me", json!({ "bot": true })).await,
        StatusCode::OK,
    );
    say(ida, seek("i", true)).await;
    assert_eq!(heard(ida).await["type"], "seeking");
    say(eva, seek("e", true)).await;
    assert_eq!(heard(eva).await["type"], "seeking");
    let paired = heard(eva).await;
    assert_eq!(paired["type"], "paired");
    assert_eq!(heard(ida).await["game"], paired["game"]);
    let waiting = Api::nobody(&server).read("/api/seeks").await;
    assert_eq!(waiting[0]["player"]["name"], "Robo Ada");
}

async fn a_private_game_is_told_to_its_players(data: Data) {
    let server = Server::start(&data).await;
    let mut people = Vec::new();
    for name in ["Ada", "Ida", "Eva"] {
        people.push(Api::account(&server, name).await);
    }
    let [ada, ida, eva] = &people[..] else {
        unreachable!()
    };
    let public = resigned(&server, ada, ida, rated("standard"), true).await;
    let mut private = rated("standard");
    private["private"] = json!(true);
    let private = resigned(&server, ada, ida, private, true).await;
    let path = format!("/api/players/{}/ratings/history", ada.id);
    let games = |history: Value| -> Vec<Value> {
        let history = history.as_array().unwrap().clone();
        history
            .into_iter()
            .map(|change| change["game"].clone())
            .collect()
    };
    let (public, private) = (json!(public.to_string()), json!(private.to_string()));
    for player in [ada, ida] {
        assert_eq!(
            games(player.read(&path).await),
            [private.clone(), public.clone()]
        );
    }
    for other in [eva, &Api::nobody(&server)] {
        let history = other.read(&path).await;
        assert_eq!(history[0]["number"], 2);
        assert_eq!(games(history), [Value::Null, public.clone()]);
    }
}

/// As accounts could become before: a bot with a rating as a person.
async fn no_bot_is_among_the_people(data: Data) {
    let server = Server::start(&data).await;
    for name in ["Ada", "Robo Ida"] {
        let api = Api::account(&server, name).await;
        sql::rate(&data, &api.id, 1_800).await;
    }
    sql::run(
        &data,
        "UPDATE players SET bot = TRUE WHERE name = 'Robo Ida'",
    )
    .await;
    let board = Api::nobody(&server).read("/api/leaderboard").await;
    let ranked = board["players"].as_array().unwrap().iter();
    let ranked: Vec<_> = ranked.map(|ranked| &ranked["player"]["name"]).collect();
    assert_eq!(ranked, ["Ada"]);
}
