//! A large audience: who is told at once, and what reaches everybody in the end.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use halma_protocol::{AwayReason, PlayerId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::clock::Clock;
use crate::meters::Meters;
use crate::room::audience::{Audience, Member};
use crate::session::{Ending, Lag, Outbox, SessionId};

/// An audience, and what its sockets are handed.
struct Crowd {
    audience: Audience,
    table: Table,
    sockets: BTreeMap<SessionId, mpsc::Receiver<Utf8Bytes>>,
}

impl Crowd {
    fn new() -> Self {
        let life = Life::new("classic", TimeControl::None, 2);
        Self {
            audience: Audience::new(life.now),
            table: life.table,
            sockets: BTreeMap::new(),
        }
    }

    fn enter(&mut self, session: SessionId, player: Option<PlayerId>) {
        let clock = Clock::manual(1_000);
        let ending = Ending::with(&CancellationToken::new());
        let (outbox, socket) = Outbox::new(clock, ending, Meters::default());
        self.sockets.insert(session, socket);
        self.audience.enter(Member {
            session,
            player,
            legal: false,
            since: 0,
            heard: self.audience.said(),
            outbox,
            lag: Lag::default(),
        });
    }

    fn say(&mut self, word: u32) {
        self.audience
            .tell_all(word.to_string().into(), &self.table, 1_000);
    }

    /// What a socket has been handed since it was last asked.
    fn heard(&mut self, session: SessionId) -> Vec<u32> {
        let mut heard = Vec::new();
        while let Ok(frame) = self.sockets.get_mut(&session).unwrap().try_recv() {
            heard.push(frame.as_str().parse().unwrap());
        }
        heard
    }
}

#[test]
fn who_plays_does_not_wait_for_a_thousand_watchers() {
    let mut crowd = Crowd::new();
    (0..1_000).for_each(|session| crowd.enter(session, None));
    let players = crowd.table.seats.values().flatten();
    let players: Vec<_> = players.map(|player| player.id).collect();
    for (session, player) in (1_000..).zip(players) {
        crowd.enter(session, Some(player));
    }
    crowd.say(7);
    assert_eq!((crowd.heard(1_000), crowd.heard(1_001)), (vec![7], vec![7]));
    let watchers = |crowd: &mut Crowd| (0..1_000).filter(|one| crowd.heard(*one) == [7]).count();
    assert_eq!(watchers(&mut crowd), 0);
    crowd.audience.tell_next(1_000);
    let first = watchers(&mut crowd);
    assert!((1..100).contains(&first), "{first} before the first pause");
    crowd.audience.catch_all_up(1_000);
    assert_eq!(first + watchers(&mut crowd), 1_000);
    assert!(crowd.heard(1_000).is_empty(), "nobody is told twice");
}

#[test]
fn a_few_are_told_at_once() {
    let mut crowd = Crowd::new();
    (0..64).for_each(|session| crowd.enter(session, None));
    crowd.say(7);
    assert!((0..64).all(|session| crowd.heard(session) == [7]));
    assert!(!crowd.audience.is_behind());
}

/// Whoever is here hears what is said, once and in order, from when it came; who is answered has
/// heard all of it.
#[test]
fn everybody_hears_everything_once_and_in_order() {
    for seed in 0..200 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut crowd = Crowd::new();
        // What each who is here is to hear.
        let mut due: BTreeMap<SessionId, Vec<u32>> = BTreeMap::new();
        for session in 0..rng.random_range(0..200) {
            crowd.enter(session, None);
            due.insert(session, Vec::new());
        }
        for word in 0..200 {
            let session = rng.random_range(0..200);
            match rng.random_range(0..16) {
                0..4 => {
                    crowd.say(word);
                    due.values_mut().for_each(|due| due.push(word));
                }
                4..13 => crowd.audience.tell_next(1_000),
                13 => {
                    crowd.enter(session, None);
                    due.insert(session, Vec::new());
                }
                14 => {
                    crowd.audience.leave(session, AwayReason::Left, 1_000);
                    due.remove(&session);
                }
                _ => {
                    crowd.audience.catch_up(session);
                    if let Some(due) = due.get_mut(&session) {
                        assert_eq!(crowd.heard(session), std::mem::take(due), "seed {seed}");
                    }
                }
            }
        }
        crowd.audience.catch_all_up(1_000);
        assert!(!crowd.audience.is_behind());
        for (session, due) in due {
            assert_eq!(crowd.heard(session), due, "seed {seed}");
        }
    }
}
