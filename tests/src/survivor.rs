//! A player that plays on whatever happens to its connection, and remembers what it was told.

use std::time::Duration;

use halma_client::{Connection, Error, Rest, legal_moves};
use halma_protocol::{
    ClientMsg, CommandId, ErrorCode, ErrorMsg, GameId, Join, Move, OnSeat, ServerMsg,
};
use tokio::sync::watch;

use crate::dice::Dice;
use crate::seen::Seen;
use crate::table::{hello, id};

/// How long it waits before it tries again.
const AGAIN: Duration = Duration::from_millis(10);

/// A player that does not give up.
#[derive(Debug)]
pub struct Survivor {
    rest: Rest,
    /// What it has seen; every message was checked against those before it.
    pub seen: Seen,
    /// Each command that was acknowledged, and with which event.
    pub told: Vec<(CommandId, u64)>,
    /// Each command that was said not to be stored; another was sent in its place.
    pub given_up: Vec<CommandId>,
    /// How often it lost its connection.
    pub losses: u32,
    /// How often it was told to try again.
    pub refusals: u32,
    /// The command that is not acknowledged yet.
    pending: Option<(CommandId, ClientMsg)>,
    /// Whether it is time to resign.
    enough: watch::Receiver<bool>,
    dice: Dice,
}

impl Survivor {
    /// A player of a seat it holds already; its moves are the same for the same seed.
    pub fn new(rest: Rest, game: GameId, seed: u64, enough: watch::Receiver<bool>) -> Self {
        Self {
            rest,
            seen: Seen::since(game, 0),
            told: Vec::new(),
            given_up: Vec::new(),
            losses: 0,
            refusals: 0,
            pending: None,
            enough,
            dice: Dice::new(seed),
        }
    }

    fn is_done(&self) -> bool {
        self.seen.outcome.is_some() && self.pending.is_none()
    }

    /// Plays until the game is over and every command is answered.
    ///
    /// # Panics
    ///
    /// If the server says what it must not.
    pub async fn play(mut self) -> Self {
        while !self.is_done() {
            match self.visit().await {
                Ok(()) => {}
                Err(strange @ Error::NotUnderstood { .. }) => panic!("{strange}"),
                Err(_) => {
                    self.losses += 1;
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
        self
    }

    /// One connection, from its hello to its loss or the game's end.
    async fn visit(&mut self) -> Result<(), Error> {
        let (mut connection, _) = Connection::open(&self.rest, hello(&self.rest)).await?;
        let join = Join {
            id: id(),
            game: self.seen.game,
            since: Some(self.seen.seq),
            legal: true,
            key: None,
        };
        // Whoever comes in hears who is here, even if it knew.
        self.seen.presence = None;
        connection.send(&ClientMsg::Join(join)).await?;
        while !self.is_done() {
            let message = connection.next().await?;
            self.seen.take(&message);
            match message {
                ServerMsg::Events(_) | ServerMsg::State(_) => self.send(&mut connection).await?,
                ServerMsg::Ok(done) => {
                    let (id, _) = self.pending.take().expect("an ok for nothing");
                    assert_eq!(done.id, id);
                    self.told
                        .push((done.id, done.seq.expect("it caused an event")));
                }
                ServerMsg::Error(error) => self.refused(&mut connection, error).await?,
                _ => {}
            }
            self.go_on(&mut connection).await?;
        }
        Ok(())
    }

    /// Moves or resigns, if it is its turn and the last command is acknowledged.
    async fn go_on(&mut self, connection: &mut Connection) -> Result<(), Error> {
        let Some(turn) = self.seen.turn.as_ref().filter(|_| self.pending.is_none()) else {
            return Ok(());
        };
        let (id, game) = (id(), turn.game);
        let command = if *self.enough.borrow() {
            let (id, seat) = (id.clone(), None);
            ClientMsg::Resign(OnSeat { id, game, seat })
        } else {
            let (id, at, paths) = (id.clone(), turn.at, legal_moves(turn));
            let path = *self.dice.pick(&paths);
            ClientMsg::Move(Move {
                id,
                game,
                at,
                path,
                seat: None,
            })
        };
        self.pending = Some((id, command));
        self.send(connection).await
    }

    /// Sends what is not acknowledged yet, the same as before.
    async fn send(&self, connection: &mut Connection) -> Result<(), Error> {
        match &self.pending {
            Some((_, command)) => connection.send(command).await,
            None => Ok(()),
        }
    }

    async fn refused(&mut self, connection: &mut Connection, error: ErrorMsg) -> Result<(), Error> {
        let again = matches!(
            error.code,
            ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::Unavailable
        );
        assert!(again, "refused for good: {error:?}");
        self.refusals += 1;
        let pending = self.pending.as_ref().map(|(id, _)| id);
        if error.id.as_ref() != pending {
            // It was the join: come in again.
            return Err(Error::Refused(Box::new(error)));
        }
        tokio::time::sleep(AGAIN).await;
        if error.code == ErrorCode::StorageUnavailable {
            // Nothing was changed: what was meant need not be sent again.
            self.given_up.extend(self.pending.take().map(|(id, _)| id));
            return Ok(());
        }
        self.send(connection).await
    }
}
