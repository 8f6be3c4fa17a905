//! A subscription: one joined game as the task sees it, and the way to its reader.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use halma_protocol::{ClientMsg, CommandId, Event, GameId, State};
use tokio::sync::{mpsc, oneshot};

use super::{Join, Progress, Update};
use crate::Error;

/// One joined game.
pub(super) struct Subscription {
    pub(super) game: GameId,
    /// The last event given to the reader; none before the first state.
    pub(super) seq: Option<u64>,
    legal: bool,
    /// The key of a private game.
    key: Option<String>,
    /// Whether the server has answered our join on this connection.
    pub(super) joined: bool,
    /// Who waits to hear that the game is joined.
    answer: Option<oneshot::Sender<Result<(), Error>>>,
    updates: mpsc::Sender<Result<Update, Error>>,
    progress: Arc<Progress>,
}

impl Subscription {
    pub(super) fn new(
        game: GameId,
        how: Join,
        updates: mpsc::Sender<Result<Update, Error>>,
        progress: Arc<Progress>,
        answer: oneshot::Sender<Result<(), Error>>,
    ) -> Self {
        Self {
            game,
            seq: how.since,
            legal: how.legal,
            key: how.key,
            joined: false,
            answer: Some(answer),
            updates,
            progress,
        }
    }

    /// The message that joins the game, or takes it up again.
    pub(super) fn join(&self, id: CommandId) -> ClientMsg {
        ClientMsg::Join(halma_protocol::Join {
            id,
            game: self.game,
            since: self.seq,
            legal: self.legal,
            key: self.key.clone(),
        })
    }

    /// Whether somebody still reads the updates.
    pub(super) fn is_read(&self) -> bool {
        !self.updates.is_closed()
    }

    /// Whether what comes now follows what the reader has. It does not while a join is
    /// unanswered, nor when updates did not fit and wait at the server, nor without a reader.
    pub(super) fn is_current(&self) -> bool {
        self.joined && !self.is_behind() && self.is_read()
    }

    /// Whether updates did not fit.
    pub(super) fn is_behind(&self) -> bool {
        self.progress.behind.load(Ordering::Acquire)
    }

    /// Our join is answered.
    pub(super) fn take_up(&mut self) {
        self.joined = true;
        if let Some(answer) = self.answer.take() {
            // Whoever no longer waits needs no answer.
            let _ = answer.send(Ok(()));
        }
    }

    /// The reader has room again: the game is to be taken up with another join.
    pub(super) fn catch_up(&mut self) {
        self.joined = false;
        self.progress.behind.store(false, Ordering::Release);
    }

    /// Something was not understood: only a state can help.
    pub(super) fn forget(&mut self) {
        self.joined = false;
        self.seq = None;
    }

    /// Takes an event in; it must be the next.
    pub(super) fn event(&mut self, event: Event) -> Result<(), Error> {
        let number = event.seq;
        if !self.is_current() {
            return Ok(());
        }
        if self.seq.is_none_or(|seq| number != seq + 1) {
            return Err(self.broken(&format!("event {number} came after {:?}", self.seq)));
        }
        let at = event.kind.changes_position();
        if self.offer(Update::Event(event)) {
            self.seq = Some(number);
            if at {
                self.progress.at.store(number, Ordering::Release);
            }
        }
        Ok(())
    }

    /// Takes a state in; all events before it have been.
    pub(super) fn state(&mut self, state: Box<State>) -> Result<(), Error> {
        if !self.is_current() {
            return Ok(());
        }
        if self.seq.is_some_and(|seq| seq != state.seq) {
            return Err(self.broken(&format!(
                "a state at {} came after {:?}",
                state.seq, self.seq
            )));
        }
        let (seq, at) = (state.seq, state.at);
        if self.offer(Update::State(state)) {
            self.seq = Some(seq);
            self.progress.at.store(at, Ordering::Release);
        }
        Ok(())
    }

    /// Hands an update to the reader; `false` if it did not fit or nobody reads any more.
    pub(super) fn offer(&mut self, update: Update) -> bool {
        if !self.is_current() {
            return false;
        }
        match self.updates.try_send(Ok(update)) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.progress.behind.store(true, Ordering::Release);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Ends the subscription with an error.
    pub(super) fn fail(self, error: &Error) {
        // Whoever no longer waits needs no answer, and one who is behind asks for it.
        if let Some(answer) = self.answer {
            let _ = answer.send(Err(error.clone()));
        } else {
            let _ = self.updates.try_send(Err(error.clone()));
        }
    }

    pub(super) fn broken(&self, what: &str) -> Error {
        Error::not_understood(Some(self.game), what)
    }
}
