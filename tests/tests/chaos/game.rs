//! Tables at which one game after the other is played, whatever happens.

use std::collections::BTreeMap;
use std::time::Duration;

use halma_client::{Error, Rest};
use halma_core::{Ply, Record, Seat};
use halma_protocol::{CreateGame, ErrorCode, Event, EventKind, GameId, GameStatus, TakeSeat};
use halma_tests::{Stored, Survivor, create, id};
use serde_json::json;
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
    pub(crate) games: u64,
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

/// Short games of two, three and four, so that some end while everything fails; and at some tables
/// a computer plays too, which must be seen to be its turn whoever dies.
fn wish(table: usize) -> CreateGame {
    let rules = match table % 4 {
        0 => json!({ "board": 8, "move_cap": 80 }),
        1 => json!({ "seats": 4, "move_cap": 120 }),
        2 => json!({ "board": 10, "move_cap": 60 }),
        _ => json!({ "seats": 4, "teams": "one_army", "move_cap": 80 }),
    };
    let mut wish = create(rules);
    if table % 4 == 1 {
        wish.computers = BTreeMap::from([(Seat::Black, 1)]);
    }
    wish
}

/// How many people a table has.
fn people(table: usize) -> usize {
    match table % 4 {
        0 | 2 => 2,
        1 => 3,
        _ => 4,
    }
}

/// Plays games at a table until it is `enough`; the last one is resigned.
pub(crate) async fn play(
    rest: Rest,
    table: usize,
    seed: u64,
    enough: watch::Receiver<bool>,
) -> Vec<Played> {
    let mut guests = Vec::new();
    for _ in 0..people(table) {
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
    let wish = wish(table);
    let made = patiently(&guests[0], |host| {
        let wish = wish.clone();
        async move { host.create_game(&wish).await }
    })
    .await;
    let free = made.seats.keys();
    let free = free.filter(|seat| !made.computers.contains_key(seat));
    for (seat, guest) in free.zip(guests) {
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
        assert_eq!(seen.len() as u64, first.seen.seq, "of {game}");
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
            for id in &survivor.given_up {
                let found = seen.iter().find(|event| event.id.as_ref() == Some(id));
                assert_eq!(found, None, "{game} has what was said not to be stored");
            }
            told += survivor.told.len();
            sum.losses += survivor.losses;
            sum.refusals += survivor.refusals;
        }
        let commands = seen.iter().filter(is_command).count();
        assert_eq!(told, commands, "each once, in {game}");
        self.check_record(rest).await;
        self.check_summary(rest).await;
        assert_eq!(stored.deadline(game).await, None, "{game} is over");
        sum.games += 1;
        sum.events += first.seen.seq;
        sum.acknowledged += told;
    }

    /// The record is a game by the rules, of the moves that were seen.
    async fn check_record(&self, rest: &Rest) {
        let (game, seen) = (self.game, &self.survivors[0].seen);
        let record = patiently(rest, |rest| async move { rest.record(game).await }).await;
        let record: Record = record.parse().expect("a game by the rules");
        assert_eq!(record.game.outcome(), seen.outcome.as_ref());
        let played = record.game.plies().filter_map(|ply| match ply {
            Ply::Move { seat, path } => Some((seat, path)),
            Ply::Pass { .. } | Ply::Out { .. } => None,
        });
        let moved = seen.events.iter().filter_map(|event| match &event.kind {
            EventKind::Moved { seat, path, .. } => Some((*seat, *path)),
            _ => None,
        });
        assert!(played.eq(moved), "the moves of {game}");
    }

    /// The summary says what the events say.
    async fn check_summary(&self, rest: &Rest) {
        let (game, seen) = (self.game, &self.survivors[0].seen);
        let summary = patiently(rest, |rest| async move { rest.game(game).await }).await;
        assert_eq!(summary.status, GameStatus::Finished, "of {game}");
        assert_eq!(summary.outcome, seen.outcome, "of {game}");
        let time = |meant: fn(&EventKind) -> bool| {
            let event = seen.events.iter().find(|event| meant(&event.kind));
            event.map(|event| event.time)
        };
        let started = time(|kind| matches!(kind, EventKind::Started { .. }));
        let finished = time(|kind| matches!(kind, EventKind::Finished { .. }));
        let times = (summary.started, summary.finished);
        assert_eq!(times, (started, finished), "of {game}");
        let by_seat = |kind: &EventKind| match kind {
            EventKind::Seated { seat, player } => Some((*seat, player.clone())),
            _ => None,
        };
        let sat: BTreeMap<_, _> = seen
            .events
            .iter()
            .filter_map(|e| by_seat(&e.kind))
            .collect();
        let held = summary.seats.into_iter();
        let held: BTreeMap<_, _> = held.filter_map(|(seat, who)| Some((seat, who?))).collect();
        assert_eq!(held, sat, "who sat in {game}");
    }
}

/// Whether it is what a person asked for in play.
fn is_command(event: &&Event) -> bool {
    let kinds = matches!(
        event.kind,
        EventKind::Moved { .. } | EventKind::Resigned { .. }
    );
    kinds && event.by.is_some()
}
