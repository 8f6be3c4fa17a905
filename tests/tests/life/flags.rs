//! Flags: with more than two seats, over a slow network, and while the store is away.

use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{ClientMsg, Event, EventKind, GameId, ServerMsg};
use halma_tests::{Data, Player, Socket, eventually, on_both_engines};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::scene::{Scene, heard, timed};

on_both_engines!(
    a_flagged_seat_of_four_goes_out,
    a_flag_waits_for_the_network_up_to_a_bound,
    a_forged_pong_says_nothing
);

const SECOND: Duration = Duration::from_secs(1);
const MILLI: Duration = Duration::from_millis(1);

async fn a_flagged_seat_of_four_goes_out(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 20_000, "increment": 0 });
    let (_, mut players) = scene.table(&timed("four", clock)).await;
    for player in &mut players {
        player.play_any().await;
    }
    players[0].turn().await;
    scene.pass(20 * SECOND, &mut players).await;
    let flagged = EventKind::Flagged {
        seat: Seat::White,
        next: Some(Seat::Red),
    };
    for player in &mut players {
        player
            .until(|seen| seen.events.iter().any(|event| event.kind == flagged))
            .await;
        assert!(player.seen.outcome.is_none());
    }
    for player in &mut players[1..] {
        player.play_any().await;
    }
    players[1].turn().await;
}

async fn a_flag_waits_for_the_network_up_to_a_bound(data: Data) {
    let scene = Scene::with_flags(&data, &["--max-lag", "400"]).await;
    // A move that comes 200 ms after the flag by the server's clock was made before it.
    let moved = eventually("a slow answer to a ping", async || {
        let moved = move_after_the_flag(&scene, 300 * MILLI, 200 * MILLI).await;
        moved.is_ok().then_some(moved)
    });
    let moved = moved.await.unwrap();
    assert_eq!(moved.clocks.unwrap()[&Seat::White], 100, "300 - 200 ms");
    // However slow it is, half a second after the flag is too late.
    let late = move_after_the_flag(&scene, 2 * SECOND, 500 * MILLI).await;
    assert_eq!(late.unwrap_err(), Reason::Time);
}

/// White's move so long after its flag, if answers to pings take that long; else how the game ended.
async fn move_after_the_flag(
    scene: &Scene,
    way: Duration,
    after: Duration,
) -> Result<Event, Reason> {
    let clock = json!({ "kind": "fischer", "initial": 20_000, "increment": 0 });
    let (game, players) = scene.table(&timed("grasshopper", clock)).await;
    let [first, mut black] = players.try_into().unwrap();
    // The server pings whoever comes. Only the slow connection counts: the other one is gone.
    let mut white = Player::back(&first.rest).await;
    drop(first);
    scene.clock.advance(way);
    white.join(game).await;
    heard(&mut white).await;
    white.play_any().await;
    black.play_any().await;
    white.turn().await;
    for step in [10 * SECOND, 10 * SECOND + after] {
        scene.clock.advance(step);
        if step == 10 * SECOND {
            heard(&mut white).await;
            heard(&mut black).await;
        }
    }
    let turn = white.seen.turn.clone();
    let moves = turn.map(|turn| halma_client::legal_moves(&turn));
    let made = white.move_msg(moves.unwrap()[0]);
    let id = made.id.clone();
    white.send(&ClientMsg::Move(made)).await;
    match white.answer(&id).await {
        Ok(seq) => Ok(white
            .seen
            .events
            .iter()
            .find(|event| event.seq == seq)
            .unwrap()
            .clone()),
        Err(_) => {
            let seen = white.until(|seen| seen.outcome.is_some()).await;
            Err(seen.outcome.unwrap().reason)
        }
    }
}

async fn a_forged_pong_says_nothing(data: Data) {
    let scene = Scene::with_flags(&data, &["--max-lag", "400"]).await;
    let clock = json!({ "kind": "fischer", "initial": 60_000, "increment": 0 });
    let (game, players) = scene.table(&timed("grasshopper", clock)).await;
    let [mut white, mut black] = players.try_into().unwrap();
    white.play_any().await;
    black.play_any().await;
    let turn = white.turn().await;
    let path = halma_client::legal_moves(&turn)[0];

    let (mut socket, _) = Socket::greeted(&scene.server.url(), white.rest.token()).await;
    // The server's ping is answered on the way to the first word, and so before the second.
    for _ in 0..2 {
        socket.say(json!({ "type": "ping" }).to_string()).await;
        while !matches!(socket.message().await, ServerMsg::Pong(_)) {}
    }
    let sent = scene.clock.now();
    scene.clock.advance(SECOND);
    for payload in [b"forged".to_vec(), sent.to_be_bytes().to_vec()] {
        socket.send(Message::Pong(payload.into())).await;
    }
    let moved = moved_by(&mut socket, game, turn.at, &path.to_string()).await;
    let left = moved.clocks.unwrap()[&Seat::White];
    assert_eq!(left, 59_000, "the whole second is charged");
}

async fn moved_by(socket: &mut Socket, game: GameId, at: u64, path: &str) -> Event {
    let join = json!({ "type": "join", "id": "j", "game": game });
    socket.say(join.to_string()).await;
    let made = json!({ "type": "move", "id": "m", "game": game, "at": at, "path": path });
    socket.say(made.to_string()).await;
    loop {
        match socket.message().await {
            ServerMsg::Event(event) => return event.event,
            ServerMsg::Error(error) => panic!("{error:?}"),
            _ => {}
        }
    }
}
