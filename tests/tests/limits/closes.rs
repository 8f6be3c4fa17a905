//! What a socket hears when there is more than fits, or more than it reads.

use std::time::Duration;

use halma_protocol::{ErrorCode, GameId, ServerMsg};
use halma_server::clock::Clock;
use halma_tests::{
    CaughtUp, Data, NOW, Player, Said, Server, Setup, Socket, create, on_both_engines, soon, table,
};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

on_both_engines!(
    who_cannot_be_looked_up_is_asked_to_come_back,
    who_reads_too_slowly_is_told_so_and_misses_nothing
);

async fn who_cannot_be_looked_up_is_asked_to_come_back(data: Data) {
    let server = Server::start(&data).await;
    let guest = server.rest().new_guest(Some("Ada")).await.unwrap();
    let mut socket = Socket::open(&server.url(), Some(&guest.token)).await;
    // Between the request and the hello the store goes away.
    data.alter("ALTER TABLE tokens RENAME TO tokens_away").await;
    let hello = json!({ "type": "hello", "protocol": 1 });
    socket.say(hello.to_string()).await;
    assert_eq!(socket.closed().await, 1013);
    data.alter("ALTER TABLE tokens_away RENAME TO tokens").await;
    let (_socket, player) = Socket::greeted(&server.url(), Some(&guest.token)).await;
    assert_eq!(player, Some(guest.player));
}

/// Each is told twice; together that is more than may wait in an outbox that stays full.
const VISITS: usize = 45;

/// How long it may stay full, and a little more.
const GRACE: Duration = Duration::from_millis(2_001);

/// Whoever holds a seat comes in and goes again, of which everybody hears at once.
async fn visit(socket: &mut Socket, game: GameId) {
    for kind in ["join", "leave"] {
        let asked = json!({ "type": kind, "id": kind, "game": game }).to_string();
        socket.say(asked.clone()).await;
        loop {
            match socket.message().await {
                ServerMsg::State(_) | ServerMsg::Ok(_) => break,
                ServerMsg::Error(error) => {
                    assert_eq!(error.code, ErrorCode::Busy, "{error:?}");
                    socket.say(asked.clone()).await;
                }
                _ => {}
            }
        }
    }
}

async fn who_reads_too_slowly_is_told_so_and_misses_nothing(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let known = players[0].seen.seq;
    // Of white there is only the socket that comes and goes.
    let (white, _) = players.remove(0).vanish();
    let (mut visitor, _) = Socket::greeted(&server.url(), white.token()).await;
    let join = json!({ "type": "join", "id": "j", "game": game }).to_string();
    // How much fits between a server and who does not read is the system's affair.
    let mut asked = 4_000;
    soon("a close for slowness", async {
        loop {
            let (mut slow, _) = Socket::greeted(&server.url(), None).await;
            for _ in 0..asked {
                slow.try_send(Message::text(join.clone())).await;
            }
            for _ in 0..VISITS {
                visit(&mut visitor, game).await;
            }
            clock.advance(GRACE);
            visit(&mut visitor, game).await;
            // Now it reads; unless all of it fitted in between, it finds out that it was too slow.
            slow.try_send(Message::text(r#"{"type":"ping"}"#)).await;
            let end = loop {
                match slow.hear().await {
                    Said::Message(message) if matches!(*message, ServerMsg::Pong(_)) => break None,
                    Said::Message(_) => {}
                    Said::Closed(code) => break Some(code),
                }
            };
            if end == Some(4000) {
                break;
            }
            asked *= 2;
        }
    })
    .await;
    let mut white = Player::back(&white).await;
    white.join(game).await;
    let newest = white.play_any().await;
    let mut back = Player::back(&server.rest()).await;
    let CaughtUp::Events(missed) = back.resume(game, known).await else {
        panic!("no events");
    };
    assert_eq!(missed.len() as u64, newest - known);
}
