//! What only the host may do: shut out, rename, revoke, end a game, delete.
//!
//! Whoever can reach the database is the host. A running server holds its lock, so the wish is left
//! in the database and the server sees to it; without one it is seen to here.

use std::sync::Arc;
use std::time::Duration;

use clap::Subcommand;
use halma_protocol::{ClosingReason, GameId, PlayerId, PlayerKind};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::live::Live;
use crate::meters::Meters;
use crate::service::Service;
use crate::store::{Claimed, Duty, Lock, OpenError, PersonRow, Store, StoreError};
use crate::{Parts, names, naming};

/// How often the answer of a running server is looked for, and how often in all.
const LOOK: Duration = Duration::from_millis(200);
const LOOKS: u32 = 150;

/// How often a running server looks for orders, in milliseconds.
const EVERY: i64 = 1_000;

/// What the host wishes. A player is named by id or by an account's name.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Shut a player out: its sessions end and it cannot log in.
    Ban {
        /// The player.
        player: String,
    },
    /// Let a player in again.
    Unban {
        /// The player.
        player: String,
    },
    /// Give a player another name.
    Rename {
        /// The player.
        player: String,
        /// The new name.
        name: String,
    },
    /// End every session and token of a player.
    Revoke {
        /// The player.
        player: String,
    },
    /// End a game as aborted.
    End {
        /// The game.
        game: GameId,
    },
    /// Delete a player: its games stay, its name does not.
    Delete {
        /// The player.
        player: String,
    },
}

/// Why a wish was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A server holds the database but did not see to it.
    #[error("the running server does not answer")]
    NoAnswer,
    /// It cannot be done.
    #[error("{0}")]
    Refused(String),
}

/// Has a wish carried out, by the running server or here, and says what was done.
pub async fn carry_out(config: &Config, parts: &Parts, wish: &Wish) -> Result<String, AdminError> {
    let place = config.place();
    let lock = Lock::try_take(&place, Duty::Serve).await?;
    let store = match &lock {
        Some(lock) => Store::open(&place, parts.probe.clone(), lock).await?,
        None => Store::open_beside(&place, parts.probe.clone()).await?,
    };
    let done = if lock.is_some() {
        // What the tasks of a tenure would see to is not wanted here.
        let service = Service::begin(&store, &parts.clock).await;
        let stored = (store.clone(), service.map_err(StoreError::from)?);
        let (live, _) = Live::new(stored, parts, &config.settings(), Meters::default());
        let done = perform(&live, wish).await;
        if let Err(refusal) = naming::work_off(&live).await {
            // The next server goes on with it.
            tracing::warn!(why = refusal.message, "a new name is not shown everywhere");
        }
        live.end(ClosingReason::Restart, Duration::from_secs(5))
            .await;
        done
    } else {
        ask(&store, parts, wish).await
    };
    store.close().await;
    if let Some(lock) = lock {
        lock.release().await;
    }
    done
}

async fn ask(store: &Store, parts: &Parts, wish: &Wish) -> Result<String, AdminError> {
    let now = parts.clock.now();
    let id = parts.random.id(now);
    store.leave_order(id, &crate::json(wish), now).await?;
    for _ in 0..LOOKS {
        tokio::time::sleep(LOOK).await;
        if let Some(answer) = store.take_answer(id).await? {
            return match serde_json::from_str(&answer) {
                Ok(Ok(done)) => Ok(done),
                Ok(Err(why)) => Err(AdminError::Refused(why)),
                Err(_) => Err(AdminError::NoAnswer),
            };
        }
    }
    store.withdraw_order(id).await?;
    Err(AdminError::NoAnswer)
}

/// Sees to the orders that are left, until the tenure ends. Some take a while, so nothing else
/// waits for them.
pub(crate) async fn run(live: Arc<Live>) {
    loop {
        let next = live.clock.now() + EVERY;
        if let Err(error) = see_to_all(&live).await {
            tracing::warn!(%error, "the host's orders cannot be seen to");
        }
        // Once the tenure has ended nothing is brought about any more.
        tokio::select! {
            biased;
            () = live.stop.cancelled() => return,
            () = live.clock.sleep_until(next) => {}
        }
    }
}

async fn see_to_all(live: &Live) -> Result<(), StoreError> {
    for order in live.store.waiting_orders().await? {
        let wish = order.wish;
        let done: Result<String, String> = match serde_json::from_str(&wish) {
            Ok(wish) => perform(live, &wish)
                .await
                .map_err(|error| error.to_string()),
            Err(_) => Err("this server does not know such a wish".to_owned()),
        };
        tracing::info!(%wish, ?done, "the host's order");
        let answer = crate::json(&done);
        live.store.answer_order(order.id, &answer).await?;
    }
    Ok(())
}

async fn perform(live: &Live, wish: &Wish) -> Result<String, AdminError> {
    match wish {
        Wish::Ban { player } => {
            let player = find(live, player).await?;
            live.store.ban(player.id, Some(live.clock.now())).await?;
            live.sockets.revoke_all(player.id, None);
            Ok(format!("{} is shut out", player.name))
        }
        Wish::Unban { player } => {
            let player = find(live, player).await?;
            live.store.ban(player.id, None).await?;
            Ok(format!("{} is let in again", player.name))
        }
        Wish::Rename { player, name } => rename(live, find(live, player).await?, name).await,
        Wish::Revoke { player } => {
            let player = find(live, player).await?;
            let ended = live.store.revoke_all(player.id, None).await?;
            live.sockets.revoke_all(player.id, None);
            Ok(format!("{ended} sessions of {} are ended", player.name))
        }
        Wish::End { game } => end(live, *game).await,
        Wish::Delete { player } => {
            let player = find(live, player).await?;
            naming::forget(live, player.id).await?;
            Ok(format!("{} is deleted", player.name))
        }
    }
}

async fn find(live: &Live, player: &str) -> Result<PersonRow, AdminError> {
    let found = match player.parse::<PlayerId>() {
        Ok(id) => live.store.person(id).await?,
        Err(_) => live.store.account(&names::folded(player)).await?,
    };
    let unknown = || AdminError::Refused("there is no such player".to_owned());
    found
        .filter(|found| found.kind != "deleted")
        .ok_or_else(unknown)
}

async fn rename(live: &Live, player: PersonRow, name: &str) -> Result<String, AdminError> {
    let refused = |error: halma_protocol::ErrorMsg| AdminError::Refused(error.message);
    let kind = halma_protocol::PlayerInfo::from(player.clone()).kind;
    let (name, folded) = if kind == PlayerKind::Account {
        let (name, folded) = names::account(name).map_err(refused)?;
        (name, Some(folded))
    } else {
        (names::guest(name).map_err(refused)?, None)
    };
    let renamed = live.store.rename(player.id, &name, folded.as_deref());
    match renamed.await? {
        Claimed::Done => {
            let said = format!("{} is called {name} now", player.name);
            live.naming.wake();
            Ok(said)
        }
        Claimed::NameTaken => Err(AdminError::Refused(
            "another account has this name".to_owned(),
        )),
        Claimed::WrongKind => Err(AdminError::Refused(
            "this player has no name to change".to_owned(),
        )),
    }
}

async fn end(live: &Live, game: GameId) -> Result<String, AdminError> {
    if live.store.game(game).await?.is_none() {
        return Err(AdminError::Refused("there is no such game".to_owned()));
    }
    if live.lobby.call_off(game).await? {
        return Ok("the game is over".to_owned());
    }
    Err(AdminError::Refused(
        "the game's room does not end it".to_owned(),
    ))
}
