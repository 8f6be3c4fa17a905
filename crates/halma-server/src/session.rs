//! A session: the task of one socket, from its `hello` to its close.

mod acting;
mod ending;
mod lag;
mod lobby;
mod outbox;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use halma_protocol::{
    AwayReason, ClientMsg, CloseCode, Closing, ErrorCode, ErrorMsg, GameId, Hello, MAX_FRAME,
    PROTOCOL, ServerMsg, Welcome, decode, unknown_fields,
};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite;

use crate::auth::Who;
use crate::budget::Budget;
use crate::frame;
use crate::live::Live;
use crate::room::{Input, RoomHandle};
pub(crate) use ending::{Ending, Why};
pub(crate) use lag::Lag;
pub(crate) use outbox::{Outbox, Place};

/// A socket's number, unique while the server runs.
pub(crate) type SessionId = u64;

/// The first frame must come within this many milliseconds.
const HELLO: i64 = 10_000;

/// The client is pinged this often, and given up after this silence, in milliseconds.
const PING: i64 = 15_000;
const SILENCE: i64 = 40_000;

/// A write that takes longer has no reader.
const WRITE: Duration = Duration::from_secs(10);

/// How long a stopping server waits for what its rooms still have to say.
const FAREWELL: Duration = Duration::from_secs(4);

/// How long a client may take to answer a close.
const LINGER: Duration = Duration::from_secs(1);

/// How many frames over the budget are answered before the socket is closed.
const STRIKES: u32 = 20;

/// How a conversation ended.
enum End {
    /// The client closed it.
    Left,
    /// The connection broke.
    Gone,
    /// We close it.
    Close(CloseCode),
}

/// One socket and whom it speaks for.
pub(crate) struct Session {
    id: SessionId,
    socket: WebSocket,
    live: Arc<Live>,
    who: Option<Who>,
    strict: bool,
    joined: HashMap<GameId, RoomHandle>,
    outbox: Outbox,
    waiting: mpsc::Receiver<Utf8Bytes>,
    ending: Ending,
    budget: Budget,
    strikes: u32,
    /// When the client was last heard, in Unix milliseconds.
    heard: i64,
    lag: Lag,
    /// When the last ping was sent that is not answered yet, in Unix milliseconds.
    pinged: Option<i64>,
}

/// Runs a socket to its end. `who` is what the request's header or cookie said.
pub(crate) async fn run(socket: WebSocket, live: Arc<Live>, who: Option<Who>) {
    let ending = Ending::with(&live.stop);
    let (outbox, waiting) = Outbox::new(live.clock.clone(), ending.clone(), live.meters.clone());
    let now = live.clock.now();
    let limits = &live.limits;
    let budget = Budget::new(limits.messages, limits.window, now);
    let id = live.next_session();
    live.sockets.enter(id, outbox.clone(), ending.clone());
    let mut session = Session {
        id,
        socket,
        live,
        who,
        strict: false,
        joined: HashMap::new(),
        outbox,
        waiting,
        ending,
        budget,
        strikes: 0,
        heard: now,
        lag: Lag::default(),
        pinged: None,
    };
    // What happens once in a conversation is boxed, so that a socket at rest does not keep room for it.
    let end = match Box::pin(session.greet()).await {
        Ok(()) => session.converse().await,
        Err(end) => end,
    };
    session.live.sockets.leave(id);
    if matches!(end, End::Close(CloseCode::Restart)) {
        Box::pin(session.farewell()).await;
    } else {
        let (id, joined) = (session.id, std::mem::take(&mut session.joined));
        let why = match end {
            End::Left => AwayReason::Left,
            End::Gone | End::Close(_) => AwayReason::Lost,
        };
        match end {
            End::Close(code) => Box::pin(session.close(code)).await,
            // The answer to the client's own close waits to be written; it may be gone already.
            End::Left => drop(in_time(session.socket.flush()).await),
            End::Gone => {}
        }
        for room in joined.into_values() {
            room.send(Input::Leave { session: id, why }).await;
        }
    }
}

