//! The only way to a room: its mailbox.

use halma_protocol::{
    AwayReason, CommandId, ErrorMsg, GameId, Ok as Done, PlayerId, PlayerRef, ServerMsg,
};
use tokio::sync::{mpsc, oneshot};

use super::command::Command;
use crate::frame;
use crate::session::{Lag, Outbox, Place, SessionId};

/// How many messages may wait for a room; more are answered `busy`.
const MAILBOX: usize = 64;

/// Everything that comes to a room from outside. What is large is boxed, since a mailbox keeps
/// places for dozens.
#[derive(Debug)]
pub(crate) enum Input {
    Join(Box<Join>),
    Leave {
        session: SessionId,
        why: AwayReason,
    },
    Order(Box<Order>),
    /// What would the computer play?
    Hint(Box<AskHint>),
    /// The host ends the game; a room that has something else to do is asked again.
    CallOff,
    /// Time may have brought something about while the game was asleep.
    Wake,
    /// A player who may be known here has another name, which is stored already.
    Named(PlayerRef),
}

/// A socket wants to watch.
#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) id: CommandId,
    pub(crate) session: SessionId,
    pub(crate) player: Option<PlayerId>,
    pub(crate) since: Option<u64>,
    pub(crate) legal: bool,
    pub(crate) key: Option<String>,
    pub(crate) outbox: Outbox,
    pub(crate) lag: Lag,
    /// A place kept for the answer, so that it goes out whatever else waits.
    pub(crate) place: Place,
}

/// A player asks for a hint.
#[derive(Debug)]
pub(crate) struct AskHint {
    pub(crate) session: SessionId,
    pub(crate) id: CommandId,
    pub(crate) player: PlayerId,
    pub(crate) at: u64,
    pub(crate) outbox: Outbox,
}

/// A command and who gave it.
#[derive(Debug)]
pub(crate) struct Order {
    /// The socket it came by; none if by a request.
    pub(crate) session: Option<SessionId>,
    pub(crate) player: PlayerRef,
    pub(crate) id: CommandId,
    pub(crate) command: Command,
    /// When its frame was read, in Unix milliseconds.
    pub(crate) time: i64,
    /// How long the network takes to its player and back, in milliseconds.
    pub(crate) lag: u32,
    pub(crate) reply: ReplyTo,
}

impl Order {
    /// Answers the command: with the number of the first event it caused, or with a refusal.
    pub(crate) fn answer(self, game: GameId, answer: Result<u64, ErrorMsg>) {
        match self.reply {
            ReplyTo::Socket(outbox) => {
                let seq = match answer {
                    Ok(seq) => Some(seq),
                    Err(refusal) => return outbox.refuse(refusal.about(self.id, game)),
                };
                let id = self.id;
                outbox.push(frame(&ServerMsg::Ok(Done { id, game, seq })));
            }
            // A request that no longer waits needs no answer.
            ReplyTo::Request(request) => drop(request.send(answer)),
        }
    }
}

/// Where a command's answer goes.
#[derive(Debug)]
pub(crate) enum ReplyTo {
    Socket(Outbox),
    Request(oneshot::Sender<Result<u64, ErrorMsg>>),
}

impl Input {
    /// Answers what the room will not look at any more.
    pub(crate) fn refuse(self, game: GameId, refusal: &ErrorMsg) {
        match self {
            Self::Join(join) => {
                join.outbox.refuse(refusal.clone().about(join.id, game));
            }
            Self::Leave { .. } | Self::CallOff | Self::Wake | Self::Named(_) => {}
            Self::Hint(ask) => {
                ask.outbox.refuse(refusal.clone().about(ask.id, game));
            }
            Self::Order(order) => order.answer(game, Err(refusal.clone())),
        }
    }
}

/// A message could not be handed to the room.
#[derive(Debug)]
pub(crate) enum NotTaken {
    /// Its mailbox is full.
    Busy,
    /// It has just been unloaded; ask the lobby for it again.
    Gone,
}

/// A handle to a room.
#[derive(Debug, Clone)]
pub(crate) struct RoomHandle {
    mailbox: mpsc::Sender<Input>,
}

impl RoomHandle {
    pub(crate) fn channel() -> (Self, mpsc::Receiver<Input>) {
        let (mailbox, inputs) = mpsc::channel(MAILBOX);
        (Self { mailbox }, inputs)
    }

    /// Hands a message over without waiting.
    pub(crate) fn try_send(&self, input: Input) -> Result<(), NotTaken> {
        self.mailbox
            .try_send(input)
            .map_err(|refused| match refused {
                mpsc::error::TrySendError::Full(_) => NotTaken::Busy,
                mpsc::error::TrySendError::Closed(_) => NotTaken::Gone,
            })
    }

    /// Hands a message over, waiting for a place in the mailbox. A room that is gone needs none:
    /// it has no members, and will read its game anew.
    pub(crate) async fn send(&self, input: Input) {
        let _ = self.mailbox.send(input).await;
    }

    /// Whether the room is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.mailbox.is_closed()
    }

    /// Whether two handles lead to the same room.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.mailbox.same_channel(&other.mailbox)
    }
}
