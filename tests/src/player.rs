//! A player on one connection that nobody repairs: it sees every message and every loss.

use std::collections::HashSet;

use halma_client::{Connection, Error, Rest, legal_moves};
use halma_core::{Path, Seat};
use halma_protocol::{
    ClientMsg, CommandId, ErrorMsg, Event, GameId, Join, Move, OnSeat, PlayerRef, ServerMsg, State,
    Turn,
};

use crate::seen::Seen;
use crate::table::{hello, id};
use crate::wait::soon;

/// A player, or somebody who only watches, in one game.
#[derive(Debug)]
pub struct Player {
    /// Who it is; none if it only watches.
    pub me: Option<PlayerRef>,
    /// REST as this player.
    pub rest: Rest,
    /// What it has seen of its game.
    pub seen: Seen,
    connection: Connection,
    /// The join that is not answered yet, and what is known of its game; nothing, if it goes on
    /// with what is seen already.
    joining: Option<(CommandId, Option<Seen>)>,
    /// The commands sent on this connection.
    sent: HashSet<CommandId>,
    /// Those of them that may have been under way before, by another connection.
    retried: HashSet<CommandId>,
    /// Those of them whose event has come, and whose `ok` must come before a `turn`.
    due: HashSet<CommandId>,
}

/// What answered a join.
#[derive(Debug, Clone, PartialEq)]
pub enum CaughtUp {
    /// The events that were missed.
    Events(Vec<Event>),
    /// The whole state.
    State(Box<State>),
}

impl Player {
    /// Connects as a new guest.
    ///
    /// # Panics
    ///
    /// If the server does not let it.
    pub async fn guest(rest: &Rest, name: &str) -> Self {
        let guest = rest.new_guest(Some(name)).await.unwrap();
        Self::back(&rest.clone().with_token(guest.token)).await
    }

    /// Connects as whoever `rest` speaks for; nobody, if it has no token.
    ///
    /// # Panics
    ///
    /// If the server does not let it.
    pub async fn back(rest: &Rest) -> Self {
        let (connection, welcome) = soon("a welcome", Connection::open(rest, hello(rest)))
            .await
            .unwrap();
        Self {
            me: welcome.player,
            rest: rest.clone(),
            seen: Seen::since(GameId::nil(), 0),
            connection,
            joining: None,
            sent: HashSet::new(),
            retried: HashSet::new(),
            due: HashSet::new(),
        }
    }

    /// Joins a game and asks for legal moves.
    pub async fn join(&mut self, game: GameId) -> CaughtUp {
        self.catch_up(game, Some(Seen::since(game, 0)), None).await
    }

    /// Joins a game of which the events up to `since` are known.
    pub async fn resume(&mut self, game: GameId, since: u64) -> CaughtUp {
        if self.seen.game == game && self.seen.seq == since {
            // Whoever comes in hears who is here, even if it knew.
            self.seen.presence = None;
            return self.catch_up(game, None, Some(since)).await;
        }
        self.catch_up(game, Some(Seen::since(game, since)), Some(since))
            .await
    }

    async fn catch_up(&mut self, game: GameId, seen: Option<Seen>, since: Option<u64>) -> CaughtUp {
        let asked = id();
        let join = Join {
            id: asked.clone(),
            game,
            since,
            legal: true,
            key: None,
        };
        self.send(&ClientMsg::Join(join)).await;
        // What comes before the answer belongs to what was seen before.
        self.joining = Some((asked.clone(), seen));
        loop {
            match self.next().await {
                ServerMsg::State(state) if state.id.as_ref() == Some(&asked) => {
                    return CaughtUp::State(state);
                }
                ServerMsg::Events(missed) if missed.id == asked => {
                    return CaughtUp::Events(missed.events);
                }
                ServerMsg::Error(error) => panic!("not joined: {error:?}"),
                _ => {}
            }
        }
    }

    /// Sends a message.
    ///
    /// # Panics
    ///
    /// If it cannot be sent.
    pub async fn send(&mut self, message: &ClientMsg) {
        let written = serde_json::to_value(message).unwrap();
        if let Some(id) = written["id"].as_str() {
            self.sent.insert(CommandId::new(id).unwrap());
        }
        self.connection.send(message).await.unwrap();
    }

    /// Sends a command that was sent before, perhaps by a connection that was lost. Its event may
    /// come before it is known to this one, and its `ok` then after whatever follows.
    pub async fn retry(&mut self, id: &CommandId, message: &ClientMsg) {
        self.retried.insert(id.clone());
        self.send(message).await;
    }

    /// The next message, taken in.
    ///
    /// # Panics
    ///
    /// If it does not fit those before it, or the connection is lost.
    pub async fn next(&mut self) -> ServerMsg {
        match self.hear().await {
            Ok(message) => message,
            Err(lost) => panic!("{:?} lost its connection: {lost}", self.me),
        }
    }

