//! Draws and takebacks by agreement.

use halma_client::legal_moves;
use halma_core::{Reason, Seat};
use halma_protocol::{ClientMsg, ErrorCode, EventKind, ProposalKind};
use halma_tests::{CaughtUp, Data, Player, create, on_both_engines, vectors};

use crate::scene::{Scene, agree, last, on_seat, propose, vote};

on_both_engines!(
    a_draw_is_agreed_by_all,
    votes_are_no_moves,
    a_refusal_and_a_move_end_a_proposal,
    a_pass_is_a_refusal,
    votes_outlive_the_server_and_the_connection,
    a_takeback_goes_back_for_all,
    who_may_vote_and_propose
);

async fn a_draw_is_agreed_by_all(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("three")).await;
    let proposal = propose(&mut players[1], ProposalKind::Draw).await.unwrap();
    assert_eq!(players[1].seen.to_move, Some(Seat::White), "the turn stays");
    for voter in [0, 2] {
        players[voter].until_event(proposal).await;
        assert!(players[voter].seen.outcome.is_none());
        vote(&mut players[voter], proposal, true).await.unwrap();
    }
    agree(&mut players).await;
}

async fn votes_are_no_moves(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("classic")).await;
    let turn = players[0].turn().await;
    let proposal = propose(&mut players[1], ProposalKind::Draw).await.unwrap();
    players[0].until_event(proposal).await;
    vote(&mut players[0], proposal, false).await.unwrap();
    // White goes on from the position that it had before.
    assert_eq!(players[0].seen.at, turn.at);
    players[0].play(legal_moves(&turn)[0]).await.unwrap();
    let CaughtUp::State(state) = players[0].join(game).await else {
        panic!("a state")
    };
    let made = |seat| state.seats[&seat].made;
    assert_eq!((made(Seat::White), made(Seat::Black)), (1, 0));
    assert_eq!(state.to_move, Some(Seat::Black));
}

async fn a_refusal_and_a_move_end_a_proposal(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("classic")).await;
    let first = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    players[1].until_event(first).await;
    vote(&mut players[1], first, false).await.unwrap();
    let soon = propose(&mut players[0], ProposalKind::Draw)
        .await
        .unwrap_err();
    assert_eq!(soon.code, ErrorCode::TooSoon);
    let second = propose(&mut players[1], ProposalKind::Draw).await.unwrap();
    players[0].until_event(second).await;
    players[0].turn().await;
    let moved = players[0].play_any().await;
    let refusal = EventKind::Voted {
        seat: Seat::White,
        proposal: second,
        accept: false,
    };
    assert_eq!(
        players[0]
            .seen
            .events
            .iter()
            .find(|event| event.seq == moved)
            .unwrap()
            .kind,
        refusal
    );
    players[1].until_event(moved + 1).await;
    let late = vote(&mut players[1], second, true).await.unwrap_err();
    assert_eq!(late.code, ErrorCode::NoProposal);
    // White was refused before, but black has proposed since.
    propose(&mut players[0], ProposalKind::Draw).await.unwrap();
}

async fn a_pass_is_a_refusal(data: Data) {
    let scene = Scene::new(&data).await;
    // Black cannot move, and passes after white's first move.
    let vector = vectors::named("pass-then-repetition");
    let (_, mut players) = scene.table(&vector.create()).await;
    let proposal = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    players[0].turn().await;
    let moved = players[0].play(vector.moves[0]).await.unwrap();
    let caused = players[1].until_event(moved + 2).await.events.iter();
    let caused = caused.filter(|event| event.seq >= moved);
    let caused: Vec<_> = caused.map(|event| &event.kind).collect();
    let refusal = EventKind::Voted {
        seat: Seat::Black,
        proposal,
        accept: false,
    };
    assert!(matches!(caused[0], EventKind::Moved { .. }), "{caused:?}");
    let passed = |kind: &&EventKind| {
        matches!(
            kind,
            EventKind::Passed {
                seat: Seat::Black,
                ..
            }
        )
    };
    assert!(passed(&caused[1]), "{caused:?}");
    assert_eq!(caused[2], &refusal);
}

async fn votes_outlive_the_server_and_the_connection(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("three")).await;
    let proposal = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    players[1].until_event(proposal).await;
    vote(&mut players[1], proposal, true).await.unwrap();
    let rests: Vec<_> = players.into_iter().map(|player| player.rest).collect();
    let port = scene.server.port();
    scene.server.stop().await;
    let again = halma_tests::Setup::new(&data)
        .clock(&scene.clock)
        .random(8)
        .start_on(port)
        .await;
    let mut black = Player::back(&rests[2]).await;
    let CaughtUp::State(state) = black.join(game).await else {
        panic!("a state")
    };
    let open = state.proposal.expect("the proposal is still open");
    assert_eq!(open.accepted, [Seat::White, Seat::Red]);
    assert_eq!(open.waiting, [Seat::Black]);
    vote(&mut black, proposal, true).await.unwrap();
    assert_eq!(black.seen.outcome.unwrap().reason, Reason::Agreement);
    drop(again);
}

async fn a_takeback_goes_back_for_all(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("classic")).await;
    let start = players[0].seen.board.clone();
    assert!(start.is_some());
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    let proposal = propose(&mut players[0], ProposalKind::Takeback)
        .await
        .unwrap();
    players[1].until_event(proposal).await;
    let decided = vote(&mut players[1], proposal, true).await.unwrap();
    for player in &mut players {
        player.until_event(decided + 1).await;
        assert_eq!(player.seen.to_move, Some(Seat::White));
    }
    let mut watcher = Player::guest(&scene.server.rest(), "Watcher").await;
    watcher.join(game).await;
    assert_eq!(watcher.seen.board, start, "back at the start");
    let plies = last(&players[0], |kind| match kind {
        EventKind::TakenBack { plies, .. } => Some(*plies),
        _ => None,
    });
    assert_eq!(plies, Some(0));
    players[0].play_any().await;
}

async fn who_may_vote_and_propose(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("three")).await;
    players[1].resign(None).await.unwrap();
    let out = propose(&mut players[1], ProposalKind::Draw)
        .await
        .unwrap_err();
    assert_eq!(out.code, ErrorCode::NotSeated);
    players[0]
        .until(|seen| {
            seen.events
                .iter()
                .any(|event| matches!(event.kind, EventKind::Resigned { .. }))
        })
        .await;
    let proposal = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    let mut watcher = Player::guest(&scene.server.rest(), "Watcher").await;
    watcher.join(game).await;
    assert_eq!(
        vote(&mut watcher, proposal, true).await.unwrap_err().code,
        ErrorCode::NoProposal
    );
    let out = vote(&mut players[1], proposal, true).await.unwrap_err();
    assert_eq!(out.code, ErrorCode::NoProposal);
    players[2].until_event(proposal).await;
    let open = propose(&mut players[2], ProposalKind::Draw)
        .await
        .unwrap_err();
    assert_eq!(open.code, ErrorCode::ProposalOpen);
    on_seat(&mut players[0], ClientMsg::Withdraw).await.unwrap();
    players[2].until_event(proposal + 1).await;
    assert_eq!(
        vote(&mut players[2], proposal, true)
            .await
            .unwrap_err()
            .code,
        ErrorCode::NoProposal
    );
    let soon = propose(&mut players[0], ProposalKind::Draw).await;
    assert_eq!(soon.unwrap_err().code, ErrorCode::TooSoon);
}
