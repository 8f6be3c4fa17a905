//! The store is away while people play: nobody pays for it, and nothing is forgotten.

use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{
    Claim, ClaimKind, ClientMsg, ErrorCode, GameStatus, Ping, ProposalKind, ServerMsg,
};
use halma_tests::{CaughtUp, Data, Player, Seen, eventually, on_both_engines};
use serde_json::json;

use crate::scene::{Scene, propose, timed};

on_both_engines!(
    an_outage_is_charged_to_nobody,
    a_flag_due_in_an_outage_falls_after_it,
    an_empty_room_keeps_the_time_it_owes,
    who_could_not_come_back_has_its_grace_again,
    a_long_game_is_charged_for_no_outage_that_nobody_noticed,
    a_long_game_whose_room_stays_open_is_not_charged_either,
    a_long_flag_due_in_an_outage_does_not_fall,
    time_in_which_the_server_was_frozen_is_charged_to_nobody
);

const SECOND: Duration = Duration::from_secs(1);
const HOUR: u32 = 3_600_000;

/// A game with a minute a side, in which white is to make its second move.
async fn minute_game(scene: &Scene) -> Vec<Player> {
    let clock = json!({ "kind": "fischer", "initial": 60_000, "increment": 0 });
    let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    players
}

async fn refused(player: &mut Player) {
    let refusal = player.try_any().await.unwrap_err();
    assert_eq!(refusal.code, ErrorCode::StorageUnavailable);
}

/// Lets time pass until everybody has been told, unasked, how the game stands: what white has left
/// then.
async fn left_when_told(scene: &Scene, players: &mut [Player]) -> Vec<u32> {
    let mut left = vec![None; players.len()];
    while left.contains(&None) {
        scene.clock.advance(SECOND);
        for (player, left) in players.iter_mut().zip(&mut left) {
            player.send(&ClientMsg::Ping(Ping { id: None })).await;
            loop {
                match player.next().await {
                    ServerMsg::Pong(_) => break,
                    ServerMsg::State(state) => *left = Some(state.clocks.unwrap()[&Seat::White]),
                    _ => {}
                }
            }
        }
    }
    left.into_iter().flatten().collect()
}

async fn an_outage_is_charged_to_nobody(data: Data) {
    let scene = Scene::new(&data).await;
    let mut players = minute_game(&scene).await;
    scene.pass(10 * SECOND, &mut players).await;
    data.take_away().await;
    // Longer than anybody has left, and now and then somebody tries.
    for _ in 0..3 {
        refused(&mut players[0]).await;
        scene.pass(50 * SECOND, &mut players).await;
    }
    data.give_back().await;
    assert_eq!(left_when_told(&scene, &mut players).await, [50_000; 2]);
    assert!(players[0].seen.outcome.is_none());

    // From then on it counts again.
    scene.pass(40 * SECOND, &mut players).await;
    let seq = players[0].play_any().await;
    players[1].until_event(seq).await;
    let moved = players[1].seen.events.last().unwrap();
    let left = moved.clocks.as_ref().unwrap()[&Seat::White];
    assert!((1..=10_000).contains(&left), "{left}");
}

async fn a_flag_due_in_an_outage_falls_after_it(data: Data) {
    let scene = Scene::new(&data).await;
    let mut players = minute_game(&scene).await;
    data.take_away().await;
    scene.pass(70 * SECOND, &mut players).await;
    // Too late: white has not tried before its time was over.
    refused(&mut players[0]).await;
    assert!(players[0].seen.outcome.is_none());
    data.give_back().await;
    while players.iter().any(|player| player.seen.outcome.is_none()) {
        scene.pass(SECOND, &mut players).await;
    }
    for player in &players {
        let outcome = player.seen.outcome.as_ref().unwrap();
        assert_eq!(outcome.reason, Reason::Time);
        assert!(outcome.winners.contains(Seat::Black));
    }
    // It fell once.
    let mut stored = data.stored().await;
    assert_eq!(
        stored.count(players[0].seen.game).await,
        players[0].seen.seq
    );
}

async fn an_empty_room_keeps_the_time_it_owes(data: Data) {
    let scene = Scene::new(&data).await;
    let mut players = minute_game(&scene).await;
    scene.pass(10 * SECOND, &mut players).await;
    data.take_away().await;
    refused(&mut players[0]).await;
    let (game, rest) = (players[0].seen.game, players[0].rest.clone());
    drop(players);
    // A room that nobody needs is unloaded after a minute.
    for _ in 0..12 {
        scene.clock.advance(10 * SECOND);
        let alive = scene.server.http().get("/healthz").await;
        assert!(alive.status.is_success());
    }
    data.give_back().await;
    let mut white = Player::back(&rest).await;
    let CaughtUp::State(state) = white.join(game).await else {
        panic!("a state");
    };
    assert_eq!(state.status, GameStatus::Playing);
    assert_eq!(state.clocks.unwrap()[&Seat::White], 50_000);
}

