//! Four people play a whole game of partners, through everything that can come between.

use halma_core::Seat;
use halma_protocol::{EventKind, ProposalKind};
use halma_tests::vectors::{self, Vector};
use halma_tests::{Data, Player, Setup, on_both_engines};

use crate::scene::{Scene, agree, propose, vote};

on_both_engines!(partners_play_on_through_everything);

async fn partners_play_on_through_everything(data: Data) {
    let vector = vectors::named("partners#1");
    let scene = Scene::new(&data).await;
    let port = scene.server.port();
    let (game, mut players) = scene.table(&vector.create()).await;

    play(&vector, 0..60, &mut players).await;
    let proposal = propose(&mut players[2], ProposalKind::Draw).await.unwrap();
    for voter in [0, 1] {
        players[voter].until_event(proposal).await;
        vote(&mut players[voter], proposal, true).await.unwrap();
    }
    players[3].until_event(proposal + 2).await;
    vote(&mut players[3], proposal, false).await.unwrap();

    // Each loses its connection once, and comes back.
    for turn in 0..4 {
        play(&vector, 60 + turn * 10..70 + turn * 10, &mut players).await;
        let (rest, seen) = players.remove(turn).vanish();
        let known = seen.seq;
        let mut back = Player::back(&rest).await;
        back.seen = seen;
        back.resume(game, known).await;
        players.insert(turn, back);
    }

    // The server stops and another one comes up in its place.
    let left: Vec<_> = players.into_iter().map(Player::vanish).collect();
    scene.server.stop().await;
    let server = Setup::new(&data)
        .clock(&scene.clock)
        .random(8)
        .start_on(port)
        .await;
    let mut players = Vec::new();
    for (rest, seen) in left {
        let known = seen.seq;
        let mut back = Player::back(&rest).await;
        back.seen = seen;
        back.resume(game, known).await;
        players.push(back);
    }
    play(&vector, 100..vector.moves.len(), &mut players).await;
    for player in &mut players {
        let outcome = player
            .until(|seen| seen.outcome.is_some())
            .await
            .outcome
            .unwrap();
        assert_eq!(Some(outcome), vector.result);
    }
    let (first, others) = players.split_first().unwrap();
    for other in others {
        let moves = |player: &Player| {
            let moved = |kind: &EventKind| matches!(kind, EventKind::Moved { .. });
            player
                .seen
                .events
                .iter()
                .filter(|event| moved(&event.kind))
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(moves(first), moves(other), "all saw the same game");
    }

    // In a sister game all four agree.
    let (_, mut players) = halma_tests::table(&server.rest(), &vector.create()).await;
    play(&vector, 0..4, &mut players).await;
    let proposal = propose(&mut players[0], ProposalKind::Draw).await.unwrap();
    for voter in &mut players[1..] {
        voter.until_event(proposal).await;
        vote(voter, proposal, true).await.unwrap();
    }
    agree(&mut players).await;
}

/// Those moves of the game, each made by its own player.
async fn play(vector: &Vector, moves: std::ops::Range<usize>, players: &mut [Player]) {
    for index in moves {
        let mover = Seat::ALL
            .iter()
            .position(|seat| *seat == vector.seats[index])
            .unwrap();
        players[mover].turn().await;
        players[mover].play(vector.moves[index]).await.unwrap();
    }
    let newest = players.iter().map(|player| player.seen.seq).max().unwrap();
    for player in players {
        player.until_event(newest).await;
    }
}
