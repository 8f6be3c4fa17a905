//! What each message of a client does, or which room it is for.

use halma_protocol::{
    AwayReason, ClientMsg, CommandId, ErrorCode, ErrorMsg, GameId, Ok as Done, OnGame, PlayerRef,
    Pong, ServerMsg,
};

use super::Session;
use crate::auth::Who;
use crate::room::{AskHint, Command, Input, Join, NotTaken, Order, ReplyTo, not_joined, stopped};

impl Session {
    /// Carries a message out, or hands it to the room it is for.
    pub(super) fn act(&mut self, message: ClientMsg) -> Result<Option<ServerMsg>, ErrorMsg> {
        match Command::of(message) {
            Ok((id, game, command)) => self.order(id, game, command).map(|()| None),
            Err(message) => self.act_apart(message),
        }
    }

    /// Carries out what is no command to a game's players.
    fn act_apart(&mut self, message: ClientMsg) -> Result<Option<ServerMsg>, ErrorMsg> {
        match message {
            ClientMsg::Ping(ping) => {
                let now = self.live.clock.now();
                Ok(Some(ServerMsg::Pong(Pong { id: ping.id, now })))
            }
            ClientMsg::Join(join) => self.join(join).map(|()| None),
            ClientMsg::Leave(OnGame { id, game }) => self.leave(id, game).map(Some),
            ClientMsg::Hint(ask) => self.hint(ask).map(|()| None),
            ClientMsg::Subscribe(wish) => self.subscribe(wish).map(|()| None),
            ClientMsg::Unsubscribe(wish) => Ok(Some(self.unsubscribe(wish))),
            ClientMsg::Seek(seek) => self.seek(seek).map(|()| None),
            ClientMsg::Cancel(wish) => self.cancel(wish).map(|()| None),
            ClientMsg::Challenge(challenge) => self.challenge(challenge).map(|()| None),
            ClientMsg::Decline(wish) => self.decline(wish).map(|()| None),
            _ => Err(ErrorMsg::new(
                ErrorCode::HelloTwice,
                "hello was already said",
            )),
        }
    }

    fn join(&mut self, join: halma_protocol::Join) -> Result<(), ErrorMsg> {
        let game = join.game;
        let refuse = |error: ErrorMsg| error.about(join.id.clone(), game);
        // What could not be joined has no room any more.
        self.joined.retain(|_, room| !room.is_closed());
        let limit = self.live.limits.games as usize;
        if self.joined.len() >= limit && !self.joined.contains_key(&game) {
            return Err(refuse(ErrorMsg::new(
                ErrorCode::TooManyGames,
                "leave a game first",
            )));
        }
        let place = self.outbox.reserve().ok_or_else(|| refuse(busy()))?;
        let room = self.live.lobby.room(game);
        let input = Input::Join(Box::new(Join {
            id: join.id.clone(),
            session: self.id,
            player: self.who.as_ref().map(|who| who.id()),
            since: join.since,
            legal: join.legal,
            key: join.key,
            outbox: self.outbox.clone(),
            lag: self.lag.clone(),
            place,
        }));
        room.try_send(input).map_err(|_| refuse(busy()))?;
        self.joined.insert(game, room);
        Ok(())
    }

    fn leave(&mut self, id: CommandId, game: GameId) -> Result<ServerMsg, ErrorMsg> {
        if let Some(room) = self.joined.get(&game) {
            let leave = Input::Leave {
                session: self.id,
                why: AwayReason::Left,
            };
            if let Err(NotTaken::Busy) = room.try_send(leave) {
                return Err(busy().about(id, game));
            }
            self.joined.remove(&game);
        }
        Ok(ServerMsg::Ok(Done {
            id,
            game,
            seq: None,
        }))
    }

    fn hint(&mut self, ask: halma_protocol::AskHint) -> Result<(), ErrorMsg> {
        let halma_protocol::AskHint { id, game, at } = ask;
        let player = self
            .known()
            .map_err(|error| error.about(id.clone(), game))?
            .id;
        let outbox = self.outbox.clone();
        self.tell(
            &id,
            game,
            Input::Hint(Box::new(AskHint {
                session: self.id,
                id: id.clone(),
                player,
                at,
                outbox,
            })),
        )
    }

    fn order(&mut self, id: CommandId, game: GameId, command: Command) -> Result<(), ErrorMsg> {
        let player = self
            .known()
            .map_err(|error| error.about(id.clone(), game))?;
        let (time, lag, reply) = (
            self.heard,
            self.lag.get(),
            ReplyTo::Socket(self.outbox.clone()),
        );
        self.tell(
            &id,
            game,
            Input::Order(Box::new(Order {
                session: Some(self.id),
                player,
                id: id.clone(),
                command,
                time,
                lag,
                reply,
            })),
        )
    }

    fn known(&self) -> Result<PlayerRef, ErrorMsg> {
        let unknown = || ErrorMsg::new(ErrorCode::Unauthorized, "only a known player may do this");
        self.who.as_ref().map(Who::shown).ok_or_else(unknown)
    }

    /// Hands something to the room of a joined game.
    fn tell(&mut self, id: &CommandId, game: GameId, input: Input) -> Result<(), ErrorMsg> {
        let stopping = self.live.stop.is_cancelled();
        let why = if stopping { stopped } else { not_joined };
        let stranger = || why().about(id.clone(), game);
        match self.joined.get(&game).ok_or_else(stranger)?.try_send(input) {
            Ok(()) => Ok(()),
            Err(NotTaken::Busy) => Err(busy().about(id.clone(), game)),
            // A room leaves only when it could not load the game, nobody was there, or it must.
            Err(NotTaken::Gone) => {
                self.joined.remove(&game);
                Err(stranger())
            }
        }
    }
}

fn busy() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::Busy,
        "too much to do at the moment; send the command again",
    )
}
