//! Everybody at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use halma_client::{Client, Join, Rest, Update, legal_moves};
use halma_protocol::{EventKind, GameId};
use halma_tests::{Data, Process, Program, create, eventually, on_both_engines, soon};
use tokio::task::JoinSet;

on_both_engines!(a_crowd_comes_back_to_one_room_at_once);

/// How many watch.
const CROWD: usize = 150;

/// After so many events the game is given up.
const ENOUGH: u64 = 60;

/// How far the crowd has come: how many have joined, and how many events all have been told.
#[derive(Debug, Default)]
struct Told {
    joined: AtomicUsize,
    events: AtomicUsize,
}

/// Watches a game to its end, and gives the number of its last event.
async fn watch(rest: Rest, game: GameId, told: Arc<Told>) -> u64 {
    let client = Client::connect(&rest).await.unwrap();
    let mut game = client.join(game, Join::new().since(0)).await.unwrap();
    told.joined.fetch_add(1, Ordering::SeqCst);
    let mut seq = 0;
    loop {
        if let Update::Event(event) = game.next().await.unwrap().unwrap() {
            assert_eq!(event.seq, seq + 1, "every event once, and in order");
            seq = event.seq;
            told.events.fetch_add(1, Ordering::SeqCst);
            if matches!(event.kind, EventKind::Finished { .. }) {
                return seq;
            }
        }
    }
}

async fn play(rest: Rest, game: GameId) {
    let client = Client::connect(&rest).await.unwrap();
    let mut game = client.join(game, Join::new().legal()).await.unwrap();
    loop {
        match game.next().await.unwrap().unwrap() {
            Update::Turn(turn) if turn.at < ENOUGH => {
                let moves = legal_moves(&turn);
                let any = moves[usize::try_from(turn.at * 31).unwrap() % moves.len()];
                game.play(turn.at, any, None).await.unwrap();
            }
            Update::Turn(_) => drop(game.resign(None).await.unwrap()),
            Update::Event(event) if matches!(event.kind, EventKind::Finished { .. }) => return,
            _ => {}
        }
    }
}

async fn a_crowd_comes_back_to_one_room_at_once(data: Data) {
    let mut server = Process::start(&data).await;
    let rest = server.rest();
    let mut players = Vec::new();
    for name in ["White", "Black"] {
        let guest = rest.new_guest(Some(name)).await.unwrap();
        players.push(rest.clone().with_token(guest.token));
    }
    let game = players[0].create_game(&create("classic")).await.unwrap().id;
    let told = Arc::new(Told::default());
    let mut crowd = JoinSet::new();
    for _ in 0..CROWD {
        crowd.spawn(watch(rest.clone(), game, Arc::clone(&told)));
    }
    let mut playing = JoinSet::new();
    for player in players {
        player.take_seat(game, None).await.unwrap();
        playing.spawn(play(player, game));
    }
    for part in 1..=2 {
        eventually("everybody has come that far", async || {
            let joined = told.joined.load(Ordering::SeqCst) == CROWD;
            let seen = told.events.load(Ordering::SeqCst) >= part * 15 * CROWD;
            (joined && seen).then_some(())
        })
        .await;
        server.kill().await;
        server.replace(Program::server(&data));
        server.ready().await;
    }
    soon("the game's end", playing.join_all()).await;
    let ends = soon("the end for everybody", crowd.join_all()).await;
    let last = data.stored().await.count(game).await;
    assert_eq!(ends, vec![last; CROWD]);
}
