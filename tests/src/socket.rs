//! A bare WebSocket, for saying what no client would say.

use futures_util::{SinkExt, StreamExt};
use halma_protocol::{ErrorMsg, PlayerRef, Problem, ServerMsg};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::http::Answer;
use crate::wait::soon;

/// A bare WebSocket to a server.
#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

/// What the server did next.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// It sent this.
    Message(Box<ServerMsg>),
    /// It closed the socket with this code; 1006 if it just went.
    Closed(u16),
}

impl Socket {
    /// Opens a socket, with a token in the request's header if one is given.
    ///
    /// # Panics
    ///
    /// If the server does not want it.
    pub async fn open(url: &str, token: Option<&str>) -> Self {
        match Self::try_open(url, token).await {
            Ok(socket) => socket,
            Err(problem) => panic!("refused: {problem:?}"),
        }
    }

    /// Opens a socket, or gives the problem it is refused with.
    ///
    /// # Errors
    ///
    /// With that problem.
    ///
    /// # Panics
    ///
    /// If the server is not there, or refuses with anything else.
    pub async fn try_open(url: &str, token: Option<&str>) -> Result<Self, Problem> {
        let bearer = format!("Bearer {}", token.unwrap_or_default());
        let header = token.map(|_| ("authorization", &*bearer));
        let opened = Self::knock(url, header.as_slice()).await;
        opened.map_err(|refused| refused.problem())
    }

    /// Opens a socket by a request with these headers, or gives the answer that refuses it.
    ///
    /// # Errors
    ///
    /// With that answer.
    ///
    /// # Panics
    ///
    /// If the server is not there.
    pub async fn knock(url: &str, headers: &[(&'static str, &str)]) -> Result<Self, Box<Answer>> {
        let host = url.strip_prefix("http://").unwrap();
        let stream = TcpStream::connect(host).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
        for (name, value) in headers {
            let value = value.parse().unwrap();
            request.headers_mut().insert(*name, value);
        }
        match soon(
            "an upgrade",
            tokio_tungstenite::client_async(request, stream),
        )
        .await
        {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(tungstenite::Error::Http(response)) => {
                let (parts, body) = response.into_parts();
                Err(Box::new(Answer {
                    status: parts.status,
                    headers: parts.headers,
                    body: String::from_utf8(body.unwrap_or_default()).unwrap(),
                }))
            }
            Err(error) => panic!("no upgrade: {error}"),
        }
    }

    /// Opens a socket and says hello, as whoever the token speaks for.
    ///
    /// # Panics
    ///
    /// If there is no welcome.
    pub async fn greeted(url: &str, token: Option<&str>) -> (Self, Option<PlayerRef>) {
        let mut socket = Self::open(url, None).await;
        let player = socket.greet(token).await;
        (socket, player)
    }

    /// Says hello with a token, if one is given: whom the server takes it for.
    ///
    /// # Panics
    ///
    /// If there is no welcome.
    pub async fn greet(&mut self, token: Option<&str>) -> Option<PlayerRef> {
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        let ServerMsg::Welcome(welcome) = self.ask(&hello).await else {
            panic!("no welcome");
        };
        welcome.player
    }

    /// Sends any frame.
    ///
    /// # Panics
    ///
    /// If it cannot be sent.
    pub async fn send(&mut self, frame: Message) {
        self.0.send(frame).await.unwrap();
    }

    /// Sends a frame if the socket is still there.
    pub async fn try_send(&mut self, frame: Message) -> bool {
        self.0.send(frame).await.is_ok()
    }

    /// Sends a text.
    pub async fn say(&mut self, text: impl Into<String>) {
        self.send(Message::text(text.into())).await;
    }

    /// Waits for the server.
    ///
    /// # Panics
    ///
    /// If it sends what is no message.
    pub async fn hear(&mut self) -> Said {
        loop {
            match soon("the server's word", self.0.next()).await {
                Some(Ok(Message::Text(text))) => {
                    return Said::Message(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => {
                    return Said::Closed(frame.map_or(1006, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Said::Closed(1006),
            }
        }
    }

    /// Waits for a message.
    ///
    /// # Panics
    ///
    /// If the socket is closed.
    pub async fn message(&mut self) -> ServerMsg {
        match self.hear().await {
            Said::Message(message) => *message,
            Said::Closed(code) => panic!("closed with {code}"),
        }
    }

    /// Says something and gives the next message.
    pub async fn ask(&mut self, message: &Value) -> ServerMsg {
        self.say(message.to_string()).await;
        self.message().await
    }

    /// Waits for an error, past whatever else comes.
    pub async fn error(&mut self) -> ErrorMsg {
        loop {
            if let ServerMsg::Error(error) = self.message().await {
                return error;
            }
        }
    }

    /// Waits for the close, past whatever else comes.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Said::Closed(code) = self.hear().await {
                return code;
            }
        }
    }
}
