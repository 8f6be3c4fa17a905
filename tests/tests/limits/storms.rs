//! Everybody at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use halma_client::{Client, Error, Join, Rest, Update, legal_moves};
use halma_protocol::{ErrorCode, EventKind, GameId};
use halma_tests::{Data, Process, Program, create, eventually, on_both_engines, soon};
use tokio::task::JoinSet;

on_both_engines!(
    a_crowd_comes_back_to_one_room_at_once,
    a_hundred_rooms_are_filled_again_at_once
);

/// How many watch.
const CROWD: usize = 150;

/// How many games are played at a time.
const ROOMS: usize = 100;

/// After so many events a game is given up.
const ENOUGH: u64 = 40;

/// How far everybody has come: how many have joined, and how many events all have been told.
#[derive(Debug, Default)]
struct Told {
    joined: AtomicUsize,
    events: AtomicUsize,
}

/// Follows a game to its end, playing whatever seat is held, and gives the number of its last event.
async fn follow(rest: Rest, game: GameId, told: Arc<Told>) -> u64 {
    let client = Client::connect(&rest).await.unwrap();
    let join = Join::new().since(0).legal();
    let mut game = client.join(game, join).await.unwrap();
    told.joined.fetch_add(1, Ordering::SeqCst);
    let mut seq = 0;
    loop {
        match game.next().await.unwrap().unwrap() {
            Update::Event(event) => {
                assert_eq!(event.seq, seq + 1, "every event once, and in order");
                seq = event.seq;
                told.events.fetch_add(1, Ordering::SeqCst);
                if matches!(event.kind, EventKind::Finished { .. }) {
                    return seq;
                }
            }
            Update::Turn(turn) if turn.at < ENOUGH => {
                let moves = legal_moves(&turn);
                let any = moves[usize::try_from(turn.at * 31).unwrap() % moves.len()];
                match game.play(turn.at, any, None).await {
                    Ok(_) => {}
                    // Told twice that it is to move, before and after a loss.
                    Err(Error::Refused(error)) if error.code == ErrorCode::Stale => {}
                    Err(error) => panic!("{error}"),
                }
            }
            Update::Turn(_) => drop(game.resign(None).await.unwrap()),
            _ => {}
        }
    }
}

/// A game and its two players, seated.
async fn table(rest: &Rest) -> (GameId, Vec<Rest>) {
    let mut players = Vec::new();
    for name in ["White", "Black"] {
        let guest = rest.new_guest(Some(name)).await.unwrap();
        players.push(rest.clone().with_token(guest.token));
    }
    let game = players[0]
        .create_game(&create("grasshopper"))
        .await
        .unwrap()
        .id;
    for player in &players {
        player.take_seat(game, None).await.unwrap();
    }
    (game, players)
}

/// Has all of them follow their games, kills the server twice on the way, and compares what
/// everybody has seen at the end with what is stored.
async fn storm(data: Data, mut server: Process, all: Vec<(GameId, Rest)>) {
    let told = Arc::new(Told::default());
    let many = all.len();
    let mut following = JoinSet::new();
    for (game, rest) in all {
        let told = Arc::clone(&told);
        following.spawn(async move { (game, follow(rest, game, told).await) });
    }
    for part in 1..=2 {
        eventually("everybody has come that far", async || {
            let joined = told.joined.load(Ordering::SeqCst) == many;
            let seen = told.events.load(Ordering::SeqCst) >= part * 10 * many;
            (joined && seen).then_some(())
        })
        .await;
        server.kill().await;
        server.replace(Program::server(&data));
        server.ready().await;
    }
    let mut stored = data.stored().await;
    for (game, last) in soon("the end for everybody", following.join_all()).await {
        assert_eq!(last, stored.count(game).await);
    }
}

async fn a_crowd_comes_back_to_one_room_at_once(data: Data) {
    let server = Process::start(&data).await;
    let rest = server.rest();
    let (game, mut all) = table(&rest).await;
    all.resize(all.len() + CROWD, rest);
    let all = all.into_iter().map(|rest| (game, rest));
    storm(data, server, all.collect()).await;
}

async fn a_hundred_rooms_are_filled_again_at_once(data: Data) {
    let server = Process::start(&data).await;
    let mut all = Vec::new();
    for _ in 0..ROOMS {
        let (game, players) = table(&server.rest()).await;
        all.extend(players.into_iter().map(|player| (game, player)));
    }
    storm(data, server, all).await;
}