impl Session {
    /// Waits for `hello` and answers it.
    async fn greet(&mut self) -> Result<(), End> {
        let deadline = self.live.clock.sleep_until(self.heard + HELLO);
        let stop = self.live.stop.clone();
        let hello_first = ErrorMsg::new(ErrorCode::HelloFirst, "the first frame must be a hello");
        tokio::pin!(deadline);
        let message = loop {
            let message = tokio::select! {
                message = self.socket.recv() => message,
                () = &mut deadline => return Err(self.part(hello_first, CloseCode::Policy).await),
                () = stop.cancelled() => return Err(End::Close(CloseCode::Restart)),
            };
            if !matches!(message, Some(Ok(Message::Ping(_) | Message::Pong(_)))) {
                break message;
            }
        };
        let text = self.text_of(message).await?;
        match decode(&text) {
            Ok(ClientMsg::Hello(hello)) => self.welcome(&text, hello).await,
            Ok(_) => Err(self.part(hello_first, CloseCode::Policy).await),
            Err(error) => Err(self.part(error, CloseCode::Policy).await),
        }
    }

    async fn welcome(&mut self, text: &str, hello: Hello) -> Result<(), End> {
        if hello.protocol != PROTOCOL {
            let text = format!("this server speaks {PROTOCOL}");
            let mut error = ErrorMsg::new(ErrorCode::UnsupportedProtocol, text);
            error.details.protocol = NonZeroU32::new(PROTOCOL);
            return Err(self.part(error, CloseCode::Policy).await);
        }
        self.strict = hello.strict;
        if let Some(error) = self.strictly(text) {
            return Err(self.part(error, CloseCode::Policy).await);
        }
        if let Some(token) = hello.token {
            match self.live.who(&token).await {
                Ok(who) => self.who = Some(who),
                Err(error) => return Err(self.part(error, CloseCode::Policy).await),
            }
        }
        self.register().await?;
        let welcome = Welcome {
            protocol: PROTOCOL,
            server: concat!("halma-server ", env!("CARGO_PKG_VERSION")).to_owned(),
            player: self.who.as_ref().map(Who::shown),
            now: self.live.clock.now(),
            limits: self.live.limits.clone(),
        };
        self.say(&ServerMsg::Welcome(welcome)).await?;
        self.ping().await
    }