    /// The next message, taken in, or how the connection was lost.
    ///
    /// # Errors
    ///
    /// When it is lost.
    ///
    /// # Panics
    ///
    /// If the message does not fit those before it.
    pub async fn hear(&mut self) -> Result<ServerMsg, Error> {
        let message = soon("a message", self.connection.next()).await?;
        let answered = match &message {
            ServerMsg::State(state) => state.id.as_ref(),
            ServerMsg::Events(missed) => Some(&missed.id),
            _ => None,
        };
        let answer = self.joining.take_if(|(id, _)| answered == Some(id));
        if let Some((_, Some(seen))) = answer {
            self.seen = seen;
        }
        self.check_order(&message);
        self.seen.take(&message);
        Ok(message)
    }

    /// On one socket the order is event, ok, turn.
    fn check_order(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Event(event) => {
                let by_us = event.event.by == self.me.as_ref().map(|me| me.id);
                let command = event.event.id.as_ref().filter(|_| by_us);
                let ours = |id: &&CommandId| self.sent.contains(*id) && !self.retried.contains(*id);
                self.due.extend(command.filter(ours).cloned());
            }
            ServerMsg::Ok(done) => {
                assert!(self.sent.contains(&done.id), "an ok that nobody waits for");
                self.due.remove(&done.id);
                let known = done.game != self.seen.game || done.seq <= Some(self.seen.seq);
                assert!(known, "an ok before its event");
            }
            ServerMsg::Turn(_) => {
                assert!(self.due.is_empty(), "a turn before an ok");
            }
            _ => {}
        }
    }

    /// Takes messages in until what is seen is `enough`.
    pub async fn until(&mut self, enough: impl Fn(&Seen) -> bool) -> &Seen {
        while !enough(&self.seen) {
            self.next().await;
        }
        &self.seen
    }

    /// Takes messages in until the event of that number has come.
    pub async fn until_event(&mut self, seq: u64) -> &Seen {
        self.until(|seen| seen.seq >= seq).await
    }

    /// Takes messages in until there are legal moves to choose from.
    pub async fn turn(&mut self) -> Turn {
        self.until(|seen| seen.turn.is_some()).await;
        self.seen.turn.clone().unwrap()
    }

    /// The answer to a command that has been sent: the number of its event, or why not.
    ///
    /// # Errors
    ///
    /// With the refusal.
    pub async fn answer(&mut self, to: &CommandId) -> Result<u64, ErrorMsg> {
        loop {
            match self.next().await {
                ServerMsg::Ok(done) if done.id == *to => return Ok(done.seq.unwrap_or(0)),
                ServerMsg::Error(error) if error.id.as_ref() == Some(to) => return Err(error),
                _ => {}
            }
        }
    }

    /// The message that makes a move in the position that is seen.
    pub fn move_msg(&self, path: Path) -> Move {
        Move {
            id: id(),
            game: self.seen.game,
            at: self.seen.at,
            path,
            seat: None,
        }
    }

    /// Sends a command about its game, and gives the number of its event.
    ///
    /// # Errors
    ///
    /// With the refusal.
    pub async fn command(
        &mut self,
        command: impl FnOnce(CommandId, GameId) -> ClientMsg,
    ) -> Result<u64, ErrorMsg> {
        let id = id();
        self.send(&command(id.clone(), self.seen.game)).await;
        self.answer(&id).await
    }

    /// Makes a move in the position that is seen.
    ///
    /// # Errors
    ///
    /// With the refusal.
    pub async fn play(&mut self, path: Path) -> Result<u64, ErrorMsg> {
        let made = self.move_msg(path);
        let id = made.id.clone();
        self.send(&ClientMsg::Move(made)).await;
        self.answer(&id).await
    }

    /// Waits for its turn and makes some legal move, such as leads to no repetition.
    ///
    /// # Panics
    ///
    /// If that is refused.
    pub async fn play_any(&mut self) -> u64 {
        self.try_any().await.unwrap()
    }

    /// The same, though it may be refused.
    ///
    /// # Errors
    ///
    /// With the refusal.
    pub async fn try_any(&mut self) -> Result<u64, ErrorMsg> {
        let turn = self.turn().await;
        let moves = legal_moves(&turn);
        let any = usize::try_from(turn.at * 31).unwrap() % moves.len();
        self.play(moves[any]).await
    }

    /// Gives the game up.
    ///
    /// # Errors
    ///
    /// With the refusal.
    pub async fn resign(&mut self, seat: Option<Seat>) -> Result<u64, ErrorMsg> {
        self.command(|id, game| ClientMsg::Resign(OnSeat { id, game, seat }))
            .await
    }

    /// Gives a seat back.
    ///
    /// # Errors
    ///
    /// With the refusal.
    pub async fn stand(&mut self, seat: Option<Seat>) -> Result<u64, ErrorMsg> {
        self.command(|id, game| ClientMsg::Stand(OnSeat { id, game, seat }))
            .await
    }

    /// Loses the connection without a word.
    pub fn vanish(self) -> (Rest, Seen) {
        (self.rest, self.seen)
    }
}
