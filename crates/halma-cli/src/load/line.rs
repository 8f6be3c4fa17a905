//! A socket that reads no more of what it gets than it must: measuring has to be cheap.

use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use halma_protocol::{ErrorMsg, GameId, ServerMsg};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::tally::Tally;

/// How long to wait before a command is sent again that was refused for the moment.
const AGAIN: Duration = Duration::from_millis(50);

/// A connection to the server.
pub(crate) struct Line(WebSocketStream<TcpStream>);

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
        let opened = tokio_tungstenite::client_async(format!("ws://{place}/ws"), stream).await;
        let mut line = Self(opened?.0);
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        line.say(hello.to_string()).await?;
        match serde_json::from_str(&line.frame().await?)? {
            ServerMsg::Welcome(_) => Ok(line),
            other => bail!("no welcome: {other:?}"),
        }
    }

    /// Joins a game, and gives the last event that changed its position.
    pub(crate) async fn join(&mut self, game: GameId, tally: &Tally) -> anyhow::Result<u64> {
        let join = json!({ "type": "join", "id": "join", "game": game }).to_string();
        self.say(&*join).await?;
        loop {
            match self.hear().await? {
                Heard::State(at) => return Ok(at),
                Heard::Refused(refusal) => self.refused(&join, *refusal, tally).await?,
                Heard::Event(_) | Heard::Done | Heard::Other => {}
            }
        }
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

    pub(crate) async fn hear(&mut self) -> anyhow::Result<Heard> {
        let frame = self.frame().await?;
        if frame.starts_with(r#"{"type":"event""#) {
            return number(&frame, r#""seq":"#).map(Heard::Event);
        }
        if frame.starts_with(r#"{"type":"ok""#) {
            return Ok(Heard::Done);
        }
        Ok(match serde_json::from_str(&frame)? {
            ServerMsg::State(state) => Heard::State(state.at),
            ServerMsg::Error(error) => Heard::Refused(Box::new(error)),
            _ => Heard::Other,
        })
    }

    async fn say(&mut self, text: impl Into<Box<str>>) -> anyhow::Result<()> {
        let text: Box<str> = text.into();
        Ok(self.0.send(Message::text(String::from(text))).await?)
    }

    async fn frame(&mut self) -> anyhow::Result<tokio_tungstenite::tungstenite::Utf8Bytes> {
        loop {
            match self.0.next().await.context("the server hung up")?? {
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