    /// Makes the socket known as its player's. A token revoked until then no longer counts; one
    /// revoked later finds the socket.
    async fn register(&mut self) -> Result<(), End> {
        let Some(who) = self.who.clone() else {
            return Ok(());
        };
        self.live.sockets.know(self.id, who.id(), who.token);
        match self.live.store.token_lives(who.token).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.part(revoked(), CloseCode::Policy).await),
            Err(_) => Err(End::Close(CloseCode::TryLater)),
        }
    }

    async fn converse(&mut self) -> End {
        // It waits in line once, not anew for every frame.
        let ending = self.ending.clone();
        let ends = ending.begun();
        let clock = self.live.clock.clone();
        let mut ping = clock.sleep_until(self.heard + PING);
        tokio::pin!(ends);
        loop {
            let step = tokio::select! {
                biased;
                () = &mut ends => Err(match ending.why() {
                    Some(Why::Lagging) => End::Close(CloseCode::Lagging),
                    Some(Why::Revoked) => self.part(revoked(), CloseCode::Policy).await,
                    None => End::Close(CloseCode::Restart),
                }),
                () = &mut ping => {
                    ping = clock.sleep_until(clock.now() + PING);
                    self.ping().await
                }
                // Reading has its budget; writing has none, and must not keep us from it.
                message = self.socket.recv() => self.hear(message).await,
                Some(first) = self.waiting.recv() => self.write(first).await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.live.clock.now() - self.heard >= SILENCE {
            return Err(End::Close(CloseCode::Silent));
        }
        let now = self.live.clock.now();
        self.pinged = Some(now);
        self.send(Message::Ping(now.to_be_bytes().to_vec().into()))
            .await
    }

    /// The answer to our last ping, whose way there and back is the lag. Any other says nothing,
    /// and counts as a message.
    fn pong(&mut self, payload: &[u8]) -> bool {
        let ours = self.pinged.take_if(|sent| payload == sent.to_be_bytes());
        if let Some(sent) = ours {
            self.lag.measure(sent, self.heard, self.live.max_lag);
        }
        ours.is_some()
    }

    /// Takes one frame in, as far as the budget goes.
    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.heard = self.live.clock.now();
        self.live.meters.frame();
        if let Some(Ok(Message::Pong(sent))) = &message
            && self.pong(sent)
        {
            return Ok(());
        }
        if !self.budget.spend(self.heard) {
            self.strikes += 1;
            if self.strikes > STRIKES {
                return Err(End::Close(CloseCode::Policy));
            }
            let error = ErrorMsg::new(
                ErrorCode::RateLimited,
                "too many messages; this one was not read",
            );
            return self.refuse(error).await;
        }
        self.strikes = 0;
        if matches!(message, Some(Ok(Message::Ping(_) | Message::Pong(_)))) {
            return Ok(());
        }
        let text = self.text_of(message).await?;
        let refusal = match decode(&text) {
            Ok(message) => match self.strictly(&text) {
                None => self.act(message),
                Some(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        match refusal {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => self.say(&answer).await,
            Err(error) => self.refuse(error).await,
        }
    }

    /// Under `strict`, the refusal of a field the server does not know.
    fn strictly(&self, text: &str) -> Option<ErrorMsg> {
        let field = self.strict.then(|| unknown_fields(text)).flatten()?;
        Some(
            ErrorMsg::new(
                ErrorCode::UnknownField,
                "the server does not know this field",
            )
            .field(field),
        )
    }

    /// The text of a frame; anything else ends the conversation.
    async fn text_of(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<Utf8Bytes, End> {
        let too_large = || {
            let mut error = ErrorMsg::new(ErrorCode::TooLarge, "the frame is too large");
            error.details.limit = Some(MAX_FRAME as u32);
            error
        };
        match message {
            Some(Ok(Message::Text(text))) if text.len() > MAX_FRAME => {
                Err(self.part(too_large(), CloseCode::TooBig).await)
            }
            Some(Ok(Message::Text(text))) => Ok(text),
            Some(Ok(Message::Binary(_))) => {
                let error = ErrorMsg::new(ErrorCode::Binary, "binary frames are not spoken here");
                Err(self.part(error, CloseCode::Unsupported).await)
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Utf8Bytes::default()),
            Some(Err(error)) => {
                let error = error.into_inner().downcast::<tungstenite::Error>();
                match error.as_deref() {
                    Ok(tungstenite::Error::Capacity(_)) => {
                        Err(self.part(too_large(), CloseCode::TooBig).await)
                    }
                    Ok(tungstenite::Error::Utf8(_)) => Err(End::Close(CloseCode::Unsupported)),
                    _ => Err(End::Gone),
                }
            }
            Some(Ok(Message::Close(_))) | None => Err(End::Left),
        }
    }

    /// Says why, before the socket is closed.
    async fn part(&mut self, error: ErrorMsg, code: CloseCode) -> End {
        match Box::pin(self.refuse(error)).await {
            Ok(()) => End::Close(code),
            Err(end) => end,
        }
    }

    async fn refuse(&mut self, error: ErrorMsg) -> Result<(), End> {
        self.live.meters.refused(error.code);
        self.say(&ServerMsg::Error(error)).await
    }

    async fn say(&mut self, message: &ServerMsg) -> Result<(), End> {
        self.send(Message::Text(frame(message))).await
    }

    /// Writes a frame and whatever else is ready, in one go.
    async fn write(&mut self, first: Utf8Bytes) -> Result<(), End> {
        let writing = async {
            self.socket.feed(Message::Text(first)).await?;
            while let Ok(next) = self.waiting.try_recv() {
                self.socket.feed(Message::Text(next)).await?;
            }
            self.socket.flush().await
        };
        in_time(writing).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        in_time(self.socket.send(message)).await
    }

    async fn close(&mut self, code: CloseCode) {
        self.live.meters.closed(code);
        let frame = CloseFrame {
            code: code.code(),
            reason: Utf8Bytes::default(),
        };
        // Nobody is left to tell if this fails.
        if self.send(Message::Close(Some(frame))).await.is_err() {
            return;
        }
        // What is on its way still is read and dropped: left unread it would break the connection
        // before the client has seen why it ends.
        let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = tokio::time::timeout(LINGER, rest).await;
    }

    /// The server stops: says so, passes on what the rooms still have to say, and closes.
    async fn farewell(&mut self) {
        let closing = Closing {
            reason: self.live.why_stopped(),
            resume: true,
        };
        if self.say(&ServerMsg::Closing(closing)).await.is_err() {
            return;
        }
        let last_words = async {
            // The rooms drop their ends as they stop; ours must not keep the line open.
            let (outbox, _) = Outbox::new(
                self.live.clock.clone(),
                self.ending.clone(),
                self.live.meters.clone(),
            );
            self.outbox = outbox;
            while let Some(waiting) = self.waiting.recv().await {
                if self.write(waiting).await.is_err() {
                    return;
                }
            }
        };
        // Whatever is not said by then can be resumed.
        let _ = tokio::time::timeout(FAREWELL, last_words).await;
        self.close(CloseCode::Restart).await;
    }
}

fn revoked() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::BadToken, "the token was revoked")
}

async fn in_time(writing: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match tokio::time::timeout(WRITE, writing).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}
