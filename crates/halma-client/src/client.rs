//! A client: handles to the task that keeps one socket up.

mod commands;
mod line;
mod subscription;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use halma_protocol::{ClientMsg, CommandId, Event, GameId, PlayerRef, Presence, State, Turn};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use uuid::Uuid;

use crate::backoff::Backoff;
use crate::{Error, Rest};
use line::{Answer, Line, Request};

/// How many requests may wait for the task.
const REQUESTS: usize = 64;

/// How many updates of a game may wait for their reader; one who is slower gets the rest later.
const UPDATES: usize = 512;

/// A connection that comes back by itself and takes its games up where they were.
///
/// Cheap to clone. The connection closes when the last clone and the last [`Game`] are dropped.
#[derive(Debug, Clone)]
pub struct Client {
    requests: mpsc::Sender<Request>,
    player: Option<PlayerRef>,
    patience: Duration,
}

/// How to join a game.
#[derive(Debug, Clone, Default)]
pub struct Join {
    since: Option<u64>,
    legal: bool,
    key: Option<String>,
}

/// What is new in a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// The game as it stands.
    State(Box<State>),
    /// Something happened.
    Event(Event),
    /// A seat of ours is to move, and these are its moves.
    Turn(Turn),
    /// Somebody came or went.
    Presence(Presence),
}

impl Client {
    /// Connects to the server of `rest` as its player. Whenever the server has been away for as
    /// long as `rest` has patience, the client gives up for good.
    ///
    /// # Errors
    ///
    /// Refused with `bad_token` or `unsupported_protocol`, or the server is away.
    pub async fn connect(rest: &Rest) -> Result<Self, Error> {
        let (requests, received) = mpsc::channel(REQUESTS);
        let (ready, welcomed) = oneshot::channel();
        tokio::spawn(Line::new(rest.clone(), received, ready).run());
        let player = welcomed.await.unwrap_or_else(|_| Err(ended()))?;
        Ok(Self {
            requests,
            player,
            patience: rest.patience(),
        })
    }

    /// Who we are; none if we may only watch.
    pub fn player(&self) -> Option<&PlayerRef> {
        self.player.as_ref()
    }

    /// Joins a game, and plays in it whatever seats we hold. Joining it again ends the first
    /// [`Game`].
    ///
    /// # Errors
    ///
    /// Refused with `no_such_game` or `too_many_games`, or the server is away.
    pub async fn join(&self, game: GameId, how: Join) -> Result<Game, Error> {
        let (sender, updates) = mpsc::channel(UPDATES);
        let (answer, joined) = oneshot::channel();
        let progress = Arc::new(Progress::default());
        let request = Request::Join {
            game,
            how,
            updates: sender,
            progress: Arc::clone(&progress),
            answer,
        };
        ask(&self.requests, request, joined).await?;
        Ok(Game {
            id: game,
            requests: self.requests.clone(),
            updates,
            progress,
            patience: self.patience,
        })
    }
}

impl Join {
    /// Begins with the state of the game, and gives no legal moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins with the events after number `seq` instead of the state; 0 is all of them.
    #[must_use]
    pub fn since(mut self, seq: u64) -> Self {
        self.since = Some(seq);
        self
    }

    /// Gives the legal moves whenever a seat of ours is to move.
    #[must_use]
    pub fn legal(mut self) -> Self {
        self.legal = true;
        self
    }

    /// Shows the key of a private game; whoever holds a seat there needs none.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }
}

/// How far a game has come; shared with the task.
#[derive(Debug, Default)]
struct Progress {
    /// The last event that changed the position.
    at: AtomicU64,
    /// Set when updates did not fit any more: ask for the rest when there is room.
    behind: AtomicBool,
}

/// A joined game: its updates, and what can be done in it. Dropping it leaves the game.
#[derive(Debug)]
pub struct Game {
    id: GameId,
    requests: mpsc::Sender<Request>,
    updates: mpsc::Receiver<Result<Update, Error>>,
    progress: Arc<Progress>,
    patience: Duration,
}

impl Game {
    /// The game's id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Waits for the next update: every event once and in order, whatever happens to the
    /// connection, and between them the other updates. None once the game has been joined again.
    /// Nothing is lost if waiting is given up.
    ///
    /// # Errors
    ///
    /// The server is away, has refused us, or is not understood. The client has ended then.
    pub async fn next(&mut self) -> Result<Option<Update>, Error> {
        loop {
            if self.updates.is_empty() && self.progress.behind.load(Ordering::Acquire) {
                let (answer, resumed) = oneshot::channel();
                let request = Request::Resume {
                    game: self.id,
                    answer,
                };
                ask(&self.requests, request, resumed).await?;
            }
            match self.updates.recv().await {
                // A turn overtaken by later events offers moves that are no longer there.
                Some(Ok(Update::Turn(turn)))
                    if turn.at != self.progress.at.load(Ordering::Acquire) => {}
                Some(update) => return update.map(Some),
                None => {
                    let (answer, over) = oneshot::channel();
                    let request = Request::Resume {
                        game: self.id,
                        answer,
                    };
                    return ask(&self.requests, request, over).await.map(|()| None);
                }
            }
        }
    }

    /// Sends a command until it is answered for good, always with the same id.
    async fn order(&self, id: CommandId, message: ClientMsg) -> Result<Answer, Error> {
        let mut backoff = Backoff::new(self.patience);
        loop {
            let (answer, answered) = oneshot::channel();
            let request = Request::Order {
                game: self.id,
                id: id.clone(),
                message: message.clone(),
                answer,
            };
            let answer = ask(&self.requests, request, answered).await;
            let pause = match &answer {
                Err(Error::Refused(_)) if may_pass(&answer) => backoff.pause(),
                _ => None,
            };
            match pause {
                Some(pause) => sleep(pause).await,
                None => return answer,
            }
        }
    }
}

fn may_pass<T>(answer: &Result<T, Error>) -> bool {
    answer.as_ref().is_err_and(Error::may_pass)
}

/// Hands a request to the task and waits for its answer.
async fn ask<T>(
    requests: &mpsc::Sender<Request>,
    request: Request,
    answer: oneshot::Receiver<Result<T, Error>>,
) -> Result<T, Error> {
    requests.send(request).await.map_err(|_| ended())?;
    answer.await.unwrap_or_else(|_| Err(ended()))
}

fn ended() -> Error {
    Error::Lost("the client has ended".to_owned())
}

fn new_id() -> CommandId {
    CommandId::from(Uuid::new_v4())
}