async fn who_could_not_come_back_has_its_grace_again(data: Data) {
    let scene = Scene::new(&data).await;
    // So long that no flag falls, however many seconds pass here before the store is back.
    let clock = json!({ "kind": "fischer", "initial": 10_800_000, "increment": 0 });
    let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players.remove(0);
    let gone = |seen: &Seen| {
        seen.presence
            .as_ref()
            .is_some_and(|who| who.claimable.is_some())
    };
    players[0].until(gone).await;
    scene.pass(30 * SECOND, &mut players).await;
    data.take_away().await;
    let wish = propose(&mut players[0], ProposalKind::Draw).await;
    assert_eq!(wish.unwrap_err().code, ErrorCode::StorageUnavailable);
    scene.pass(90 * SECOND, &mut players).await;
    data.give_back().await;
    // Whoever is quick to claim comes too soon all the same.
    let claim = |id, game| {
        let what = ClaimKind::Win;
        ClientMsg::Claim(Claim {
            id,
            game,
            what,
            seat: None,
        })
    };
    let early = players[0].command(claim).await.unwrap_err();
    assert_eq!(early.code, ErrorCode::NotClaimable);
    let before = players[0].seen.presence.clone();
    while players[0].seen.presence == before {
        scene.pass(SECOND, &mut players).await;
    }
    let presence = players[0].seen.presence.clone().unwrap();
    let from = presence.claimable.unwrap().from;
    assert!(from > scene.clock.now() + 50_000, "a minute from now on");
}

/// A game with an hour for each move, in which white is to make its second move.
async fn hour_game(scene: &Scene) -> Vec<Player> {
    let clock = json!({ "kind": "per_move", "time": HOUR });
    let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    players
}

async fn counts(scene: &Scene, line: &str) -> Option<()> {
    let counts = scene.server.http().get("/metrics").await.body;
    counts.lines().any(|counted| counted == line).then_some(())
}

async fn a_long_game_is_charged_for_no_outage_that_nobody_noticed(data: Data) {
    let scene = Scene::new(&data).await;
    let players = hour_game(&scene).await;
    let (game, rest) = (players[0].seen.game, players[0].rest.clone());
    let turn = scene.clock.now();
    drop(players);
    eventually("a lobby without rooms", async || {
        scene.clock.advance(10 * SECOND);
        counts(&scene, "halma_rooms 0").await
    })
    .await;
    let before = scene.clock.now() - turn;
    data.take_away().await;
    eventually("the server knows", async || {
        scene.clock.advance(SECOND);
        counts(&scene, "halma_storing 0").await
    })
    .await;
    scene.clock.advance(2 * 3_600 * SECOND);
    let back = scene.clock.now();
    data.give_back().await;
    eventually("the server knows that too", async || {
        scene.clock.advance(SECOND);
        counts(&scene, "halma_storing 1").await
    })
    .await;
    let after = scene.clock.now() - back;
    let mut white = Player::back(&rest).await;
    let CaughtUp::State(state) = white.join(game).await else {
        panic!("a state");
    };
    assert_eq!(state.status, GameStatus::Playing);
    let left = state.clocks.unwrap()[&Seat::White];
    let at_least = i64::from(HOUR) - before - after;
    assert!(i64::from(left) >= at_least, "{left} of {at_least}");
}

async fn a_long_game_whose_room_stays_open_is_not_charged_either(data: Data) {
    let scene = Scene::new(&data).await;
    let mut players = hour_game(&scene).await;
    let game = players[0].seen.game;
    data.take_away().await;
    while counts(&scene, "halma_storing 0").await.is_none() {
        scene.pass(SECOND, &mut players).await;
    }
    scene.pass(1_800 * SECOND, &mut players).await;
    data.give_back().await;
    while counts(&scene, "halma_storing 1").await.is_none() {
        scene.pass(SECOND, &mut players).await;
    }
    // Nothing has happened in the room since before the outage.
    let CaughtUp::State(state) = players[1].join(game).await else {
        panic!("a state");
    };
    let left = state.clocks.unwrap()[&Seat::White];
    assert!(left > HOUR - 60_000, "{left}");
    let seq = players[0].play_any().await;
    players[1].until_event(seq).await;
}

async fn a_long_flag_due_in_an_outage_does_not_fall(data: Data) {
    let scene = Scene::new(&data).await;
    let mut players = hour_game(&scene).await;
    data.take_away().await;
    while counts(&scene, "halma_storing 0").await.is_none() {
        scene.pass(SECOND, &mut players).await;
    }
    // Nobody tries to move; their hour is over long before the store is back.
    scene.pass(5_000 * SECOND, &mut players).await;
    data.give_back().await;
    for left in left_when_told(&scene, &mut players).await {
        assert!(left > HOUR - 60_000, "{left}");
    }
    assert!(players[0].seen.outcome.is_none());
    let seq = players[0].play_any().await;
    players[1].until_event(seq).await;
}

async fn time_in_which_the_server_was_frozen_is_charged_to_nobody(data: Data) {
    let scene = Scene::new(&data).await;
    let minute = json!({ "kind": "fischer", "initial": 60_000, "increment": 0 });
    let hour = json!({ "kind": "per_move", "time": HOUR });
    let mut tables = Vec::new();
    for (clock, has) in [(minute, 60_000), (hour, HOUR)] {
        let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
        players[0].play_any().await;
        players[1].play_any().await;
        players[0].turn().await;
        tables.push((players, has));
    }
    // As if the machine had been suspended: whoever wakes first finds every flag fallen.
    scene.clock.freeze(2 * Duration::from_millis(HOUR.into()));
    for (players, has) in tables {
        for player in players {
            let (rest, seen) = player.vanish();
            let mut player = Player::back(&rest).await;
            let CaughtUp::State(state) = player.join(seen.game).await else {
                panic!("a state");
            };
            assert_eq!(state.outcome, None);
            assert_eq!(state.clocks.unwrap()[&Seat::White], has);
        }
    }
}
