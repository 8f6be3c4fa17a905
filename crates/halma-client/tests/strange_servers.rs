//! Servers that a real one seldom is: newer than the client, or gone at the worst moment.

#![allow(clippy::unwrap_used, reason = "test code")]

use futures_util::{SinkExt, StreamExt};
use halma_client::{Client, Game, Join, Rest, Update};
use halma_protocol::{ClientMsg, Event, GameId};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

/// A server that says what a test wants it to say.
struct Server(TcpListener);

/// One socket to it.
struct Socket(WebSocketStream<TcpStream>);

impl Server {
    async fn start() -> (Self, Rest) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        (Self(listener), Rest::new(&url).unwrap())
    }

    /// Waits for a client and welcomes it.
    async fn welcome(&self) -> Socket {
        let (stream, _) = self.0.accept().await.unwrap();
        let mut socket = Socket(tokio_tungstenite::accept_async(stream).await.unwrap());
        assert!(matches!(socket.hear().await, ClientMsg::Hello(_)));
        let limits = json!({ "frame": 8192, "messages": 100, "window": 20000, "games": 64 });
        let welcome = json!({ "type": "welcome", "protocol": 1, "server": "strange 9.9",
            "player": null, "now": 0, "limits": limits });
        socket.say(&welcome).await;
        socket
    }
}

impl Socket {
    async fn hear(&mut self) -> ClientMsg {
        loop {
            if let Message::Text(text) = self.0.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    async fn say(&mut self, message: &Value) {
        self.0
            .send(Message::text(message.to_string()))
            .await
            .unwrap();
    }

    /// Waits for a join, and answers it with these events.
    async fn let_in(&mut self, events: &[Value]) -> halma_protocol::Join {
        let ClientMsg::Join(join) = self.hear().await else {
            panic!("no join");
        };
        let seq = events.last().map_or(join.since.unwrap_or(0), |last| {
            last["seq"].as_u64().unwrap()
        });
        let missed = json!({ "type": "events", "id": join.id, "game": join.game, "seq": seq,
            "at": seq, "now": 0, "events": events });
        self.say(&missed).await;
        join
    }
}

fn started(seq: u64) -> Value {
    json!({ "seq": seq, "time": 0, "kind": "started", "next": "white" })
}

/// The event as a message of its own.
fn told(game: GameId, mut event: Value) -> Value {
    event["type"] = "event".into();
    event["game"] = json!(game);
    event
}

async fn event(game: &mut Game) -> Event {
    loop {
        match game.next().await.unwrap() {
            Some(Update::Event(event)) => return event,
            Some(_) => {}
            None => panic!("the game was joined again"),
        }
    }
}

#[tokio::test]
async fn what_a_newer_server_adds_does_no_harm() {
    let (server, rest) = Server::start().await;
    let id = Uuid::new_v4();
    let serving = tokio::spawn(async move {
        let mut socket = server.welcome().await;
        socket.let_in(&[started(1)]).await;
        socket
            .say(&json!({ "type": "fanfare", "game": id, "loud": true }))
            .await;
        let mut more = told(id, started(2));
        more["mood"] = "good".into();
        socket.say(&more).await;
        let danced = json!({ "seq": 3, "time": 0, "kind": "danced" });
        socket.say(&told(id, danced)).await;
        // Only a state can help now: the client leaves, and joins as if it knew nothing.
        assert!(matches!(socket.hear().await, ClientMsg::Leave(leave) if leave.game == id));
        let ClientMsg::Join(join) = socket.hear().await else {
            panic!("no join");
        };
        assert_eq!((join.game, join.since), (id, None));
    });
    let client = Client::connect(&rest).await.unwrap();
    let mut game = client.join(id, Join::new().since(0)).await.unwrap();
    assert_eq!(event(&mut game).await.seq, 1);
    assert_eq!(event(&mut game).await.seq, 2);
    serving.await.unwrap();
}

#[tokio::test]
async fn an_answer_that_was_lost_is_asked_for_again() {
    let (server, rest) = Server::start().await;
    let id = Uuid::new_v4();
    let serving = tokio::spawn(async move {
        let mut socket = server.welcome().await;
        socket.let_in(&[started(1)]).await;
        let first = socket.hear().await;
        let ClientMsg::Resign(resign) = &first else {
            panic!("no resignation");
        };
        // Everybody is told that the game has ended; only the answer never comes.
        let by = json!({ "seq": 2, "time": 0, "id": resign.id, "kind": "finished", "winners": [],
            "reason": "resign" });
        socket.say(&told(id, by)).await;
        drop(socket);
        let mut socket = server.welcome().await;
        assert_eq!(socket.let_in(&[]).await.since, Some(2));
        let again = socket.hear().await;
        assert_eq!(again, first, "the same command under the same id");
        socket
            .say(&json!({ "type": "ok", "id": resign.id, "game": id, "seq": 2 }))
            .await;
        socket
    });
    let client = Client::connect(&rest).await.unwrap();
    let mut game = client.join(id, Join::new().since(0)).await.unwrap();
    assert_eq!(game.resign(None).await, Ok(2));
    assert_eq!(event(&mut game).await.seq, 1);
    assert_eq!(event(&mut game).await.seq, 2);
    serving.await.unwrap();
}

#[tokio::test]
async fn a_server_that_skips_an_event_is_not_trusted() {
    let (server, rest) = Server::start().await;
    let id = Uuid::new_v4();
    let serving = tokio::spawn(async move {
        let mut socket = server.welcome().await;
        socket.let_in(&[started(1)]).await;
        socket.say(&told(id, started(3))).await;
        socket
    });
    let client = Client::connect(&rest).await.unwrap();
    let mut game = client.join(id, Join::new().since(0)).await.unwrap();
    assert_eq!(event(&mut game).await.seq, 1);
    let broken = game.next().await.unwrap_err();
    assert!(!broken.may_pass(), "{broken}");
    assert_eq!(game.resign(None).await.unwrap_err(), broken);
    serving.await.unwrap();
}
