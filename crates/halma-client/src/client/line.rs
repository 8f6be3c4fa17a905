//! The line: the task that keeps one socket up and shares it among games.

mod hear;

use std::collections::{HashMap, HashSet, VecDeque};
use std::pin::pin;
use std::sync::Arc;

use halma_protocol::{
    ClientMsg, CommandId, ErrorCode, ErrorMsg, GameId, Hello, Hint, OnGame, PROTOCOL, PlayerRef,
};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};

use super::subscription::Subscription;
use super::{Join, Progress, Update, new_id};
use crate::backoff::Backoff;
use crate::{Connection, Error, Rest};

/// What the handles ask of the task.
#[derive(Debug)]
pub(super) enum Request {
    /// Join a game.
    Join {
        game: GameId,
        how: Join,
        updates: mpsc::Sender<Result<Update, Error>>,
        progress: Arc<Progress>,
        answer: oneshot::Sender<Result<(), Error>>,
    },
    /// The reader has room again for what did not fit, or wants to know why there is no more.
    Resume {
        game: GameId,
        answer: oneshot::Sender<Result<(), Error>>,
    },
    /// Send a command, again after every loss of the connection, until it is answered.
    Order {
        game: GameId,
        id: CommandId,
        message: ClientMsg,
        answer: oneshot::Sender<Result<Answer, Error>>,
    },
}

/// What a command came to.
#[derive(Debug)]
pub(super) enum Answer {
    /// An event of this number; none if it caused none.
    Done(Option<u64>),
    /// A move to consider.
    Hint(Hint),
}

/// A command without an answer yet.
struct Pending {
    id: CommandId,
    game: GameId,
    message: ClientMsg,
    /// Whether it was sent on this connection.
    sent: bool,
    answer: oneshot::Sender<Result<Answer, Error>>,
}

/// The task that keeps one socket up.
pub(super) struct Line {
    rest: Rest,
    requests: mpsc::Receiver<Request>,
    games: HashMap<GameId, Subscription>,
    /// The games whose events this connection may carry.
    heard: HashSet<GameId>,
    /// Joins without an answer yet.
    joining: HashMap<CommandId, GameId>,
    /// Games to be joined again, and when.
    again: VecDeque<(Instant, GameId)>,
    pending: Vec<Pending>,
    /// A refusal that names no command; if the server closes next, this is why.
    refusal: Option<ErrorMsg>,
    /// Who waits for the first welcome.
    ready: Option<oneshot::Sender<Result<Option<PlayerRef>, Error>>>,
}

impl Line {
    pub(super) fn new(
        rest: Rest,
        requests: mpsc::Receiver<Request>,
        ready: oneshot::Sender<Result<Option<PlayerRef>, Error>>,
    ) -> Self {
        Self {
            rest,
            requests,
            games: HashMap::new(),
            heard: HashSet::new(),
            joining: HashMap::new(),
            again: VecDeque::new(),
            pending: Vec::new(),
            refusal: None,
            ready: Some(ready),
        }
    }

    /// Talks until nobody wants to any more; after a failure every request is answered with it.
    pub(super) async fn run(mut self) {
        let Err(error) = self.keep_up().await else {
            return;
        };
        // Whoever no longer waits needs no answer.
        if let Some(ready) = self.ready.take() {
            let _ = ready.send(Err(error.clone()));
        }
        for subscription in self.games.into_values() {
            subscription.fail(&error);
        }
        for pending in self.pending {
            let _ = pending.answer.send(Err(error.clone()));
        }
        while let Some(request) = self.requests.recv().await {
            match request {
                Request::Join { answer, .. } | Request::Resume { answer, .. } => {
                    let _ = answer.send(Err(error.clone()));
                }
                Request::Order { answer, .. } => {
                    let _ = answer.send(Err(error.clone()));
                }
            }
        }
    }

    /// Talks, over as many connections as it takes, until nobody holds a handle any more.
    async fn keep_up(&mut self) -> Result<(), Error> {
        let mut backoff = Backoff::new(self.rest.patience());
        loop {
            let failure = match self.converse(&mut backoff).await {
                Ok(()) => return Ok(()),
                Err(Error::Closed(code)) => {
                    let refusal = self.refusal.take().map(Error::refused);
                    refusal.unwrap_or(Error::Closed(code))
                }
                Err(failure) => failure,
            };
            let pause = if failure.may_pass() {
                backoff.pause()
            } else {
                None
            };
            let Some(pause) = pause else {
                return Err(failure);
            };
            tracing::debug!(%failure, "the connection is lost");
            self.hang_up();
            if self.meanwhile(sleep(pause)).await.is_none() {
                return Ok(());
            }
        }
    }

