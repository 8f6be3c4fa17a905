//! Whole games over real sockets with the Python and the Node client, one a seat.

use halma_protocol::GameId;
use halma_tests::vectors::{self, Vector};
use halma_tests::{CaughtUp, Data, Engine, Player, Printed, Server, ThirdParty};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use ThirdParty::{Node, Python};

#[tokio::test(flavor = "multi_thread")]
async fn classic_by_python() {
    replay("classic#1", &[Python]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn classic_by_node() {
    replay("classic#1", &[Node]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn classic_by_each_against_the_other() {
    replay("classic#2", &[Python, Node]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_classic_by_python() {
    replay("classic#2", &[Python]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_classic_by_node() {
    replay("classic#2", &[Node]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_by_python() {
    replay("three#1", &[Python]).await;
    replay("three#2", &[Python]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_by_node() {
    replay("three#1", &[Node]).await;
    replay("three#2", &[Node]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_by_python() {
    replay("four#1", &[Python]).await;
    replay("four#2", &[Python]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_by_node() {
    replay("four#1", &[Node]).await;
    replay("four#2", &[Node]).await;
}

/// Plays a game, its seats given to these clients in turn, and checks what each of them prints.
async fn replay(name: &str, clients: &[ThirdParty]) {
    let vector = vectors::named(name);
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let host = server.rest().new_guest(None).await.unwrap();
    let host = server.rest().with_token(host.token);
    let made = host.create_game(&vector.create()).await.unwrap();
    let seats = made.seats.keys().zip(clients.iter().cycle());
    // All are read at once: one whose output nobody takes would stop playing.
    let all: JoinSet<Printed> = seats
        .map(|(seat, client)| {
            let moves = vector.moves_of(*seat);
            client.hire(&server.url(), made.id, *seat, &moves).end()
        })
        .collect();
    let all = all.join_all().await;
    let CaughtUp::State(end) = Player::back(&server.rest()).await.join(made.id).await else {
        panic!("no state");
    };
    assert_eq!(end.position, vector.r#final, "{name}");
    assert_eq!(end.outcome, vector.result, "{name}");
    let stored = stored(&server, made.id).await;
    check(&vector, &stored);
    for printed in all {
        assert_eq!(printed.events, stored);
        assert_eq!(printed.finished, json!(vector.result), "{name}");
    }
}

/// Every event of a game as a socket would send it.
async fn stored(server: &Server, game: GameId) -> Vec<Value> {
    let mut events = Vec::new();
    loop {
        let path = format!("/api/games/{game}/events?since={}", events.len());
        let mut page: Value = server.http().get(&path).await.json();
        let Value::Array(page) = page["events"].take() else {
            panic!("no events");
        };
        if page.is_empty() {
            return events;
        }
        events.extend(page.into_iter().map(|mut event| {
            event["type"] = "event".into();
            event["game"] = game.to_string().into();
            event
        }));
    }
}

fn check(vector: &Vector, events: &[Value]) {
    let moved = events.iter().filter(|event| event["kind"] == "moved");
    let paths: Vec<&Value> = moved.map(|event| &event["path"]).collect();
    assert_eq!(json!(paths), json!(vector.moves), "{}", vector.name);
}
