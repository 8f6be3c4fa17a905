//! What sockets cost: little at rest, and no more by asking without reading.

use halma_tests::{Data, Engine, Process, Socket, eventually, soon};
use serde_json::json;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// In KiB.
const MIB: u64 = 1_024;

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_at_rest_costs_next_to_nothing() {
    const MANY: usize = 400;
    let data = Data::new(Engine::Sqlite).await;
    let server = Process::start(&data).await;
    // What the first of them make ready serves the others.
    let mut sockets = vec![Socket::greeted(&server.url(), None).await.0];
    let before = server.memory().now;
    while sockets.len() < MANY {
        sockets.push(Socket::greeted(&server.url(), None).await.0);
    }
    let each = (server.memory().now.saturating_sub(before)) / MANY as u64;
    assert!(each < 48, "{each} KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_reads_do_not_pile_up() {
    const MANY: usize = 2;
    /// The answers to one would take some 70 MiB.
    const ASKS: usize = 40_000;
    let data = Data::new(Engine::Sqlite).await;
    let server = Process::start(&data).await;
    let rest = server.rest();
    let host = rest.new_guest(Some("Host")).await.unwrap();
    let wish = halma_tests::create("classic");
    let made = rest.with_token(host.token).create_game(&wish).await;
    let game = made.unwrap().id;
    let before = server.memory().most;
    let mut deaf = JoinSet::new();
    for _ in 0..MANY {
        let (mut socket, _) = Socket::greeted(&server.url(), None).await;
        deaf.spawn(async move {
            let join = json!({ "type": "join", "id": "j", "game": game }).to_string();
            for _ in 0..ASKS {
                if !socket.try_send(Message::text(join.clone())).await {
                    break;
                }
            }
            socket
        });
    }
    let http = server.http();
    eventually("the end of all of them", async || {
        let counts = http.get("/metrics").await.body;
        counts
            .lines()
            .any(|line| line == "halma_sockets 0")
            .then_some(())
    })
    .await;
    soon("those who asked", deaf.join_all()).await;
    let piled = server.memory().most - before;
    assert!(piled < 64 * MIB, "{piled} KiB");
}