    /// Nothing of the last connection holds for the next.
    fn hang_up(&mut self) {
        self.heard.clear();
        self.joining.clear();
        self.again.clear();
        for game in self.games.values_mut() {
            game.joined = false;
        }
        for pending in &mut self.pending {
            pending.sent = false;
        }
    }

    /// Waits for something while there is no connection; none if nobody holds a handle any more.
    async fn meanwhile<T>(&mut self, wait: impl Future<Output = T>) -> Option<T> {
        let mut wait = pin!(wait);
        loop {
            tokio::select! {
                done = &mut wait => return Some(done),
                request = self.requests.recv() => {
                    self.note(request?);
                }
            }
        }
    }

    /// Talks over one connection; `Ok` if nobody holds a handle any more.
    async fn converse(&mut self, backoff: &mut Backoff) -> Result<(), Error> {
        let hello = Hello {
            protocol: PROTOCOL,
            token: self.rest.token().map(str::to_owned),
            strict: false,
        };
        let rest = self.rest.clone();
        let Some(opened) = self.meanwhile(Connection::open(&rest, hello)).await else {
            return Ok(());
        };
        let (mut connection, welcome) = opened?;
        backoff.reset();
        self.refusal = None;
        if let Some(ready) = self.ready.take() {
            let _ = ready.send(Ok(welcome.player));
        }
        for game in self.games.keys().copied().collect::<Vec<_>>() {
            self.join(&mut connection, game).await?;
        }
        loop {
            let again = self.again.front().map(|(when, _)| *when);
            tokio::select! {
                message = connection.next() => self.hear(&mut connection, message).await?,
                request = self.requests.recv() => {
                    let Some(request) = request else {
                        connection.close().await;
                        return Ok(());
                    };
                    if let Some(game) = self.note(request) {
                        self.join(&mut connection, game).await?;
                    }
                }
                () = at(again) => {
                    if let Some((_, game)) = self.again.pop_front() {
                        self.join(&mut connection, game).await?;
                    }
                }
            }
            self.send_pending(&mut connection).await?;
            self.let_go(&mut connection).await?;
        }
    }

    /// Takes a request in, and gives the game that is to be joined because of it.
    fn note(&mut self, request: Request) -> Option<GameId> {
        match request {
            Request::Join {
                game,
                how,
                updates,
                progress,
                answer,
            } => {
                let new = Subscription::new(game, how, updates, progress, answer);
                self.games.insert(game, new);
                Some(game)
            }
            Request::Resume { game, answer } => {
                let known = self.games.get_mut(&game);
                // A game that has been joined again meanwhile has nothing to resume.
                let _ = answer.send(Ok(()));
                known.filter(|known| known.is_behind()).map(|known| {
                    known.catch_up();
                    game
                })
            }
            Request::Order {
                game,
                id,
                message,
                answer,
            } => {
                if self.games.contains_key(&game) {
                    self.pending.push(Pending {
                        id,
                        game,
                        message,
                        sent: false,
                        answer,
                    });
                } else {
                    // The server did not let us join it again.
                    let out = ErrorMsg::new(ErrorCode::NotJoined, "the game is not joined");
                    let _ = answer.send(Err(Error::refused(out.about(id, game))));
                }
                None
            }
        }
    }

    /// Joins a game, or takes it up again.
    async fn join(&mut self, connection: &mut Connection, game: GameId) -> Result<(), Error> {
        if let Some(known) = self.games.get(&game) {
            // A connection is told of an event once; what it dropped it gets only as a newcomer.
            if !self.heard.insert(game) {
                let id = new_id();
                connection
                    .send(&ClientMsg::Leave(OnGame { id, game }))
                    .await?;
            }
            let id = new_id();
            connection.send(&known.join(id.clone())).await?;
            // An earlier join's answer is of no use any more.
            self.joining.retain(|_, joining| *joining != game);
            self.joining.insert(id, game);
        }
        Ok(())
    }

    /// Sends the commands that were not sent on this connection and whose game is joined.
    async fn send_pending(&mut self, connection: &mut Connection) -> Result<(), Error> {
        for pending in &mut self.pending {
            let joined = self
                .games
                .get(&pending.game)
                .is_some_and(|game| game.joined);
            if joined && !pending.sent {
                connection.send(&pending.message).await?;
                pending.sent = true;
            }
        }
        Ok(())
    }

    /// Leaves the games that nobody reads any more.
    async fn let_go(&mut self, connection: &mut Connection) -> Result<(), Error> {
        let awaited = |game| self.pending.iter().any(|pending| pending.game == game);
        let over: Vec<GameId> = self
            .games
            .values()
            .filter(|known| !known.is_read() && !awaited(known.game))
            .map(|known| known.game)
            .collect();
        for game in over {
            self.games.remove(&game);
            self.heard.remove(&game);
            let id = new_id();
            connection
                .send(&ClientMsg::Leave(OnGame { id, game }))
                .await?;
        }
        Ok(())
    }
}

async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}
