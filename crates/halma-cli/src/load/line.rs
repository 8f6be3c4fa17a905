//! A socket that reads no more of what it gets than it must: measuring has to be cheap.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use halma_protocol::{ErrorMsg, GameId, ServerMsg};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::tally::Tally;

/// How long to wait before a command is sent again that was refused for the moment.
const AGAIN: Duration = Duration::from_millis(50);

/// Small, as there are very many sockets.
const BUFFER: usize = 4 * 1024;

/// A connection to the server.
pub(crate) struct Line {
    socket: WebSocketStream<TcpStream>,
    /// The number of the last event of the game that is joined; none before it is.
    seq: Option<u64>,
}

/// What the server says.
pub(crate) enum Heard {
    /// The event of that number.
    Event(u64),
    /// The last command is stored.
    Done,
    /// It is not carried out.
    Refused(Box<ErrorMsg>),
    /// The game as it stands, by the number of the last event that changed the position.
    State(u64),
    /// Anything else.
    Other,
}

impl Line {
    /// Connects, as the player the token stands for or as nobody.
    pub(crate) async fn open(url: &str, token: Option<&str>) -> anyhow::Result<Self> {
        let url = url.trim_end_matches('/');
        let place = url.strip_prefix("http://").context("an http:// address")?;
        let host = place.split('/').next().unwrap_or(place);
        let address = if host.contains(':') {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let buffers = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(BUFFER);
        let request = format!("ws://{place}/ws");
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(buffers));
        let mut line = Self {
            socket: opening.await?.0,
            seq: None,
        };
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        line.say(hello.to_string()).await?;
        match serde_json::from_str(&line.frame().await?)? {
            ServerMsg::Welcome(_) => Ok(line),
            other => bail!("no welcome: {other:?}"),
        }
    }

    /// Joins a game, with its legal moves at every turn or without, and gives the last event that
    /// changed its position.
    pub(crate) async fn join(
        &mut self,
        game: GameId,
        legal: bool,
        tally: &Tally,
    ) -> anyhow::Result<u64> {
        let join = json!({ "type": "join", "id": "join", "game": game, "legal": legal });
        let join = join.to_string();
        self.say(&*join).await?;
        loop {
            match self.hear().await? {
                Heard::State(at) => return Ok(at),
                Heard::Refused(refusal) => self.refused(&join, *refusal, tally).await?,
                Heard::Event(_) | Heard::Done | Heard::Other => {}
            }
        }
    }

    /// Leaves a game; nothing is heard of it from then on.
    pub(crate) async fn leave(&mut self, game: GameId, tally: &Tally) -> anyhow::Result<()> {
        let leave = json!({ "type": "leave", "id": "leave", "game": game });
        self.carry_out(&leave.to_string(), tally).await?;
        self.seq = None;
        Ok(())
    }

    /// Sends a command until it is stored, and gives the moment at which that is known.
    pub(crate) async fn carry_out(
        &mut self,
        command: &str,
        tally: &Tally,
    ) -> anyhow::Result<Instant> {
        self.say(command).await?;
        loop {
            match self.hear().await? {
                Heard::Done => return Ok(Instant::now()),
                Heard::Refused(refusal) => self.refused(command, *refusal, tally).await?,
                Heard::Event(_) | Heard::State(_) | Heard::Other => {}
            }
        }
    }

    /// Waits for the first event after that one: when it came, and its number.
    pub(crate) async fn event_after(&mut self, at: u64) -> anyhow::Result<(Instant, u64)> {
        loop {
            match self.hear().await? {
                Heard::Event(seq) if seq > at => return Ok((Instant::now(), seq)),
                _ => {}
            }
        }
    }

    /// Answers pings until something fails. Nothing is lost if this is given up.
    pub(crate) async fn rest(&mut self) -> anyhow::Result<()> {
        loop {
            self.hear().await?;
        }
    }

    /// What was refused for the moment is sent again; anything else ends the measuring.
    async fn refused(
        &mut self,
        command: &str,
        refusal: ErrorMsg,
        tally: &Tally,
    ) -> anyhow::Result<()> {
        let code = refusal.code;
        let refusal = halma_client::Error::Refused(Box::new(refusal));
        if !refusal.may_pass() {
            return Err(refusal).with_context(|| command.to_owned());
        }
        tally.refused(code);
        sleep(AGAIN).await;
        self.say(command).await
    }

    /// What the server says next. Nothing is lost if this is given up.
    pub(crate) async fn hear(&mut self) -> anyhow::Result<Heard> {
        let frame = self.frame().await?;
        if frame.starts_with(r#"{"type":"event""#) {
            let seq = number(&frame, r#""seq":"#)?;
            if let Some(last) = self.seq.replace(seq) {
                ensure!(seq == last + 1, "event {seq} came after event {last}");
            }
            return Ok(Heard::Event(seq));
        }
        if frame.starts_with(r#"{"type":"ok""#) {
            return Ok(Heard::Done);
        }
        if frame.starts_with(r#"{"type":"turn""#) {
            return Ok(Heard::Other);
        }
        Ok(match serde_json::from_str(&frame)? {
            ServerMsg::State(state) => {
                self.seq = Some(state.seq);
                Heard::State(state.at)
            }
            ServerMsg::Error(error) => Heard::Refused(Box::new(error)),
            _ => Heard::Other,
        })
    }

    async fn say(&mut self, text: impl Into<Box<str>>) -> anyhow::Result<()> {
        let text: Box<str> = text.into();
        Ok(self.socket.send(Message::text(String::from(text))).await?)
    }

    async fn frame(&mut self) -> anyhow::Result<tokio_tungstenite::tungstenite::Utf8Bytes> {
        loop {
            match self.socket.next().await.context("the server hung up")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server closed the socket: {frame:?}"),
                _ => {}
            }
        }
    }
}

/// The number that follows the name.
fn number(frame: &str, name: &str) -> anyhow::Result<u64> {
    let at = frame.find(name).context("an event has a number")? + name.len();
    let digits = frame[at..].bytes().take_while(u8::is_ascii_digit);
    Ok(digits.fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
}
