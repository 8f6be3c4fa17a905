//! A player at a socket, joined to one game.

use std::time::Duration;

use halma_client::{Connection, Error, Rest};
use halma_core::Seat;
use halma_protocol::{
    ClientMsg, CommandId, Event, GameId, Hello, Join, PROTOCOL, ServerMsg, State, Turn,
};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::pace::Pace;
use super::server::{PAUSE, TRIES};

/// How long a server may keep us waiting for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A player who holds one seat and hears all that happens in the game.
pub(crate) struct Player {
    pub(crate) seat: Seat,
    game: GameId,
    connection: Connection,
    pace: Pace,
}

impl Player {
    /// Connects and joins the game. Gives its events so far.
    pub(crate) async fn join(
        rest: &Rest,
        game: GameId,
        seat: Seat,
    ) -> Result<(Self, Vec<Event>), String> {
        let hello = Hello {
            protocol: PROTOCOL,
            token: rest.token().map(str::to_owned),
            strict: true,
        };
        let (connection, welcome) = Connection::open(rest, hello).await.map_err(told)?;
        let mut player = Self {
            seat,
            game,
            connection,
            pace: Pace::new(&welcome.limits),
        };
        let id = new_id();
        let join = player.joining(&id, Some(0), true);
        let events = player
            .ask(&id, join, |heard| match heard {
                ServerMsg::Events(events) if events.id == id => Some(events.events),
                _ => None,
            })
            .await?;
        Ok((player, events))
    }

    /// Gives a command and what happens because of it.
    pub(crate) async fn order(
        &mut self,
        command: impl FnOnce(CommandId, GameId) -> ClientMsg,
    ) -> Result<Vec<Event>, String> {
        let id = new_id();
        let command = command(id.clone(), self.game);
        let mut events: Vec<Event> = Vec::new();
        let ok = self
            .ask(&id, command, |heard| match heard {
                ServerMsg::Event(event) => {
                    events.push(event.event);
                    None
                }
                ServerMsg::Ok(ok) if ok.id == id => Some(ok),
                _ => None,
            })
            .await?;
        let first = events.first().map(|event| event.seq);
        if ok.seq != first {
            return Err(format!(
                "`ok` names event {:?}, the first to come was {first:?}",
                ok.seq
            ));
        }
        Ok(events)
    }

    /// Waits for the next events, up to that number.
    pub(crate) async fn events_to(&mut self, last: u64) -> Result<Vec<Event>, String> {
        let mut events = Vec::new();
        loop {
            if let ServerMsg::Event(event) = self.hear().await? {
                let seq = event.event.seq;
                events.push(event.event);
                if seq >= last {
                    return Ok(events);
                }
            }
        }
    }

    /// Waits for the moves we may make.
    pub(crate) async fn turn(&mut self) -> Result<Turn, String> {
        loop {
            if let ServerMsg::Turn(turn) = self.hear().await? {
                return Ok(turn);
            }
        }
    }

    /// Asks where the game stands.
    pub(crate) async fn state(&mut self) -> Result<State, String> {
        let id = new_id();
        let join = self.joining(&id, None, false);
        self.ask(&id, join, |heard| match heard {
            ServerMsg::State(state) if state.id.as_ref() == Some(&id) => Some(*state),
            _ => None,
        })
        .await
    }

    /// Takes leave of the server.
    pub(crate) async fn leave(self) {
        self.connection.close().await;
    }

    fn joining(&self, id: &CommandId, since: Option<u64>, legal: bool) -> ClientMsg {
        ClientMsg::Join(Join {
            id: id.clone(),
            game: self.game,
            since,
            legal,
            key: None,
        })
    }

    /// Sends a message until it is answered for good. Everything heard is shown to `answer`.
    async fn ask<T>(
        &mut self,
        id: &CommandId,
        message: ClientMsg,
        mut answer: impl FnMut(ServerMsg) -> Option<T>,
    ) -> Result<T, String> {
        for _ in 0..TRIES {
            self.pace.wait().await;
            self.connection.send(&message).await.map_err(told)?;
            let refusal = loop {
                match self.hear().await? {
                    // One that names no command is about a message that was not even read.
                    ServerMsg::Error(refusal) if refusal.id.as_ref().is_none_or(|of| of == id) => {
                        break Error::Refused(Box::new(refusal));
                    }
                    heard => {
                        if let Some(answer) = answer(heard) {
                            return Ok(answer);
                        }
                    }
                }
            };
            if !refusal.may_pass() {
                return Err(told(refusal));
            }
            sleep(PAUSE).await;
        }
        Err("refused for too long".to_owned())
    }

    async fn hear(&mut self) -> Result<ServerMsg, String> {
        match timeout(PATIENCE, self.connection.next()).await {
            Ok(heard) => heard.map_err(told),
            Err(_) => Err(format!("{} waits in vain for the server", self.seat)),
        }
    }
}

fn told(error: Error) -> String {
    error.to_string()
}

fn new_id() -> CommandId {
    CommandId::from(Uuid::new_v4())
}
