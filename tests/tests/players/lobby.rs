//! Open games and news, on the socket and over REST.

use std::time::Duration;

use halma_client::Rest;
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Player, Server, Setup, Socket, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, expect, refused};
use crate::pairing::seek;
use crate::play::{play, rated, resigned};

on_both_engines!(
    the_lobby_is_live,
    what_was_open_before_a_restart_goes_too,
    whoever_subscribes_while_the_store_is_away_is_told_so,
    what_could_not_be_told_is_made_good_by_itself,
    lists_are_filtered,
    your_games_begin_with_those_that_wait,
    a_rated_game_tells_what_it_changed,
);

pub(crate) async fn socket(server: &Server, api: &Api) -> Socket {
    Socket::greeted(&server.url(), api.token()).await.0
}

/// The next message that is not about who waits, as JSON.
pub(crate) async fn heard(socket: &mut Socket) -> Value {
    loop {
        let message = serde_json::to_value(socket.message().await).unwrap();
        if message["type"] != "seeks" {
            return message;
        }
    }
}

/// Somebody who comes back to a game.
pub(crate) async fn at_table(server: &Server, api: &Api, game: &str) -> Player {
    let rest = Rest::new(&server.url())
        .unwrap()
        .with_token(api.token().unwrap());
    let mut player = Player::back(&rest).await;
    player.join(game.parse().unwrap()).await;
    player
}

pub(crate) async fn say(socket: &mut Socket, message: Value) {
    socket.say(message.to_string()).await;
}

async fn the_lobby_is_live(data: Data) {
    let server = Setup::with_flags(&data, &["--public-url", "http://halma.example"])
        .start()
        .await;
    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    let first = expect(
        ada.post(
            "/api/games",
            json!({ "rules": "classic", "seats": ["white"] }),
        )
        .await,
        StatusCode::CREATED,
    );
    let mut watcher = socket(&server, &Api::nobody(&server)).await;
    say(&mut watcher, json!({ "type": "subscribe", "id": "s" })).await;
    let lobby = heard(&mut watcher).await;
    assert_eq!(
        (&lobby["type"], &lobby["id"]),
        (&json!("lobby"), &json!("s"))
    );
    assert_eq!(lobby["games"].as_array().unwrap().len(), 1);
    assert_eq!(lobby["games"][0]["id"], first["id"]);

    // Private games, and those that wait for somebody, are in nobody's lobby.
    let private = json!({ "rules": "classic", "private": true });
    expect(ada.post("/api/games", private).await, StatusCode::CREATED);
    let kept = json!({ "rules": "classic", "seats": ["white"], "invited": { "black": ida.id } });
    expect(ada.post("/api/games", kept).await, StatusCode::CREATED);
    let second = expect(
        ada.post("/api/games", json!({ "rules": "three" })).await,
        StatusCode::CREATED,
    );
    let news = heard(&mut watcher).await;
    assert_eq!(
        (&news["type"], &news["game"]["id"]),
        (&json!("lobby_game"), &second["id"])
    );
    assert!(
        news["game"]["url"]
            .as_str()
            .unwrap()
            .starts_with("http://halma.example/#/game/")
    );

    let seats = format!("/api/games/{}/seats", first["id"].as_str().unwrap());
    expect(ida.post(&seats, json!({})).await, StatusCode::CREATED);
    let news = heard(&mut watcher).await;
    assert_eq!(
        (&news["type"], &news["game"]),
        (&json!("lobby_gone"), &first["id"])
    );
    let seats = format!("/api/games/{}/seats", second["id"].as_str().unwrap());
    expect(ida.post(&seats, json!({})).await, StatusCode::CREATED);
    let news = heard(&mut watcher).await;
    assert_eq!(news["game"]["seats"]["white"]["name"], "Ida");

    say(&mut watcher, json!({ "type": "unsubscribe", "id": "u" })).await;
    assert_eq!(
        heard(&mut watcher).await,
        json!({ "type": "done", "id": "u" })
    );
    for (message, code) in [
        (seek("x", false), "unauthorized"),
        (
            json!({ "type": "decline", "id": "x", "game": first["id"] }),
            "unauthorized",
        ),
    ] {
        say(&mut watcher, message).await;
        let refusal = heard(&mut watcher).await;
        assert_eq!(
            (&refusal["code"], &refusal["id"]),
            (&json!(code), &json!("x"))
        );
    }
}

