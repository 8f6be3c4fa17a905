//! What ends a proposal, and when the next one may come.

use std::time::Duration;

use halma_core::Seat;
use halma_protocol::{ErrorCode, EventKind, ProposalKind};
use halma_tests::{Data, Player, create, on_both_engines};
use serde_json::json;

use crate::scene::{Scene, agree, last, propose, timed, vote};

on_both_engines!(
    a_seat_going_out_has_the_votes_counted_again,
    a_proposal_ends_with_its_proposer,
    ten_moves_end_the_wait,
    the_proposers_own_move_takes_a_takeback_back
);

const SECOND: Duration = Duration::from_secs(1);

async fn a_seat_going_out_has_the_votes_counted_again(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("three")).await;
    let proposal = propose(&mut players[1], ProposalKind::Draw).await.unwrap();
    players[0].until_event(proposal).await;
    vote(&mut players[0], proposal, true).await.unwrap();
    // Black's was the only vote that was missing.
    players[2].resign(None).await.unwrap();
    agree(&mut players).await;
}

async fn a_proposal_ends_with_its_proposer(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("three")).await;
    let proposal = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    players[0].resign(None).await.unwrap();
    ends_undecided(&mut players[1], proposal).await;

    // Out by time, not by its own will.
    let clock = json!({ "kind": "fischer", "initial": 20_000, "increment": 0 });
    let (_, mut players) = scene.table(&timed("three", clock)).await;
    for player in &mut players {
        player.play_any().await;
    }
    players[0].turn().await;
    let proposal = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    scene.pass(20 * SECOND, &mut players).await;
    ends_undecided(&mut players[1], proposal).await;
    players[1].play_any().await;
}

async fn ends_undecided(player: &mut Player, proposal: u64) {
    let withdrawn = EventKind::Withdrawn {
        seat: Seat::White,
        proposal,
    };
    player
        .until(|seen| seen.events.iter().any(|event| event.kind == withdrawn))
        .await;
    let late = vote(player, proposal, true).await.unwrap_err();
    assert_eq!(late.code, ErrorCode::NoProposal);
    assert!(player.seen.outcome.is_none());
}

async fn ten_moves_end_the_wait(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("classic")).await;
    let refused = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    players[1].until_event(refused).await;
    let seq = vote(&mut players[1], refused, false).await.unwrap();
    players[0].until_event(seq).await;
    for _ in 0..10 {
        let soon = propose(&mut players[0], ProposalKind::Draw).await;
        assert_eq!(soon.unwrap_err().code, ErrorCode::TooSoon);
        players[0].play_any().await;
        let seq = players[1].play_any().await;
        players[0].until_event(seq).await;
    }
    propose(&mut players[0], ProposalKind::Draw).await.unwrap();
}

async fn the_proposers_own_move_takes_a_takeback_back(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("classic")).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    let proposal = propose(&mut players[0], ProposalKind::Takeback)
        .await
        .unwrap();
    players[0].play_any().await;
    let withdrawn = last(&players[0], |kind| match kind {
        EventKind::Withdrawn { seat, proposal } => Some((*seat, *proposal)),
        _ => None,
    });
    assert_eq!(withdrawn, Some((Seat::White, proposal)));
    assert_eq!(
        players[0].seen.to_move,
        Some(Seat::Black),
        "the move counts"
    );
    ends_undecided(&mut players[1], proposal).await;
}
