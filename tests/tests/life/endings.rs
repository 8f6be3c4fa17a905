//! Calling a game off, and claiming against who is gone.

use std::time::Duration;

use halma_core::{Outcome, Reason, Seat};
use halma_protocol::{
    Away, AwayReason, Claim, ClaimKind, Claimable, ClientMsg, ErrorCode, EventKind, OnGame,
    ServerMsg,
};
use halma_tests::{Data, Player, Seen, create, on_both_engines};

use crate::scene::{Scene, last, on_seat};

on_both_engines!(
    who_resigns_goes_out,
    a_game_is_called_off_until_every_seat_has_moved,
    who_is_gone_can_be_claimed_against,
    who_never_came_can_be_claimed_against,
    coming_back_stops_the_countdown,
    with_three_seats_who_is_gone_goes_out
);

const GRACE: Duration = Duration::from_secs(120);

fn claim(
    what: ClaimKind,
) -> impl FnOnce(halma_protocol::CommandId, halma_protocol::GameId) -> ClientMsg {
    move |id, game| {
        ClientMsg::Claim(Claim {
            id,
            game,
            what,
            seat: None,
        })
    }
}

fn claimable(seen: &Seen) -> Option<Claimable> {
    seen.presence.as_ref()?.claimable
}

async fn who_resigns_goes_out(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("three")).await;
    // White is to move, black is not.
    for (quits, next) in [(0, Some(Seat::Red)), (2, None)] {
        let seq = players[quits].resign(None).await.unwrap();
        for player in &mut players {
            player.until_event(seq).await;
        }
        let resigned = last(&players[1], |kind| match kind {
            EventKind::Resigned { seat, next } => Some((*seat, *next)),
            _ => None,
        });
        let seat = [Seat::White, Seat::Red, Seat::Black][quits];
        assert_eq!(resigned, Some((seat, next)));
    }
    for player in &mut players {
        let seen = player.until(|seen| seen.outcome.is_some()).await;
        assert_eq!(seen.outcome, Some(Outcome::win(Seat::Red, Reason::Resign)));
    }
}

async fn a_game_is_called_off_until_every_seat_has_moved(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("grasshopper")).await;
    players[0].play_any().await;
    on_seat(&mut players[1], ClientMsg::Abort).await.unwrap();
    let outcome = players[0]
        .until(|seen| seen.outcome.is_some())
        .await
        .outcome
        .unwrap();
    assert_eq!(outcome.reason, Reason::Aborted);
    let (_, mut players) = scene.table(&create("grasshopper")).await;
    players[0].play_any().await;
    players[1].play_any().await;
    let late = on_seat(&mut players[0], ClientMsg::Abort)
        .await
        .unwrap_err();
    assert_eq!(late.code, ErrorCode::TooLate);
}

async fn who_is_gone_can_be_claimed_against(data: Data) {
    let scene = Scene::new(&data).await;
    for (what, winners) in [
        (ClaimKind::Win, vec![Seat::Black]),
        (ClaimKind::Draw, vec![]),
    ] {
        let (_, mut players) = scene.table(&create("grasshopper")).await;
        drop(players.remove(0));
        let black = &mut players[0];
        black.until(|seen| claimable(seen).is_some()).await;
        let presence = black.seen.presence.clone().unwrap();
        assert_eq!(presence.away[&Seat::White].why, AwayReason::Lost);
        let from = presence.claimable.unwrap().from;
        assert_eq!(from, scene.clock.now() + 120_000);
        let early = black.command(claim(what)).await.unwrap_err();
        assert_eq!(early.code, ErrorCode::NotClaimable);
        scene.pass(GRACE, &mut players).await;
        players[0].command(claim(what)).await.unwrap();
        let outcome = players[0]
            .until(|seen| seen.outcome.is_some())
            .await
            .outcome
            .unwrap();
        assert_eq!(outcome.reason, Reason::Abandoned);
        assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), winners);
    }
}

async fn who_never_came_can_be_claimed_against(data: Data) {
    let scene = Scene::new(&data).await;
    let rest = scene.server.rest();
    // White took its seat by a request, and has never opened the game.
    let white = rest.new_guest(Some("White")).await.unwrap();
    let mut wish = create("grasshopper");
    wish.seats = vec![Seat::White];
    let white = rest.clone().with_token(white.token);
    let made = white.create_game(&wish).await.unwrap();
    let mut black = Player::guest(&rest, "Black").await;
    black.join(made.id).await;
    let since = scene.clock.now();
    black.rest.take_seat(made.id, None).await.unwrap();
    let seen = black.until(|seen| claimable(seen).is_some()).await;
    let why = AwayReason::Absent;
    let away = &seen.presence.as_ref().unwrap().away;
    assert_eq!(away[&Seat::White], Away { since, why });
    assert_eq!(claimable(seen).unwrap().from, since + 120_000);
    let mut players = [black];
    scene.pass(GRACE, &mut players).await;
    players[0].command(claim(ClaimKind::Win)).await.unwrap();
    let seen = players[0].until(|seen| seen.outcome.is_some()).await;
    assert_eq!(
        seen.outcome,
        Some(Outcome::win(Seat::Black, Reason::Abandoned))
    );
}

async fn coming_back_stops_the_countdown(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("grasshopper")).await;
    let mut white = players.remove(0);
    white
        .command(|id, game| ClientMsg::Leave(OnGame { id, game }))
        .await
        .unwrap();
    let away = |player: &Player| player.seen.presence.clone().unwrap().away;
    players[0].until(|seen| claimable(seen).is_some()).await;
    assert_eq!(away(&players[0])[&Seat::White].why, AwayReason::Left);
    scene.pass(GRACE / 2, &mut players).await;
    let mut white = Player::back(&white.rest).await;
    white.join(game).await;
    players[0]
        .until(|seen| seen.presence.is_some() && claimable(seen).is_none())
        .await;
    players.push(white);
    scene.pass(GRACE, &mut players).await;
    let refusal = players[0].command(claim(ClaimKind::Win)).await.unwrap_err();
    assert_eq!(refusal.code, ErrorCode::NotClaimable);
}

async fn with_three_seats_who_is_gone_goes_out(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("three")).await;
    drop(players.remove(0));
    players[0].until(|seen| claimable(seen).is_some()).await;
    scene.pass(GRACE, &mut players).await;
    let draw = players[0]
        .command(claim(ClaimKind::Draw))
        .await
        .unwrap_err();
    assert_eq!(draw.code, ErrorCode::NotClaimable);
    let seq = players[0].command(claim(ClaimKind::Win)).await.unwrap();
    for player in &mut players {
        player.until_event(seq).await;
        assert!(player.seen.outcome.is_none());
        assert_eq!(player.seen.to_move, Some(Seat::Red));
    }
    while !matches!(players[0].next().await, ServerMsg::Turn(_)) {}
}
