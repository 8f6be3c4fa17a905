//! Clocks: flags, first moves, gifts, restarts, and games that sleep.

use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{ClientMsg, ErrorCode, EventKind, GameStatus, GiveTime, OnGame};
use halma_server::clock::Clock;
use halma_tests::{
    CaughtUp, Data, NOW, Player, Server, Setup, create, eventually, on_both_engines,
};
use serde_json::json;

use crate::scene::{Scene, heard, last, timed};

on_both_engines!(
    a_flag_falls_to_the_millisecond,
    every_event_says_what_is_left,
    a_first_move_is_due_in_a_minute,
    time_can_be_given,
    the_networks_lag_is_not_charged,
    a_restart_is_charged_to_nobody,
    a_crash_is_charged_to_nobody,
    a_sleeping_game_flags_with_nobody_there,
    games_nobody_starts_or_moves_end,
    a_move_made_again_after_a_restart_is_no_first_move
);

const SECOND: Duration = Duration::from_secs(1);
const MILLI: Duration = Duration::from_millis(1);

async fn a_flag_falls_to_the_millisecond(data: Data) {
    let scene = Scene::new(&data).await;
    let game = timed(
        "grasshopper",
        json!({ "kind": "fischer", "initial": 8000, "increment": 0 }),
    );
    let (_, mut players) = scene.table(&game).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    scene.clock.advance(8 * SECOND - MILLI);
    heard(&mut players[0]).await;
    assert!(players[0].seen.outcome.is_none());
    scene.clock.advance(MILLI);
    let outcome = players[0]
        .until(|seen| seen.outcome.is_some())
        .await
        .outcome
        .unwrap();
    assert_eq!(outcome.reason, Reason::Time);
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat::Black]);
}

async fn every_event_says_what_is_left(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 60000, "increment": 2000 });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    for _ in 0..2 {
        players[0].play_any().await;
        players[1].play_any().await;
    }
    players[0].turn().await;
    scene.clock.advance(5 * SECOND);
    let seq = players[0].play_any().await;
    let moved = players[0]
        .seen
        .events
        .iter()
        .find(|event| event.seq == seq)
        .unwrap();
    let clocks = moved.clocks.clone().unwrap();
    // Two moves with their increment, the first of which was free; five seconds spent on the third.
    assert_eq!(clocks[&Seat::White], 60_000 + 2_000 + 2_000 - 5_000);
    assert_eq!(clocks[&Seat::Black], 60_000 + 2_000);
    players[1].until_event(seq).await;
    scene.clock.advance(3 * SECOND);
    let mut watcher = Player::guest(&scene.server.rest(), "Watcher").await;
    let CaughtUp::State(state) = watcher.join(game).await else {
        panic!("a state")
    };
    assert_eq!(
        state.clocks.unwrap()[&Seat::Black],
        59_000,
        "the clock of the seat to move runs"
    );
    let started = last(&players[0], |kind| {
        matches!(kind, EventKind::Started { .. }).then_some(())
    });
    assert!(started.is_some());
}

async fn a_first_move_is_due_in_a_minute(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 600_000, "increment": 0 });
    let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
    scene.pass(59 * SECOND, &mut players).await;
    assert!(players[0].seen.outcome.is_none());
    scene.pass(SECOND, &mut players).await;
    let outcome = players[1]
        .until(|seen| seen.outcome.is_some())
        .await
        .outcome
        .unwrap();
    assert_eq!(outcome.reason, Reason::Aborted);
}

async fn time_can_be_given(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 10_000, "increment": 0 });
    let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
    let give = |to| move |id, game| ClientMsg::GiveTime(GiveTime { id, game, to });
    let seq = players[0].command(give(Seat::Black)).await.unwrap();
    players[1].until_event(seq).await;
    let gift = last(&players[1], |kind| match kind {
        EventKind::TimeGiven { seat, millis } => Some((*seat, *millis)),
        _ => None,
    });
    assert_eq!(gift, Some((Seat::Black, 15_000)));
    let own = players[0].command(give(Seat::White)).await.unwrap_err();
    assert_eq!(own.code, ErrorCode::NoSuchSeat);
    let (_, mut untimed) = scene.table(&create("grasshopper")).await;
    let none = untimed[0].command(give(Seat::Black)).await.unwrap_err();
    assert_eq!(none.code, ErrorCode::NoClock);
}

async fn a_restart_is_charged_to_nobody(data: Data) {
    let scene = Scene::new(&data).await;
    charged_to_nobody(&data, scene, Server::stop).await;
}

async fn a_crash_is_charged_to_nobody(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).apart().start().await;
    charged_to_nobody(&data, Scene { clock, server }, Server::kill).await;
}

