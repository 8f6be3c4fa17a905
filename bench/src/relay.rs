//! The bare relay: whoever joins a game hears what happens in it, and that is all. It knows no
//! rules and stores nothing; every frame is one that a server sent in a recorded game, so it
//! serializes nothing either.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use halma_protocol::{ClientMsg, GameId, Join, decode};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, tungstenite};

use crate::recording::Recording;

/// How many frames may wait for a socket; one that falls behind further is hung up on.
const WAITING: usize = 256;

/// As small as the server's.
const READ_BUFFER: usize = 1024;
const WRITE_BUFFER: usize = 4 * 1024;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to listen
    #[arg(long)]
    listen: SocketAddr,
    /// The recorded game
    #[arg(long)]
    recording: PathBuf,
}

/// The frames of the recorded game, and the rooms where it is played.
struct Relay {
    welcome: Utf8Bytes,
    state: Utf8Bytes,
    plies: Vec<Ply>,
    rooms: Mutex<HashMap<GameId, Weak<Mutex<Room>>>>,
}

struct Ply {
    event: Utf8Bytes,
    ok: Utf8Bytes,
    turn: Utf8Bytes,
}

#[derive(Default)]
struct Room {
    /// How many moves have been made.
    made: usize,
    members: Vec<Member>,
}

/// Somebody in a room.
struct Member {
    frames: mpsc::Sender<Utf8Bytes>,
    /// Whether it wants to know its legal moves.
    legal: bool,
}

/// Relays until it is killed.
pub(crate) async fn run(args: &Args) -> Result<()> {
    let recording = Recording::read(&args.recording)?;
    let listener = TcpListener::bind(args.listen).await?;
    serve(listener, recording).await
}

/// Whether the other end has hung up, as all do in the end.
fn is_of_the_peer(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(tungstenite::Error::Io(_)))
}

async fn serve(listener: TcpListener, recording: Recording) -> Result<()> {
    let relay = Arc::new(Relay::from(recording));
    loop {
        let (stream, _) = listener.accept().await?;
        let relay = Arc::clone(&relay);
        tokio::spawn(async move {
            if let Err(error) = converse(stream, &relay).await
                && !is_of_the_peer(&error)
            {
                eprintln!("relay: {error:#}");
            }
        });
    }
}

impl From<Recording> for Relay {
    fn from(recording: Recording) -> Self {
        let plies = recording.plies.into_iter().map(|ply| Ply {
            event: ply.event.into(),
            ok: ply.ok.into(),
            turn: ply.turn.into(),
        });
        Self {
            welcome: recording.welcome.into(),
            state: recording.state.into(),
            plies: plies.collect(),
            rooms: Mutex::default(),
        }
    }
}

async fn converse(stream: TcpStream, relay: &Relay) -> Result<()> {
    stream.set_nodelay(true)?;
    let buffers = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER);
    let mut socket = tokio_tungstenite::accept_async_with_config(stream, Some(buffers)).await?;
    let (frames, mut waiting) = mpsc::channel(WAITING);
    let mut room = None;
    loop {
        tokio::select! {
            Some(first) = waiting.recv() => write(&mut socket, first, &mut waiting).await?,
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    hear(&text, relay, &frames, &mut room)?;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                // Whoever leaves need not say goodbye.
                _ => return Ok(()),
            },
        }
    }
}

/// Writes a frame and whatever else is ready, in one go.
async fn write(
    socket: &mut WebSocketStream<TcpStream>,
    first: Utf8Bytes,
    waiting: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<()> {
    socket.feed(Message::Text(first)).await?;
    while let Ok(next) = waiting.try_recv() {
        socket.feed(Message::Text(next)).await?;
    }
    Ok(socket.flush().await?)
}

fn hear(
    text: &str,
    relay: &Relay,
    frames: &mpsc::Sender<Utf8Bytes>,
    room: &mut Option<Arc<Mutex<Room>>>,
) -> Result<()> {
    // The one frame that counts is told by its first bytes.
    if text.starts_with(r#"{"type":"move""#) {
        let room = room.as_ref().context("a move before a join")?;
        return lock(room).moved(relay, frames);
    }
    match decode(text).map_err(|refusal| anyhow!(refusal.message))? {
        ClientMsg::Hello(_) => frames.try_send(relay.welcome.clone())?,
        ClientMsg::Join(join) => {
            *room = Some(relay.enter(&join, frames));
            frames.try_send(relay.state.clone())?;
        }
        other => bail!("a relay does not do this: {other:?}"),
    }
    Ok(())
}

impl Relay {
    fn enter(&self, join: &Join, frames: &mpsc::Sender<Utf8Bytes>) -> Arc<Mutex<Room>> {
        let mut rooms = lock(&self.rooms);
        let known = rooms.get(&join.game).and_then(Weak::upgrade);
        let room = known.unwrap_or_default();
        rooms.insert(join.game, Arc::downgrade(&room));
        lock(&room).members.push(Member {
            frames: frames.clone(),
            legal: join.legal,
        });
        room
    }
}

impl Room {
    /// Tells everybody of a move; whoever does not listen is no member any more.
    fn moved(&mut self, relay: &Relay, mover: &mpsc::Sender<Utf8Bytes>) -> Result<()> {
        let Some(ply) = relay.plies.get(self.made) else {
            bail!("the recorded game is over");
        };
        self.made += 1;
        self.members.retain(|Member { frames, legal }| {
            let told = frames.try_send(ply.event.clone());
            if frames.same_channel(mover) {
                told.and_then(|()| frames.try_send(ply.ok.clone())).is_ok()
            } else if *legal {
                told.and_then(|()| frames.try_send(ply.turn.clone()))
                    .is_ok()
            } else {
                told.is_ok()
            }
        });
        Ok(())
    }
}

/// What it guards is whole whatever panicked while it was locked.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use halma_tests::{Data, Engine, Server, soon, vectors};
    use uuid::Uuid;

    use super::*;
    use crate::listener::Listener;

    /// Whoever plays on the relay hears, byte for byte, what the server said.
    #[tokio::test]
    async fn it_says_what_the_server_said() {
        let data = Data::new(Engine::Sqlite).await;
        let server = Server::start(&data).await;
        let moves = vectors::named("classic#2").moves;
        let recorded = Recording::of(&server.url(), &moves[..4]).await.unwrap();
        let plies = recorded.plies.clone();
        let mut stored = data.stored().await;
        for (seq, ply) in (recorded.before + 1..).zip(&plies) {
            let event = stored.event(recorded.game, seq).await;
            assert_eq!(serde_json::from_str(&ply.body()).ok(), event);
        }

        let state = recorded.state.clone();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(serve(listener, recorded));
        let game = Uuid::from_u128(7);
        let mut all = Vec::new();
        for legal in [true, true, false] {
            let (mut one, _) = soon("a welcome", Listener::open(&url, None)).await.unwrap();
            let told = soon("a state", one.join(game, legal)).await.unwrap();
            assert_eq!(told, state);
            all.push(one);
        }
        for (number, ply) in plies.iter().enumerate() {
            let mover = number % 2;
            all[mover].say(r#"{"type":"move"}"#).await.unwrap();
            for (one, listener) in all.iter_mut().enumerate() {
                assert_eq!(soon("it", listener.hear("event")).await.unwrap(), ply.event);
                if one == mover {
                    assert_eq!(soon("it", listener.hear("ok")).await.unwrap(), ply.ok);
                } else if one < 2 {
                    assert_eq!(soon("it", listener.hear("turn")).await.unwrap(), ply.turn);
                }
            }
        }
    }
}
