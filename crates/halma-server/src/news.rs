//! News from the rooms, told to the sockets that have subscribed.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use halma_core::Seat;
use halma_protocol::{
    ChallengeOver, CommandId, ErrorMsg, GameId, GameRef, Lobby, LobbyGame, PlayerId, Rated,
    RatingChange, ServerMsg, YourTurn,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::frame;
use crate::live::Live;
use crate::session::SessionId;
use crate::store::{GameFilter, StoreError};
use crate::summary::shown;

/// How much news may wait to be told.
const WAITING: usize = 4_096;

/// How long to wait before trying again to tell how things stand.
const AGAIN: Duration = Duration::from_secs(1);

/// The most games a lobby shows.
const GAMES: u32 = 100;

/// Something others want to hear of.
#[derive(Debug)]
pub(crate) enum Item {
    /// Who sits at an open game has changed, or it is new.
    Changed(GameId),
    /// A game is open no longer.
    Closed(GameId),
    /// It is somebody's turn.
    Turn {
        game: GameId,
        seat: Seat,
        player: PlayerId,
    },
    /// A rated game has ended.
    Rated(GameId),
    /// A game was made with seats kept for these players.
    Invited(GameId, Vec<PlayerId>),
    /// A seat kept in a game is taken, or will not be: for those who wait for that.
    ChallengeOver {
        game: GameId,
        accepted: bool,
        players: Vec<PlayerId>,
    },
    /// A socket wants to hear of the lobby from now on.
    Subscribe(SessionId, CommandId),
}

/// Where rooms and sessions leave news. They never wait; what finds no place is made good by
/// telling everybody how things stand.
#[derive(Debug, Clone)]
pub(crate) struct News {
    items: mpsc::Sender<Item>,
    missed: Arc<AtomicBool>,
}

/// The other end of [`News`].
#[derive(Debug)]
pub(crate) struct Unread {
    items: mpsc::Receiver<Item>,
    missed: Arc<AtomicBool>,
}

impl News {
    pub(crate) fn channel() -> (Self, Unread) {
        let (sender, items) = mpsc::channel(WAITING);
        let missed = Arc::<AtomicBool>::default();
        let news = Self {
            items: sender,
            missed: Arc::clone(&missed),
        };
        (news, Unread { items, missed })
    }

    /// Leaves an item; false if there is no place for it.
    pub(crate) fn tell(&self, item: Item) -> bool {
        let told = self.items.try_send(item).is_ok();
        if !told {
            self.missed.store(true, Ordering::Relaxed);
        }
        told
    }
}

/// Tells the news until the tenure ends.
pub(crate) async fn run(live: Arc<Live>, mut unread: Unread) {
    // When everybody is to be told how things stand, if something could not be told.
    let mut due: Option<Instant> = None;
    // What was open before this server began can be seen as soon as somebody subscribes.
    let mut listed: HashSet<GameId> = match live.store.joinable().await {
        Ok(games) => games.into_iter().collect(),
        Err(error) => {
            tracing::warn!(%error, "the open games cannot be listed");
            due = Some(Instant::now() + AGAIN);
            HashSet::new()
        }
    };
    // It waits in line once, not anew for every item.
    let stop = live.stop.cancelled();
    tokio::pin!(stop);
    loop {
        let again = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            item = unread.items.recv() => {
                let Some(item) = item else { return };
                let told = tell(&live, &mut listed, item).await;
                if told.is_err() || unread.missed.swap(false, Ordering::Relaxed) {
                    due.get_or_insert_with(Instant::now);
                }
            }
            () = again => {
                due = match lobby(&live, None).await {
                    Ok(lobby) => {
                        listed = lobby.games.iter().map(|game| game.id).collect();
                        live.sockets.tell_lobby(&frame(&ServerMsg::Lobby(lobby)));
                        None
                    }
                    Err(error) => {
                        tracing::warn!(%error, "news could not be told");
                        Some(Instant::now() + AGAIN)
                    }
                };
            }
            () = &mut stop => return,
        }
    }
}

async fn tell(live: &Live, listed: &mut HashSet<GameId>, item: Item) -> Result<(), StoreError> {
    match item {
        Item::Turn { game, seat, player } => {
            if live.sockets.has_subscribed(player) {
                let turn = ServerMsg::YourTurn(YourTurn { game, seat });
                live.sockets.tell_player(player, &frame(&turn));
            }
        }
        Item::Changed(game) => changed(live, listed, game).await?,
        Item::Closed(game) => closed(live, listed, game),
        Item::Rated(game) => {
            let rows = live.store.rating_changes(game).await?;
            let players: Vec<PlayerId> = rows.iter().map(|row| row.player).collect();
            let changes = rows.into_iter().map(RatingChange::from).collect();
            let rated = frame(&ServerMsg::Rated(Rated { game, changes }));
            for player in players {
                live.sockets.tell_player(player, &rated);
            }
        }
        Item::Invited(game, players) => {
            if let Some(row) = live.store.game(game).await? {
                let game = shown(row, &live.base_url);
                let challenged = ServerMsg::Challenged(Box::new(LobbyGame { game }));
                let challenged = frame(&challenged);
                for player in players {
                    live.sockets.tell_player(player, &challenged);
                }
            }
        }
        Item::ChallengeOver {
            game,
            accepted,
            players,
        } => {
            let over = frame(&ServerMsg::ChallengeOver(ChallengeOver { game, accepted }));
            for player in players {
                live.sockets.tell_player(player, &over);
            }
        }
        Item::Subscribe(session, id) => {
            // First, so that nothing is missed between.
            let is_new = live.sockets.subscribe(session, true);
            match lobby(live, Some(id.clone())).await {
                Ok(lobby) => live.sockets.tell(session, frame(&ServerMsg::Lobby(lobby))),
                Err(error) => {
                    if is_new {
                        live.sockets.subscribe(session, false);
                    }
                    let mut refusal = ErrorMsg::from(error);
                    refusal.id = Some(id);
                    live.meters.refused(refusal.code);
                    live.sockets
                        .tell(session, frame(&ServerMsg::Error(refusal)));
                }
            }
        }
    }
    Ok(())
}

async fn changed(
    live: &Live,
    listed: &mut HashSet<GameId>,
    game: GameId,
) -> Result<(), StoreError> {
    let filter = GameFilter {
        among: Some(vec![game]),
        joinable: true,
        limit: 1,
        ..GameFilter::default()
    };
    match live.store.games(&filter).await?.pop() {
        Some(row) => {
            listed.insert(game);
            let game = shown(row, &live.base_url);
            let changed = ServerMsg::LobbyGame(Box::new(LobbyGame { game }));
            live.sockets.tell_lobby(&frame(&changed));
        }
        None => closed(live, listed, game),
    }
    Ok(())
}

fn closed(live: &Live, listed: &mut HashSet<GameId>, game: GameId) {
    if listed.remove(&game) {
        let gone = ServerMsg::LobbyGone(GameRef { game });
        live.sockets.tell_lobby(&frame(&gone));
    }
}

/// The lobby as it stands.
async fn lobby(live: &Live, id: Option<CommandId>) -> Result<Lobby, StoreError> {
    let filter = GameFilter {
        joinable: true,
        limit: GAMES,
        ..GameFilter::default()
    };
    let games = live.store.games(&filter).await?;
    Ok(Lobby {
        id,
        games: games
            .into_iter()
            .map(|row| shown(row, &live.base_url))
            .collect(),
        seeks: live.seeks.list(),
    })
}
