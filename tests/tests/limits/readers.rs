//! Those who ask and do not read.

use futures_util::SinkExt;
use halma_server::clock::Clock;
use halma_tests::{Data, Seen, Setup, create, on_both_engines, soon, table};
use serde_json::json;
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;

on_both_engines!(who_never_reads_is_given_up_and_nobody_waits_for_it);

/// So little that what is not read soon fills every buffer between it and the server.
const BUFFER: u32 = 4_096;

async fn who_never_reads_is_given_up_and_nobody_waits_for_it(data: Data) {
    let clock = Clock::system();
    let server = Setup::new(&data).clock(&clock).start().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(BUFFER).unwrap();
    let place = format!("127.0.0.1:{}", server.port());
    let stream = socket.connect(place.parse().unwrap()).await.unwrap();
    let (mut deaf, _) = tokio_tungstenite::client_async(format!("ws://{place}/ws"), stream)
        .await
        .unwrap();
    let hello = json!({ "type": "hello", "protocol": 1 });
    let join = json!({ "type": "join", "id": "j", "game": game });
    for message in [hello, join] {
        deaf.send(Message::text(message.to_string())).await.unwrap();
    }
    let watchers = |many| {
        move |seen: &Seen| {
            let presence = seen.presence.as_ref();
            presence.is_some_and(|presence| presence.watchers == many)
        }
    };
    players[0].until(watchers(1)).await;
    let asking = tokio::spawn(async move {
        let ping = json!({ "type": "ping" }).to_string();
        while deaf.send(Message::text(ping.clone())).await.is_ok() {}
    });
    for _ in 0..5 {
        for player in &mut players {
            player.play_any().await;
        }
    }
    soon("the end of its connection", asking).await.unwrap();
    players[0].until(watchers(0)).await;
}
