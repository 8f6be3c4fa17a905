//! What is told to a player outside of games: a socket of its own that comes back by itself.

use std::time::Duration;

use halma_client::{Connection, Error, Rest};
use halma_protocol::{
    ClientMsg, CommandId, Hello, OnLobby, PROTOCOL, Seek, ServerMsg, TimeControl,
};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use uuid::Uuid;

/// How long a server that is away is left alone before it is tried again.
const PAUSE: Duration = Duration::from_secs(2);

/// How long a game that was found is awaited before another is looked for.
const MISSED: Duration = Duration::from_secs(15);

/// The clock of quick games: milliseconds for all moves, and more for each.
const INITIAL: u32 = 600_000;
const INCREMENT: u32 = 5_000;

/// Tells by `news` that something may have to be done, until nobody listens any more. While
/// `idle`, looks for quick games by that preset.
///
/// # Errors
///
/// The server wants nothing to do with us, or not with such a seek.
pub(super) async fn listen(
    rest: Rest,
    preset: Option<String>,
    mut idle: watch::Receiver<bool>,
    news: mpsc::Sender<()>,
) -> Result<(), Error> {
    while !news.is_closed() {
        match converse(&rest, preset.as_deref(), &mut idle, &news).await {
            Err(Error::Lost(_) | Error::Closed(_)) => sleep(PAUSE).await,
            Err(error) if error.may_pass() => sleep(PAUSE).await,
            ended => return ended,
        }
    }
    Ok(())
}

async fn converse(
    rest: &Rest,
    preset: Option<&str>,
    idle: &mut watch::Receiver<bool>,
    news: &mpsc::Sender<()>,
) -> Result<(), Error> {
    let hello = Hello {
        protocol: PROTOCOL,
        token: rest.token().map(str::to_owned),
        strict: true,
    };
    let (mut connection, _) = Connection::open(rest, hello).await?;
    let id = new_id();
    connection
        .send(&ClientMsg::Subscribe(OnLobby { id }))
        .await?;
    // What happened while nobody listened.
    nudge(news);
    let mut seeking = false;
    // A game has been found that the bot does not sit at yet: until then it only seems idle.
    let mut paired = false;
    loop {
        let wanted = preset.filter(|_| *idle.borrow_and_update() && !paired);
        match wanted {
            Some(preset) if !seeking => {
                connection.send(&seek(preset)).await?;
                seeking = true;
            }
            None if seeking => {
                let id = new_id();
                connection.send(&ClientMsg::Cancel(OnLobby { id })).await?;
                seeking = false;
            }
            _ => {}
        }
        tokio::select! {
            heard = connection.next() => match heard? {
                ServerMsg::Paired(_) => {
                    (seeking, paired) = (false, true);
                    nudge(news);
                }
                ServerMsg::SeekEnded(_) => seeking = false,
                ServerMsg::Challenged(_) | ServerMsg::YourTurn(_) => nudge(news),
                ServerMsg::Error(refusal) => return Err(Error::Refused(Box::new(refusal))),
                _ => {}
            },
            changed = idle.changed() => {
                if changed.is_err() {
                    connection.close().await;
                    return Ok(());
                }
                paired = false;
            }
            // That game may have ended before the bot came to it.
            () = sleep(MISSED), if paired => paired = false,
        }
    }
}

fn seek(preset: &str) -> ClientMsg {
    ClientMsg::Seek(Seek {
        id: new_id(),
        preset: preset.to_owned(),
        clock: TimeControl::Fischer {
            initial: INITIAL,
            increment: INCREMENT,
        },
        rated: false,
        min: None,
        max: None,
    })
}

fn nudge(news: &mpsc::Sender<()>) {
    // One that still waits says as much.
    let _ = news.try_send(());
}

fn new_id() -> CommandId {
    CommandId::from(Uuid::new_v4())
}
