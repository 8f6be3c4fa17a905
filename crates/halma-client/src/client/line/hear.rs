//! What the server says, taken in.

use std::time::Duration;

use halma_protocol::{CommandId, ErrorMsg, GameId, ServerMsg, State};
use tokio::time::Instant;

use super::{Answer, Line, Subscription};
use crate::client::Update;
use crate::{Connection, Error};

/// How long to wait before a join is sent again that could not be answered just then.
const JOIN_AGAIN: Duration = Duration::from_millis(500);

impl Line {
    /// Takes one message in.
    pub(super) async fn hear(
        &mut self,
        connection: &mut Connection,
        message: Result<ServerMsg, Error>,
    ) -> Result<(), Error> {
        match message {
            Ok(ServerMsg::Ok(done)) => {
                self.answer(&done.id, Ok(Answer::Done(done.seq)));
            }
            Ok(ServerMsg::Hint(hint)) => {
                self.answer(&hint.id.clone(), Ok(Answer::Hint(hint)));
            }
            Ok(ServerMsg::Error(refusal)) => self.refused(refusal),
            Ok(ServerMsg::State(state)) => self.state(state).await?,
            Ok(ServerMsg::Events(events)) => {
                if let Some(known) = self.take_up(&events.id) {
                    for event in events.events {
                        known.event(event)?;
                    }
                }
            }
            Ok(ServerMsg::Event(event)) => {
                if let Some(known) = self.games.get_mut(&event.game) {
                    known.event(event.event)?;
                }
            }
            Ok(ServerMsg::Turn(turn)) => self.offer(turn.game, Update::Turn(turn)),
            Ok(ServerMsg::Presence(here)) => self.offer(here.game, Update::Presence(here)),
            // Nothing for a game: a close follows `closing`, and then we come back.
            Ok(_) => {}
            Err(Error::NotUnderstood {
                game: Some(game),
                text,
            }) => {
                tracing::warn!(%game, text, "not understood; asking for the state");
                if let Some(known) = self.games.get_mut(&game) {
                    known.forget();
                    self.join(connection, game).await?;
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn offer(&mut self, game: GameId, update: Update) {
        if let Some(known) = self.games.get_mut(&game) {
            known.offer(update);
        }
    }

    /// The game whose join is answered now, if this is the answer to one.
    fn take_up(&mut self, id: &CommandId) -> Option<&mut Subscription> {
        let game = self.joining.remove(id)?;
        let known = self.games.get_mut(&game)?;
        known.take_up();
        Some(known)
    }

    /// A state that answers a join, or follows a `stale` error.
    async fn state(&mut self, state: Box<State>) -> Result<(), Error> {
        let mut rest = self.rest.clone();
        if let Some(key) = &state.key {
            rest = rest.with_key(key);
        }
        let known = match &state.id {
            Some(id) => self.take_up(id),
            None => self.games.get_mut(&state.game),
        };
        let Some(known) = known else {
            return Ok(());
        };
        if state.id.is_some() && known.seq > Some(state.seq) {
            // The reader came with a number that the game never had.
            known.seq = None;
        }
        // The gap was too long for one message; REST has it.
        while let Some(seq) = known.seq
            && seq < state.seq
            && known.is_current()
        {
            let page = rest.events(state.game, seq).await?;
            if page.is_empty() {
                return Err(known.broken("events are missing"));
            }
            for event in page.into_iter().filter(|event| event.seq <= state.seq) {
                known.event(event)?;
            }
        }
        known.state(state)
    }

    fn refused(&mut self, refusal: ErrorMsg) {
        let error = Error::refused(refusal.clone());
        if let Some(id) = &refusal.id {
            if let Some(game) = self.joining.remove(id) {
                self.not_joined(game, &error);
                return;
            }
            if self.answer(id, Err(error.clone())) {
                return;
            }
        }
        if error.may_pass() {
            // Some message was not read; the ids make it safe to send all of them again.
            for pending in std::mem::take(&mut self.pending) {
                let _ = pending.answer.send(Err(error.clone()));
            }
            for game in std::mem::take(&mut self.joining).into_values() {
                self.not_joined(game, &error);
            }
        }
        self.refusal = Some(refusal);
    }

    fn not_joined(&mut self, game: GameId, error: &Error) {
        if error.may_pass() {
            self.again.push_back((Instant::now() + JOIN_AGAIN, game));
        } else if let Some(known) = self.games.remove(&game) {
            known.fail(error);
        }
    }

    fn answer(&mut self, id: &CommandId, answer: Result<Answer, Error>) -> bool {
        let Some(at) = self.pending.iter().position(|pending| pending.id == *id) else {
            return false;
        };
        // Whoever no longer waits needs no answer.
        let _ = self.pending.remove(at).answer.send(answer);
        true
    }
}
