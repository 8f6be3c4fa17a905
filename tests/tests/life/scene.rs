//! A table, its players and the clock over them.

use std::time::Duration;

use halma_core::Reason;
use halma_protocol::{
    ClientMsg, CreateGame, ErrorMsg, EventKind, GameId, OnSeat, Ping, ProposalKind, Propose,
    ServerMsg, Vote,
};
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Player, Server, Setup, create, table};
use serde_json::{Value, json};

/// Sockets that are silent longer than this are given up, so time passes in smaller steps.
const STEP: Duration = Duration::from_secs(30);

/// A server whose clock the test moves.
pub(crate) struct Scene {
    pub(crate) clock: Clock,
    pub(crate) server: Server,
}

impl Scene {
    pub(crate) async fn new(data: &Data) -> Self {
        Self::with_flags(data, &[]).await
    }

    pub(crate) async fn with_flags(data: &Data, flags: &[&str]) -> Self {
        let clock = Clock::manual(NOW);
        // An answer to a ping may cross with a step of the clock; unless a test is about lag, none
        // is measured.
        let mut flags = flags.to_vec();
        if !flags.contains(&"--max-lag") {
            flags.extend(["--max-lag", "0"]);
        }
        let server = Setup::with_flags(data, &flags).clock(&clock).start().await;
        Self { clock, server }
    }

    /// A game with a player on every seat.
    pub(crate) async fn table(&self, game: &CreateGame) -> (GameId, Vec<Player>) {
        table(&self.server.rest(), game).await
    }

    /// A player with an account.
    pub(crate) async fn account(&self, name: &str) -> Player {
        let body = json!({ "name": name, "password": "correct horse battery" });
        let made = self.server.http().post("/api/accounts", None, &body).await;
        let made: Value = made.json();
        let token = made["token"].as_str().unwrap();
        Player::back(&self.server.rest().with_token(token)).await
    }

    /// Lets time pass while these players stay connected.
    pub(crate) async fn pass(&self, time: Duration, players: &mut [Player]) {
        let mut left = time;
        while !left.is_zero() {
            let step = left.min(STEP);
            self.clock.advance(step);
            left -= step;
            for player in &mut *players {
                heard(player).await;
            }
        }
    }
}

/// Says something, so that the server knows the player is there.
pub(crate) async fn heard(player: &mut Player) {
    player.send(&ClientMsg::Ping(Ping { id: None })).await;
    while !matches!(player.next().await, ServerMsg::Pong(_)) {}
}

/// A request for a game by these rules with this clock.
pub(crate) fn timed(rules: impl Into<Value>, clock: Value) -> CreateGame {
    let mut game = create(rules);
    game.clock = serde_json::from_value(clock).unwrap();
    game
}

pub(crate) async fn propose(player: &mut Player, what: ProposalKind) -> Result<u64, ErrorMsg> {
    let at = player.seen.at;
    player
        .command(|id, game| {
            ClientMsg::Propose(Propose {
                id,
                game,
                at,
                what,
                seat: None,
            })
        })
        .await
}

pub(crate) async fn vote(
    player: &mut Player,
    proposal: u64,
    accept: bool,
) -> Result<u64, ErrorMsg> {
    player
        .command(|id, game| {
            ClientMsg::Vote(Vote {
                id,
                game,
                proposal,
                accept,
                seat: None,
            })
        })
        .await
}

/// All see that the game ends as a draw by agreement.
pub(crate) async fn agree(players: &mut [Player]) {
    for player in players {
        let seen = player.until(|seen| seen.outcome.is_some()).await;
        let outcome = seen.outcome.as_ref().unwrap();
        assert_eq!(outcome.reason, Reason::Agreement);
        assert!(outcome.is_draw());
    }
}

/// A command for the seat a player holds.
pub(crate) async fn on_seat(
    player: &mut Player,
    command: impl FnOnce(OnSeat) -> ClientMsg,
) -> Result<u64, ErrorMsg> {
    player
        .command(|id, game| {
            command(OnSeat {
                id,
                game,
                seat: None,
            })
        })
        .await
}

/// The game that follows this one, once the player has heard of it.
pub(crate) async fn successor(player: &mut Player) -> GameId {
    loop {
        let follows = last(player, |kind| match kind {
            EventKind::Succeeded { successor } => Some(*successor),
            _ => None,
        });
        if let Some(successor) = follows {
            return successor;
        }
        player.next().await;
    }
}

/// The newest event that is of the kind.
pub(crate) fn last<T>(player: &Player, kind: impl Fn(&EventKind) -> Option<T>) -> Option<T> {
    player
        .seen
        .events
        .iter()
        .rev()
        .find_map(|event| kind(&event.kind))
}
