//! One socket: typed messages both ways, and nothing made up for what is lost.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use halma_protocol::{ClientMsg, GameId, Hello, ServerMsg, Welcome};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::address::Address;
use crate::{Error, Rest};

/// A server pings every 15 s; one that is silent for this long is gone.
const SILENCE: Duration = Duration::from_secs(45);

/// How long opening a connection, or sending on it, may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the socket is called when it went without a close frame.
const ABNORMAL: u16 = 1006;

/// An open socket on which `hello` has been said.
#[derive(Debug)]
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    /// When the server was last heard.
    heard: Instant,
}

/// The types of message this client knows; others are from a newer server and ignored.
const KNOWN: [&str; 10] = [
    "welcome", "state", "events", "event", "turn", "presence", "ok", "error", "pong", "closing",
];

/// What can be read of any message.
#[derive(Deserialize)]
struct Gist {
    r#type: String,
    #[serde(default)]
    game: Option<GameId>,
}

impl Connection {
    /// Connects to the server of `rest` and says this `hello`.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with what the server has against the `hello` or the request,
    /// [`Error::Lost`] if it cannot be reached or does not answer, [`Error::Closed`].
    pub async fn open(rest: &Rest, hello: Hello) -> Result<(Self, Welcome), Error> {
        let opening = async {
            let socket = upgrade(rest.address()).await?;
            let heard = Instant::now();
            let mut connection = Self { socket, heard };
            connection.send(&ClientMsg::Hello(hello)).await?;
            match connection.next().await? {
                ServerMsg::Welcome(welcome) => Ok((connection, welcome)),
                ServerMsg::Error(refusal) => Err(Error::refused(refusal)),
                ServerMsg::Closing(_) => Err(Error::Closed(1012)),
                other => Err(Error::not_understood(
                    None,
                    format!("{other:?} before a welcome"),
                )),
            }
        };
        timeout(PATIENCE, opening)
            .await
            .map_err(|_| Error::Lost("no answer".to_owned()))?
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// [`Error::Lost`]; [`Connection::next`] may tell more.
    pub async fn send(&mut self, message: &ClientMsg) -> Result<(), Error> {
        let text = serde_json::to_string(message)
            .map_err(|error| Error::not_understood(None, error.to_string()))?;
        let sending = self.socket.send(Message::text(text));
        match timeout(PATIENCE, sending).await {
            Ok(sent) => sent.map_err(|error| Error::Lost(error.to_string())),
            Err(_) => Err(Error::Lost("sending takes too long".to_owned())),
        }
    }

    /// Waits for the next message. Nothing is lost if that is given up.
    ///
    /// # Errors
    ///
    /// [`Error::Closed`] or [`Error::Lost`] when the socket is gone, and
    /// [`Error::NotUnderstood`], after which the next message may be asked for. Messages of a type
    /// that is not known at all are skipped.
    pub async fn next(&mut self) -> Result<ServerMsg, Error> {
        loop {
            let frame = timeout_at(self.heard + SILENCE, self.socket.next())
                .await
                .map_err(|_| Error::Lost("the server is silent".to_owned()))?;
            self.heard = Instant::now();
            match frame {
                Some(Ok(Message::Text(text))) => {
                    if let Some(message) = read(&text)? {
                        return Ok(message);
                    }
                }
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(ABNORMAL, |frame| frame.code.into());
                    return Err(Error::Closed(code));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Error::Closed(ABNORMAL)),
            }
        }
    }

    /// Closes the socket, and waits until the server has done so too.
    pub async fn close(mut self) {
        // A server that is gone has closed it already.
        let _ = timeout(PATIENCE, async {
            self.socket.close(None).await?;
            while self.socket.next().await.transpose()?.is_some() {}
            Ok::<(), tungstenite::Error>(())
        })
        .await;
    }
}

async fn upgrade(address: &Address) -> Result<WebSocketStream<TcpStream>, Error> {
    let lost = |error: std::io::Error| Error::Lost(error.to_string());
    let stream = TcpStream::connect(address.host_and_port())
        .await
        .map_err(lost)?;
    // Moves are small and must not wait for more to come.
    stream.set_nodelay(true).map_err(lost)?;
    match tokio_tungstenite::client_async(address.socket(), stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(response)) => {
            let (parts, body) = response.into_parts();
            Err(Error::response(parts.status, &body.unwrap_or_default()))
        }
        Err(error) => Err(Error::Lost(error.to_string())),
    }
}

/// Reads a frame; none if it is of a type from a later version.
fn read(text: &str) -> Result<Option<ServerMsg>, Error> {
    let error = match serde_json::from_str(text) {
        Ok(message) => return Ok(Some(message)),
        Err(error) => error,
    };
    match serde_json::from_str::<Gist>(text) {
        Ok(gist) if !KNOWN.contains(&&*gist.r#type) => Ok(None),
        Ok(gist) => Err(Error::not_understood(
            gist.game,
            format!("{}: {error}", gist.r#type),
        )),
        Err(_) => Err(Error::not_understood(None, error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "018f4e9a-0000-7000-8000-000000000000";

    #[test]
    fn a_message_of_a_later_version_is_skipped() {
        assert_eq!(read(r#"{"type":"fanfare","loud":true}"#), Ok(None));
        let more = r#"{"type":"pong","now":7,"mood":"good"}"#;
        assert!(matches!(read(more), Ok(Some(ServerMsg::Pong(_)))));
    }

    #[test]
    fn what_cannot_be_read_names_its_game() {
        let text =
            format!(r#"{{"type":"event","game":"{GAME}","seq":9,"time":1,"kind":"danced"}}"#);
        let Err(Error::NotUnderstood { game, .. }) = read(&text) else {
            panic!("an unknown kind was understood");
        };
        assert_eq!(game, Some(GAME.parse().unwrap()));
        assert!(matches!(
            read("{"),
            Err(Error::NotUnderstood { game: None, .. })
        ));
    }
}