async fn charged_to_nobody(data: &Data, scene: Scene, end: impl AsyncFnOnce(Server)) {
    let clock = json!({ "kind": "fischer", "initial": 60_000, "increment": 0 });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    let rests: Vec<_> = players.into_iter().map(|player| player.rest).collect();
    end(scene.server).await;
    scene.clock.advance(3600 * SECOND);
    let again = Setup::new(data).clock(&scene.clock).random(8).start().await;
    let rest = again.rest().with_token(rests[0].token().unwrap());
    let mut white = Player::back(&rest).await;
    scene.clock.advance(15 * SECOND);
    let CaughtUp::State(state) = white.join(game).await else {
        panic!("a state")
    };
    assert_eq!(
        state.clocks.unwrap()[&Seat::White],
        60_000,
        "an hour and 15 s cost nothing"
    );
    scene.clock.advance(4 * SECOND);
    let CaughtUp::State(state) = white.join(game).await else {
        panic!("a state")
    };
    assert_eq!(state.clocks.unwrap()[&Seat::White], 56_000);
}

async fn a_sleeping_game_flags_with_nobody_there(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "per_move", "time": 14 * 86_400_000 });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    // The deadline in the store may be an earlier turn's; the game is woken by it and goes on.
    for _ in 0..2 {
        players[0].play_any().await;
        scene.pass(20 * SECOND, &mut players).await;
        players[1].play_any().await;
    }
    let since = scene.clock.now();
    let rest = scene.server.rest();
    drop(players);
    // A minute without anybody, and the room is unloaded.
    for _ in 0..7 {
        scene.clock.advance(10 * SECOND);
        rest.game(game).await.unwrap();
    }
    let flag = since + 14 * 86_400_000;
    let left = u64::try_from(flag - 1 - scene.clock.now()).unwrap();
    scene.clock.advance(Duration::from_millis(left));
    let before = rest.game(game).await.unwrap();
    assert_eq!(before.status, GameStatus::Playing);
    // The sweeper looks every second.
    scene.clock.advance(SECOND);
    let ended = eventually("the flag", async || {
        let game = rest.game(game).await.unwrap();
        (game.status == GameStatus::Finished).then_some(game)
    });
    let ended = ended.await;
    assert_eq!(ended.outcome.unwrap().reason, Reason::Time);
}

async fn games_nobody_starts_or_moves_end(data: Data) {
    let scene = Scene::new(&data).await;
    let host = Player::guest(&scene.server.rest(), "Host").await;
    let open = host.rest.create_game(&create("classic")).await.unwrap();
    drop(host);
    let (running, players) = scene.table(&create("classic")).await;
    drop(players);
    let rest = scene.server.rest();
    let finished = async |game, reason| {
        eventually("its end", async || {
            let game = rest.game(game).await.unwrap();
            game.outcome.filter(|outcome| outcome.reason == reason)
        })
        .await
    };
    scene.clock.advance(24 * 3600 * SECOND);
    finished(open.id, Reason::Aborted).await;
    assert_eq!(
        rest.game(running).await.unwrap().status,
        GameStatus::Playing
    );
    scene.clock.advance(29 * 86_400 * SECOND);
    let ended = finished(running, Reason::Abandoned).await;
    assert!(ended.is_draw());
    assert_eq!(scene.clock.now(), NOW + 30 * 86_400_000);
}

async fn the_networks_lag_is_not_charged(data: Data) {
    let scene = Scene::with_flags(&data, &["--max-lag", "400"]).await;
    for (way, charged) in [(300, 700), (900, 600)] {
        let left = eventually("a slow answer to a ping", async || {
            let left = left_after_a_second(&scene, way * MILLI).await;
            // Sometimes the answer is on its way before the clock is moved.
            (left != 60_000 - 1_000).then_some(left)
        });
        assert_eq!(left.await, 60_000 - charged);
    }
}

/// What white has left after a move of one second, if answers to pings take that long.
async fn left_after_a_second(scene: &Scene, way: Duration) -> u32 {
    let clock = json!({ "kind": "fischer", "initial": 60_000, "increment": 0 });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    // The server pings whoever comes.
    let mut white = Player::back(&players[0].rest).await;
    scene.clock.advance(way);
    white.join(game).await;
    heard(&mut white).await;
    white.play_any().await;
    players[1].play_any().await;
    white.turn().await;
    scene.clock.advance(SECOND);
    let seq = white.play_any().await;
    let moved = white.seen.events.iter().find(|event| event.seq == seq);
    moved.unwrap().clocks.clone().unwrap()[&Seat::White]
}

async fn a_move_made_again_after_a_restart_is_no_first_move(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 10_000, "increment": 0 });
    let mut wish = timed("classic", clock);
    wish.seats = vec![Seat::White];
    wish.computers.insert(Seat::Black, 1);
    let mut me = Player::guest(&scene.server.rest(), "Me").await;
    let game = me.rest.create_game(&wish).await.unwrap().id;
    me.join(game).await;
    me.play_any().await;
    me.turn().await;
    let mut stored = data.stored().await;
    let due = stored.deadline(game).await;
    assert_eq!(due, Some(NOW + 10_000));
    me.command(|id, game| ClientMsg::Undo(OnGame { id, game }))
        .await
        .unwrap();
    let (rest, _) = me.vanish();
    scene.server.stop().await;

    let setup = Setup::new(&data).clock(&scene.clock).random(8);
    let server = setup.start().await;
    let mut me = Player::back(&server.rest().with_token(rest.token().unwrap())).await;
    me.join(game).await;
    me.command(|id, game| ClientMsg::Redo(OnGame { id, game }))
        .await
        .unwrap();
    assert_eq!(stored.deadline(game).await, due);
}
