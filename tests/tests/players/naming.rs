//! A new name is shown wherever the player is known: lists, rooms that are open, what is stored.

use halma_protocol::{EventKind, GameId, PlayerRef};
use halma_tests::{
    CaughtUp, Data, Player, Process, Server, create, eventually, on_both_engines, table,
};
use http::StatusCode;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::api::{Api, PASSWORD, command, expect};
use crate::carrying::{file, import};
use crate::generated;
use crate::lobby::{heard, say, socket};
use crate::sql;

on_both_engines!(
    an_open_room_shows_it,
    a_guest_becomes_an_account_at_the_table,
    whoever_leaves_is_nobody_at_the_table,
    the_host_renames,
    the_lobby_shows_it,
    what_was_taken_in_forgets_too,
    it_is_shown_though_nobody_waits_for_it,
    a_restart_goes_on_showing_it,
    whoever_has_left_waits_at_no_table,
);

/// Waits until a player is told this name of the other's.
async fn told(player: &mut Player, other: &PlayerRef, name: &str) {
    let shows = |known: &Option<PlayerRef>| {
        known
            .as_ref()
            .is_some_and(|known| known.id == other.id && known.name == name)
    };
    player.until(|seen| seen.seats.values().any(shows)).await;
}

fn as_api(server: &Server, player: &Player) -> Api {
    let token = player.rest.token().unwrap();
    Api::nobody(server).with("authorization", &format!("Bearer {token}"))
}

/// Every name in these events.
fn names(caught_up: CaughtUp) -> Vec<String> {
    let CaughtUp::Events(events) = caught_up else {
        panic!("not the events")
    };
    let names = events.into_iter().flat_map(|event| match event.kind {
        EventKind::Created { host, .. } => vec![host.name],
        EventKind::Seated { player, .. } => vec![player.name],
        _ => Vec::new(),
    });
    names.collect()
}

async fn an_open_room_shows_it(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("classic")).await;
    let me = players[0].me.clone().unwrap();
    let api = as_api(&server, &players[0]);
    players[0].play_any().await;
    expect(
        api.patch("/api/me", json!({ "name": "Eva" })).await,
        StatusCode::OK,
    );
    told(&mut players[1], &me, "Eva").await;
    told(&mut players[0], &me, "Eva").await;
    // The game goes on, and who comes back later is told nothing else.
    players[1].play_any().await;
    players[0].play_any().await;
    let mut watcher = Player::back(&server.rest()).await;
    assert_eq!(
        names(watcher.resume(game, 0).await),
        ["Eva", "Eva", "Seat 2"]
    );
}

async fn a_guest_becomes_an_account_at_the_table(data: Data) {
    let server = Server::start(&data).await;
    let (_, mut players) = table(&server.rest(), &create("classic")).await;
    let me = players[1].me.clone().unwrap();
    let api = as_api(&server, &players[1]);
    let account = json!({ "name": "Eva Tall", "password": PASSWORD });
    expect(
        api.post("/api/accounts", account).await,
        StatusCode::CREATED,
    );
    told(&mut players[0], &me, "Eva Tall").await;
    players[0].play_any().await;
    players[1].play_any().await;
}

async fn whoever_leaves_is_nobody_at_the_table(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("classic")).await;
    let me = players[0].me.clone().unwrap();
    let api = as_api(&server, &players[0]);
    expect(
        api.delete("/api/me", Some(json!({}))).await,
        StatusCode::NO_CONTENT,
    );
    told(&mut players[1], &me, "Anonymous").await;
    let mut watcher = Player::back(&server.rest()).await;
    assert_eq!(
        names(watcher.resume(game, 0).await),
        ["Anonymous", "Anonymous", "Seat 2"]
    );
}

async fn the_host_renames(data: Data) {
    let mut process = Process::start(&data).await;
    let (game, mut players) = table(&process.rest(), &create("classic")).await;
    let me = players[0].me.clone().unwrap();
    let words = ["admin", "rename", &me.id.to_string(), "Ida"];
    command(&data, &words).await.unwrap();
    told(&mut players[1], &me, "Ida").await;
    assert!(process.terminate().await.success());
    // And with no server.
    let words = ["admin", "rename", &me.id.to_string(), "Ada"];
    command(&data, &words).await.unwrap();
    let process = Process::start(&data).await;
    let mut watcher = Player::back(&process.rest()).await;
    watcher.join(game).await;
    told(&mut watcher, &me, "Ada").await;
}

async fn the_lobby_shows_it(data: Data) {
    let server = Server::start(&data).await;
    let ada = Api::guest(&server, "Ada").await;
    let open = json!({ "rules": "classic", "seats": ["white"] });
    expect(ada.post("/api/games", open).await, StatusCode::CREATED);
    let mut watcher = socket(&server, &Api::nobody(&server)).await;
    say(&mut watcher, json!({ "type": "subscribe", "id": "s" })).await;
    assert_eq!(heard(&mut watcher).await["games"][0]["host"]["name"], "Ada");
    expect(
        ada.patch("/api/me", json!({ "name": "Ida" })).await,
        StatusCode::OK,
    );
    let news = heard(&mut watcher).await;
    assert_eq!(
        (&news["type"], &news["game"]["seats"]["white"]["name"]),
        (&json!("lobby_game"), &json!("Ida"))
    );
}

