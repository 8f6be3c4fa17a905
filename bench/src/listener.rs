//! A socket that tells the frames as they come.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use halma_protocol::GameId;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// No frame that was asked for takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a server.
pub(crate) struct Listener(WebSocketStream<TcpStream>);

impl Listener {
    /// Connects, as the player the token stands for or as nobody, and gives the welcome.
    pub(crate) async fn open(url: &str, token: Option<&str>) -> Result<(Self, String)> {
        let place = url.strip_prefix("http://").context("an http:// address")?;
        let stream = TcpStream::connect(place).await?;
        stream.set_nodelay(true)?;
        let request = format!("ws://{place}/ws");
        let mut socket = Self(tokio_tungstenite::client_async(request, stream).await?.0);
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        socket.say(hello).await?;
        let welcome = socket.hear("welcome").await?;
        Ok((socket, welcome))
    }

    /// Joins a game, with its legal moves or without, and gives its state.
    pub(crate) async fn join(&mut self, game: GameId, legal: bool) -> Result<String> {
        let join = json!({ "type": "join", "id": "join", "game": game, "legal": legal });
        self.say(join).await?;
        self.hear("state").await
    }

    pub(crate) async fn say(&mut self, message: impl ToString) -> Result<()> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    /// The next frame of that type.
    pub(crate) async fn hear(&mut self, kind: &str) -> Result<String> {
        let heard = timeout(PATIENCE, self.frame(kind)).await;
        heard.with_context(|| format!("waited for {kind} in vain"))?
    }

    async fn frame(&mut self, kind: &str) -> Result<String> {
        let wanted = format!(r#"{{"type":"{kind}""#);
        loop {
            match self.0.next().await.context("the server hung up")?? {
                Message::Text(text) if text.starts_with(&wanted) => return Ok(text.to_string()),
                Message::Text(text) if text.starts_with(r#"{"type":"error""#) => {
                    bail!("refused: {text}")
                }
                _ => {}
            }
        }
    }
}
