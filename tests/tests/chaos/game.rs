//! Tables at which one game after the other is played, whatever happens.

use std::time::Duration;

use halma_client::{Error, Rest};
use halma_core::Record;
use halma_protocol::{ErrorCode, Event, EventKind, GameId, TakeSeat};
use halma_tests::{Stored, Survivor, create, id};
use serde_json::{Value, json};
use tokio::sync::watch;

/// How long to wait before trying again.
const AGAIN: Duration = Duration::from_millis(50);

/// A finished game, as its players were told of it.
#[derive(Debug)]
pub(crate) struct Played {
    game: GameId,
    survivors: Vec<Survivor>,
}

/// What all players went through.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    pub(crate) games: usize,
    pub(crate) events: u64,
    pub(crate) acknowledged: usize,
    pub(crate) losses: u32,
    pub(crate) refusals: u32,
}

/// Asks until there is an answer that does not say to ask again.
async fn patiently<T, F>(rest: &Rest, ask: impl Fn(Rest) -> F) -> T
where
    F: Future<Output = Result<T, Error>>,
{
    loop {
        match ask(rest.clone()).await {
            Ok(answer) => return answer,
            Err(Error::Refused(error)) if !is_passing(error.code) => {
                panic!("refused for good: {error:?}")
            }
            Err(strange @ Error::NotUnderstood { .. }) => panic!("{strange}"),
            Err(_) => tokio::time::sleep(AGAIN).await,
        }
    }
}

fn is_passing(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::Unavailable
    )
}

/// Short games of two, three and four, so that some end while everything fails.
fn rules(table: usize) -> Value {
    match table % 4 {
        0 => json!({ "board": 8, "move_cap": 80 }),
        1 => json!({ "seats": 4, "move_cap": 120 }),
        2 => json!({ "board": 10, "move_cap": 60 }),
        _ => json!({ "seats": 4, "teams": "one_army", "move_cap": 80 }),
    }
}

/// How many people a table has.
pub(crate) fn seats(table: usize) -> usize {
    if table.is_multiple_of(2) { 2 } else { 4 }
}

/// Plays games at a table until it is `enough`; the last one is resigned.
pub(crate) async fn play(
    rest: Rest,
    table: usize,
    seed: u64,
    enough: watch::Receiver<bool>,
) -> Vec<Played> {
    let mut guests = Vec::new();
    for _ in 0..seats(table) {
        let guest = patiently(&rest, |rest| async move { rest.new_guest(None).await }).await;
        guests.push(rest.clone().with_token(guest.token));
    }
    let mut played = Vec::new();
    while !*enough.borrow() {
        let seed = seed + played.len() as u64;
        played.push(one_game(&guests, table, seed, &enough).await);
    }
    played
}

async fn one_game(
    guests: &[Rest],
    table: usize,
    seed: u64,
    enough: &watch::Receiver<bool>,
) -> Played {
    let wish = create(rules(table));
    let made = patiently(&guests[0], |host| {
        let wish = wish.clone();
        async move { host.create_game(&wish).await }
    })
    .await;
    for (seat, guest) in made.seats.keys().zip(guests) {
        // One id for all attempts: the seat may be taken though no answer ever came.
        let wish = TakeSeat {
            seat: Some(*seat),
            id: Some(id()),
            ..TakeSeat::default()
        };
        patiently(guest, |guest| {
            let wish = wish.clone();
            async move { guest.take_seat_as(made.id, wish).await }
        })
        .await;
    }
    let mut playing = Vec::new();
    for (guest, n) in guests.iter().zip(1..) {
        let survivor = Survivor::new(guest.clone(), made.id, seed * 31 + n, enough.clone());
        playing.push(tokio::spawn(survivor.play()));
    }
    let mut survivors = Vec::new();
    for survivor in playing {
        survivors.push(survivor.await.unwrap());
    }
    Played {
        game: made.id,
        survivors,
    }
}

impl Played {
    /// What was told is what is stored, in the same order for all, each once, and by the rules.
    pub(crate) async fn check(&self, rest: &Rest, stored: &mut Stored, sum: &mut Sum) {
        let game = self.game;
        let [first, others @ ..] = &self.survivors[..] else {
            panic!("nobody played")
        };
        let seen = &first.seen.events;
        for other in others {
            assert_eq!(&other.seen.events, seen, "all saw the same of {game}");
        }
        assert_eq!(stored.count(game).await, first.seen.seq, "of {game}");
        for event in seen {
            let kept = stored.event(game, event.seq).await;
            assert_eq!(kept.as_ref(), Some(event), "event {} of {game}", event.seq);
        }
        let mut told = 0;
        for survivor in &self.survivors {
            for (id, seq) in &survivor.told {
                let event = stored
                    .event(game, *seq)
                    .await
                    .expect("what was acknowledged");
                assert_eq!(event.id.as_ref(), Some(id), "event {seq} of {game}");
            }
            told += survivor.told.len();
            sum.losses += survivor.losses;
            sum.refusals += survivor.refusals;
        }
        assert_eq!(
            told,
            seen.iter().filter(is_command).count(),
            "each once, in {game}"
        );
        let record = patiently(rest, |rest| async move { rest.record(game).await }).await;
        let record: Record = record.parse().expect("a game by the rules");
        assert_eq!(record.game.outcome(), first.seen.outcome.as_ref());
        sum.games += 1;
        sum.events += first.seen.seq;
        sum.acknowledged += told;
    }
}

fn is_command(event: &&Event) -> bool {
    matches!(
        event.kind,
        EventKind::Moved { .. } | EventKind::Resigned { .. }
    )
}
