//! Rooms come and go with those in them, and a server's end costs nobody anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{ClientMsg, Closing, ClosingReason, OnGame, ServerMsg};
use halma_server::clock::Clock;
use halma_server::probe::{Point, Probe};
use halma_tests::{
    CaughtUp, Data, NOW, Player, Process, Said, Setup, Socket, create, eventually, on_both_engines,
    table,
};
use serde_json::json;

use crate::scene::{Scene, heard, timed};

on_both_engines!(
    a_room_without_anybody_is_unloaded,
    games_that_cannot_be_read_hide_no_others,
    a_signal_lets_everybody_resume
);

async fn a_room_without_anybody_is_unloaded(data: Data) {
    let rooms = Arc::new(AtomicI64::new(0));
    let count = Arc::clone(&rooms);
    let probe = Probe::new(move |point| {
        match point {
            Point::RoomOpened => count.fetch_add(1, Ordering::SeqCst),
            Point::RoomClosed => count.fetch_sub(1, Ordering::SeqCst),
            _ => 0,
        };
    });
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).probe(probe).start().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let (other, mut others) = table(&server.rest(), &create("grasshopper")).await;
    let seq = players[0].play_any().await;
    players[1].until_event(seq).await;
    let board = players[0].seen.board.clone();
    assert_eq!(rooms.load(Ordering::SeqCst), 2);
    for player in &mut players {
        let leave = |id, game| ClientMsg::Leave(OnGame { id, game });
        player.command(leave).await.unwrap();
    }
    for _ in 0..6 {
        for player in others.iter_mut().chain(&mut players) {
            heard(player).await;
        }
        assert_eq!(rooms.load(Ordering::SeqCst), 2, "a minute's grace");
        clock.advance(Duration::from_secs(10));
    }
    eventually("one room less", async || {
        (rooms.load(Ordering::SeqCst) == 1).then_some(())
    })
    .await;
    assert_eq!(others[0].seen.game, other);
    others[0].play_any().await;

    // It comes back to whoever joins, as it was.
    players[1].join(game).await;
    assert_eq!(rooms.load(Ordering::SeqCst), 2);
    assert_eq!((&players[1].seen.board, players[1].seen.seq), (&board, seq));
    players[1].play_any().await;
}

async fn a_signal_lets_everybody_resume(data: Data) {
    let mut server = Process::start(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 600_000, "increment": 0 });
    let (game, mut players) = table(&server.rest(), &timed("grasshopper", clock)).await;
    players[0].play_any().await;
    let seq = players[1].play_any().await;
    players[0].until_event(seq).await;
    let left = players[0]
        .seen
        .events
        .last()
        .unwrap()
        .clocks
        .clone()
        .unwrap();

    let token = players[0].rest.token().unwrap().to_owned();
    let (mut tab, _) = Socket::greeted(&server.url(), Some(&token)).await;
    tab.say(json!({ "type": "join", "id": "j", "game": game }).to_string())
        .await;
    while !matches!(tab.message().await, ServerMsg::State(_)) {}
    assert!(server.terminate().await.success());
    let closing = Closing {
        reason: ClosingReason::Restart,
        resume: true,
    };
    let mut said = tab.hear().await;
    while matches!(&said, Said::Message(message) if !matches!(**message, ServerMsg::Closing(_))) {
        said = tab.hear().await;
    }
    assert_eq!(said, Said::Message(Box::new(ServerMsg::Closing(closing))));
    assert_eq!(tab.closed().await, 1012);

    server.restart().await;
    let mut back = Vec::new();
    for player in players {
        let (rest, seen) = player.vanish();
        let mut player = Player::back(&rest).await;
        player.seen = seen;
        let missed = player.resume(game, seq).await;
        assert_eq!(missed, CaughtUp::Events(Vec::new()), "the same move");
        back.push(player);
    }
    let CaughtUp::State(state) = back[0].join(game).await else {
        panic!("a state")
    };
    assert_eq!(
        state.clocks,
        Some(left),
        "the restart costs nobody anything"
    );
    assert!(state.paused_until.is_some_and(|until| until > state.now));
    assert_eq!(state.to_move, Some(Seat::White));
    let seq = back[0].play_any().await;
    back[1].until_event(seq).await;
    back[1].play_any().await;
}

async fn games_that_cannot_be_read_hide_no_others(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "per_move", "time": 60_000 });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    // More than are woken at a time, and all due before it.
    for _ in 0..300 {
        let made = players[0].rest.create_game(&create("grasshopper")).await;
        made.unwrap();
    }
    scene.server.stop().await;
    data.alter(
        "UPDATE events SET body = '{}' WHERE game IN (SELECT id FROM games WHERE status = 'open')",
    )
    .await;
    data.alter("UPDATE games SET deadline = 0 WHERE status = 'open'")
        .await;
    let server = Setup::new(&data)
        .clock(&scene.clock)
        .random(8)
        .start()
        .await;
    scene.clock.advance(Duration::from_secs(60));
    let ended = eventually("the flag", async || {
        scene.clock.advance(Duration::from_secs(1));
        server.rest().game(game).await.unwrap().outcome
    });
    assert_eq!(ended.await.reason, Reason::Time);
}
