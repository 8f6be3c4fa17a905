//! What goes back with a move that is taken back: everything.

use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{EventKind, ProposalKind};
use halma_tests::{CaughtUp, Data, Player, create, on_both_engines};
use serde_json::json;

use crate::scene::{Scene, heard, last, propose, timed, vote};

on_both_engines!(
    clocks_and_deadlines_go_back,
    repetitions_are_counted_anew,
    nothing_is_open_after_a_takeback
);

const SECOND: Duration = Duration::from_secs(1);
const MILLI: Duration = Duration::from_millis(1);

/// The first player takes its last move back, with the second one's leave.
async fn take_back(of: &mut Player, by: &mut Player) {
    let proposal = propose(of, ProposalKind::Takeback).await.unwrap();
    by.until_event(proposal).await;
    let seq = vote(by, proposal, true).await.unwrap() + 1;
    of.until_event(seq).await;
    by.until_event(seq).await;
}

async fn clocks_and_deadlines_go_back(data: Data) {
    let scene = Scene::new(&data).await;
    let clock = json!({ "kind": "fischer", "initial": 30_000, "increment": 0 });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    scene.pass(5 * SECOND, &mut players).await;
    let seq = players[0].play_any().await;
    players[1].until_event(seq).await;
    scene.pass(7 * SECOND, &mut players).await;
    let [white, black] = &mut players[..] else {
        panic!("two players")
    };
    take_back(white, black).await;
    let left = |player: &Player| player.seen.events.last().unwrap().clocks.clone().unwrap();
    assert_eq!(left(white)[&Seat::White], 30_000, "as before the move");
    assert_eq!(left(white)[&Seat::Black], 30_000);
    let CaughtUp::State(state) = black.join(game).await else {
        panic!("a state")
    };
    assert_eq!(state.clocks.as_ref(), Some(&left(white)));
    // The flag falls by what is left now, not by what was left then.
    scene.pass(30 * SECOND - MILLI, &mut players).await;
    assert!(players[0].seen.outcome.is_none());
    scene.clock.advance(MILLI);
    let seen = players[0].until(|seen| seen.outcome.is_some()).await;
    assert_eq!(seen.outcome.unwrap().reason, Reason::Time);
}

async fn repetitions_are_counted_anew(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("grasshopper")).await;
    let there_and_back = ["a5-b5", "h4-g4", "b5-a5", "g4-h4"];
    for (mover, path) in [0, 1, 0, 1].into_iter().zip(there_and_back) {
        play(&mut players, mover, path).await;
    }
    let [white, black] = &mut players[..] else {
        panic!("two players")
    };
    // The start stands for the second time. Taken back and reached again it is still the second.
    take_back(black, white).await;
    play(&mut players, 1, "g4-h4").await;
    assert!(players[1].seen.outcome.is_none());
    for (mover, path) in [0, 1, 0, 1].into_iter().zip(there_and_back) {
        play(&mut players, mover, path).await;
    }
    let seen = players[1].until(|seen| seen.outcome.is_some()).await;
    assert_eq!(seen.outcome.unwrap().reason, Reason::Repetition);
}

async fn play(players: &mut [Player], mover: usize, path: &str) {
    players[mover].turn().await;
    let seq = players[mover].play(path.parse().unwrap()).await.unwrap();
    for player in players {
        player.until_event(seq).await;
    }
}

async fn nothing_is_open_after_a_takeback(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("three")).await;
    players[0].play_any().await;
    let seq = players[1].play_any().await;
    for player in &mut players {
        player.until_event(seq).await;
    }
    // White is refused after red's move, which then goes back: whoever was refused may ask again.
    let refused = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    players[2].until_event(refused).await;
    let seq = vote(&mut players[2], refused, false).await.unwrap();
    players[1].until_event(seq).await;
    let takeback = propose(&mut players[1], ProposalKind::Takeback)
        .await
        .unwrap();
    for voter in [0, 2] {
        players[voter].until_event(takeback).await;
        vote(&mut players[voter], takeback, true).await.unwrap();
    }
    let back = |kind: &EventKind| matches!(kind, EventKind::TakenBack { .. }).then_some(());
    players[0]
        .until(|seen| seen.events.iter().any(|event| back(&event.kind).is_some()))
        .await;
    assert!(last(&players[0], back).is_some());
    heard(&mut players[0]).await;
    let CaughtUp::State(state) = players[0].join(game).await else {
        panic!("a state")
    };
    assert_eq!(state.proposal, None, "nothing is open any more");
    propose(&mut players[0], ProposalKind::Draw).await.unwrap();
}