/// Events that are packed in one row have names in them too.
async fn what_was_taken_in_forgets_too(data: Data) {
    let server = Server::start(&data).await;
    let lines: Vec<Value> = generated::games(3, 1)
        .map(|game| serde_json::to_value(game).unwrap())
        .collect();
    let name = lines[0]["players"]["white"].as_str().unwrap().to_owned();
    import(&data, &file(lines.iter().map(Value::to_string)))
        .await
        .unwrap();
    let nobody = Api::nobody(&server);
    let games = nobody.read("/api/games?limit=3").await;
    let games = games["games"].as_array().unwrap();
    let mut seats = games
        .iter()
        .flat_map(|game| game["seats"].as_object().unwrap().values());
    let player = seats.find(|player| player["name"] == *name).unwrap()["id"].clone();
    let player = player.as_str().unwrap();
    server.stop().await;
    command(&data, &["admin", "delete", player]).await.unwrap();
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let theirs = nobody.read(&format!("/api/games?player={player}")).await;
    for game in theirs["games"].as_array().unwrap() {
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        for path in [
            format!("{path}/events"),
            format!("{path}/export"),
            format!("{path}/record"),
        ] {
            let body = nobody.get(&path).await.body;
            assert!(body.contains("Anonymous"), "{path}: {body}");
            assert!(!body.contains(&format!("\"{name}\"")), "{path}: {body}");
        }
    }
}

/// A game's player leaves and hangs up, while its name cannot be written anew; the name is asked for
/// once it can.
async fn leave_in_haste(data: &Data, server: &Server) -> GameId {
    let (game, players) = table(&server.rest(), &create("classic")).await;
    let id = players[0].me.clone().unwrap().id;
    let token = players[0].rest.token().unwrap().to_owned();
    drop(players);
    sql::run(data, "ALTER TABLE events RENAME TO events_away").await;
    let mut line = TcpStream::connect(("127.0.0.1", server.port()))
        .await
        .unwrap();
    let request = format!(
        "DELETE /api/me HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
        content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    line.write_all(request.as_bytes()).await.unwrap();
    let nobody = Api::nobody(server);
    let path = format!("/api/players/{id}");
    eventually("whoever left to be gone", async || {
        (nobody.read(&path).await["kind"] == "deleted").then_some(())
    })
    .await;
    game
}

/// Waits until a game's first player is called by no name any more.
pub(crate) async fn forgotten(server: &Server, game: GameId) {
    let nobody = Api::nobody(server);
    let path = format!("/api/games/{game}/events");
    eventually("the name to be gone", async || {
        let events = nobody.get(&path).await.body;
        (events.contains("Anonymous") && !events.contains("Seat 1")).then_some(())
    })
    .await;
}

async fn it_is_shown_though_nobody_waits_for_it(data: Data) {
    let server = Server::start(&data).await;
    let game = leave_in_haste(&data, &server).await;
    sql::run(&data, "ALTER TABLE events_away RENAME TO events").await;
    forgotten(&server, game).await;
}

async fn a_restart_goes_on_showing_it(data: Data) {
    let server = Server::start(&data).await;
    let game = leave_in_haste(&data, &server).await;
    server.stop().await;
    sql::run(&data, "ALTER TABLE events_away RENAME TO events").await;
    let server = Server::start(&data).await;
    forgotten(&server, game).await;
}

/// Nobody can begin a game with one who is not there any more.
async fn whoever_has_left_waits_at_no_table(data: Data) {
    let server = Server::start(&data).await;
    let mut people = Vec::new();
    for name in ["Ada", "Ida", "Eva"] {
        people.push(Api::guest(&server, name).await);
    }
    let [ada, ida, eva] = &people[..] else {
        unreachable!()
    };
    let make = async |who: &Api, path: &str, body: Value| {
        let made = expect(who.post(path, body).await, StatusCode::CREATED);
        format!("/api/games/{}", made["id"].as_str().unwrap())
    };
    let challenge = json!({ "rules": "classic", "to": ida.id });
    let challenge = make(ada, "/api/challenges", challenge).await;
    let awaited = json!({ "rules": "classic", "to": ada.id });
    let awaited = make(eva, "/api/challenges", awaited).await;
    let shared = make(eva, "/api/games", json!({ "rules": "three" })).await;
    let seats = format!("{shared}/seats");
    expect(ada.post(&seats, json!({})).await, StatusCode::CREATED);
    expect(
        ada.delete("/api/me", Some(json!({}))).await,
        StatusCode::NO_CONTENT,
    );
    // The answer does not wait for this for ever.
    eventually("everybody else at rest", async || {
        let received = &ida.read("/api/challenges").await["received"];
        let sent = &eva.read("/api/challenges").await["sent"];
        let held = &eva.read(&shared).await["seats"]["white"];
        (*received == json!([]) && *sent == json!([]) && held.is_null()).then_some(())
    })
    .await;
    for game in [challenge, awaited] {
        assert_eq!(ida.read(&game).await["outcome"]["reason"], "aborted");
    }
    let shared = eva.read(&shared).await;
    assert_eq!(
        (&shared["status"], &shared["seats"]["white"]),
        (&json!("open"), &Value::Null)
    );
}