async fn what_was_open_before_a_restart_goes_too(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    let open = json!({ "rules": "classic", "seats": ["white"] });
    let open = expect(ada.post("/api/games", open).await, StatusCode::CREATED);
    server.stop().await;
    let server = Server::start(&data).await;
    let ida =
        Api::nobody(&server).with("authorization", &format!("Bearer {}", ida.token().unwrap()));
    let mut watcher = socket(&server, &Api::nobody(&server)).await;
    say(&mut watcher, json!({ "type": "subscribe", "id": "s" })).await;
    assert_eq!(heard(&mut watcher).await["games"][0]["id"], open["id"]);
    let seats = format!("/api/games/{}/seats", open["id"].as_str().unwrap());
    expect(ida.post(&seats, json!({})).await, StatusCode::CREATED);
    assert_eq!(
        heard(&mut watcher).await,
        json!({ "type": "lobby_gone", "game": open["id"] })
    );
}

async fn lists_are_filtered(data: Data) {
    // Games are listed by the time they were made.
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    clock.advance(Duration::from_millis(1));
    let classic = resigned(&server, &ada, &ida, json!({ "rules": "classic" }), true).await;
    clock.advance(Duration::from_millis(1));
    let ranked = resigned(&server, &ada, &ida, rated("standard"), false).await;
    let private = json!({ "rules": "paco", "private": true });
    clock.advance(Duration::from_millis(1));
    let private = resigned(&server, &ida, &ada, private, true).await;
    expect(
        ada.post("/api/games", json!({ "rules": "grasshopper" }))
            .await,
        StatusCode::CREATED,
    );

    let ids = async |who: &Api, query: &str| -> Vec<String> {
        let page = who.read(&format!("/api/games?{query}")).await;
        let games = page["games"].as_array().unwrap().clone();
        games
            .iter()
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let nobody = Api::nobody(&server);
    assert_eq!(ids(&nobody, "").await.len(), 3);
    assert_eq!(ids(&nobody, "joinable=true").await.len(), 1);
    assert_eq!(ids(&nobody, "preset=classic").await, [classic.to_string()]);
    for unknown in ["chess", "%00", "classic%00", "%ff", ""] {
        for path in ["games", "export"] {
            let answer = nobody.get(&format!("/api/{path}?preset={unknown}")).await;
            assert_eq!(refused(&answer), "bad_field", "{path}: {unknown}");
        }
    }
    assert_eq!(ids(&nobody, "rated=true").await, [ranked.to_string()]);
    assert_eq!(
        ids(&nobody, "rated=false&status=finished").await,
        [classic.to_string()]
    );
    assert_eq!(ids(&nobody, "clock=rapid").await, [ranked.to_string()]);
    assert_eq!(ids(&nobody, "result=white").await, [ranked.to_string()]);
    assert_eq!(ids(&nobody, "result=draw").await, [""; 0]);
    assert_eq!(ids(&nobody, "from=2026-01-01&to=2026-01-01").await.len(), 2);
    assert_eq!(ids(&nobody, "from=2026-01-02").await.len(), 0);
    let of_ada = format!("player={}", ada.id);
    assert_eq!(
        ids(&nobody, &of_ada).await,
        [ranked.to_string(), classic.to_string()]
    );
    assert_eq!(
        ids(&ida, &of_ada).await.len(),
        2,
        "private games are listed to their player only"
    );
    assert_eq!(ids(&ada, &of_ada).await[0], private.to_string());
    let page = ada.read(&format!("/api/games?{of_ada}&limit=1")).await;
    let next = page["next"].as_str().unwrap();
    assert_eq!(ids(&ada, &format!("{of_ada}&before={next}")).await.len(), 2);
    for bad in ["result=purple", "from=now", "status=lost", "clock=x"] {
        assert!(
            nobody
                .get(&format!("/api/games?{bad}"))
                .await
                .status
                .is_client_error(),
            "{bad}"
        );
    }
}

async fn your_games_begin_with_those_that_wait(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    let begin = async |first: &Api, second: &Api| {
        clock.advance(Duration::from_millis(1));
        let game = expect(
            first
                .post(
                    "/api/games",
                    json!({ "rules": "classic", "seats": ["white"] }),
                )
                .await,
            StatusCode::CREATED,
        );
        let id = game["id"].as_str().unwrap().to_owned();
        expect(
            second
                .post(&format!("/api/games/{id}/seats"), json!({}))
                .await,
            StatusCode::CREATED,
        );
        id
    };
    let waits = begin(&ada, &ida).await;
    let theirs = begin(&ida, &ada).await;
    clock.advance(Duration::from_millis(1));
    let open = expect(
        ada.post(
            "/api/games",
            json!({ "rules": "classic", "seats": ["white"], "private": true }),
        )
        .await,
        StatusCode::CREATED,
    );
    play(
        &server,
        &[&ada, &ida],
        json!({ "rules": "grasshopper" }),
        "resign",
        2,
    )
    .await;
    let games = ada.read("/api/me/games").await;
    let ids: Vec<_> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["game"]["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, [&*waits, open["id"].as_str().unwrap(), &*theirs]);
    assert_eq!(
        (&games[0]["your_turn"], &games[0]["to_move"]),
        (&json!(true), &json!("white"))
    );
    assert_eq!(games[2]["your_turn"], false);
    // Page by page, those that wait and the others apart.
    let page = async |query: &str| {
        let games = ada.read(&format!("/api/me/games?{query}")).await;
        let games = games.as_array().unwrap().iter();
        games
            .map(|game| game["game"]["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let open = open["id"].as_str().unwrap();
    assert_eq!(page("limit=2").await, [&*waits, open]);
    assert_eq!(page("your_turn=true").await, [&*waits]);
    assert!(
        page(&format!("your_turn=true&before={waits}"))
            .await
            .is_empty()
    );
    let mixed = ada.get(&format!("/api/me/games?before={waits}")).await;
    assert_eq!(
        refused(&mixed),
        "bad_field",
        "a page of both kinds has no next one"
    );
    assert_eq!(page("your_turn=false&limit=1").await, [open]);
    assert_eq!(
        page(&format!("your_turn=false&before={open}")).await,
        [&*theirs]
    );
    // Whose turn it is changes with a move.
    let mut mover = at_table(&server, &ada, &waits).await;
    mover.play_any().await;
    assert!(page("your_turn=true").await.is_empty());
    assert_eq!(
        refused(&Api::nobody(&server).get("/api/me/games").await),
        "unauthorized"
    );
}

async fn a_rated_game_tells_what_it_changed(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let mut hers = socket(&server, &ida).await;
    say(&mut hers, json!({ "type": "subscribe", "id": "s" })).await;
    let game = resigned(&server, &ada, &ida, rated("standard"), true).await;
    let told = loop {
        let message = heard(&mut hers).await;
        if message["type"] == "rated" {
            break message;
        }
    };
    assert_eq!(told["game"], game.to_string());
    assert_eq!(
        told["changes"],
        ada.read(&format!("/api/games/{game}/ratings")).await
    );
}

async fn whoever_subscribes_while_the_store_is_away_is_told_so(data: Data) {
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let mut subscribed = socket(&server, &nobody).await;
    let mut late = socket(&server, &nobody).await;
    let subscribe = |id: &str| json!({ "type": "subscribe", "id": id });
    say(&mut subscribed, subscribe("first")).await;
    assert_eq!(heard(&mut subscribed).await["id"], "first");
    data.take_away().await;
    say(&mut late, subscribe("second")).await;
    let refusal = heard(&mut late).await;
    assert_eq!(
        (&refusal["code"], &refusal["id"]),
        (&json!("storage_unavailable"), &json!("second"))
    );
    data.give_back().await;
    say(&mut late, subscribe("third")).await;
    let lobby = heard(&mut late).await;
    assert_eq!(
        (&lobby["type"], &lobby["id"]),
        (&json!("lobby"), &json!("third"))
    );
}

async fn what_could_not_be_told_is_made_good_by_itself(data: Data) {
    let server = Server::start(&data).await;
    let ada = Api::guest(&server, "Ada").await;
    let open = json!({ "rules": "classic", "seats": ["white"] });
    let game = expect(ada.post("/api/games", open).await, StatusCode::CREATED);
    let mut player = at_table(&server, &ada, game["id"].as_str().unwrap()).await;
    let mut watcher = socket(&server, &Api::nobody(&server)).await;
    say(&mut watcher, json!({ "type": "subscribe", "id": "s" })).await;
    let before = heard(&mut watcher).await;
    assert_eq!(before["games"][0]["seats"]["white"]["name"], "Ada");
    // What happens in the game is stored, but how it stands cannot be looked up.
    data.alter("ALTER TABLE games RENAME TO games_away").await;
    player.stand(None).await.unwrap();
    data.alter("ALTER TABLE games_away RENAME TO games").await;
    let told = heard(&mut watcher).await;
    let game = match told["type"].as_str() {
        // It was looked up only when that was possible again.
        Some("lobby_game") => &told["game"],
        _ => &told["games"][0],
    };
    assert_eq!(game["seats"]["white"], json!(null));
}
