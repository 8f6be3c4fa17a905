//! A player's name changes, or goes: everywhere it is stored, and in every room that is open.
//!
//! A new name is stored together with a note that it is to be shown. One task works such notes off,
//! whatever becomes of whoever asked, and goes on after a failure or a crash.

use std::time::Duration;

use halma_protocol::{ErrorMsg, Event, EventKind, PlayerId, PlayerRef};
use tokio::sync::{Notify, watch};

use crate::leaving;
use crate::live::Live;
use crate::names::ANONYMOUS;
use crate::room::Input;
use crate::store::{NamingRow, RenamedRow, StoreError};

/// How many of its games are seen to at a time.
const PAGE: u32 = 100;

/// How many players are looked up at a time.
const PLAYERS: u32 = 100;

/// How long to wait after a failure.
const AGAIN: Duration = Duration::from_millis(500);

/// How long a request waits to hear that its name is shown everywhere.
const PATIENCE: Duration = Duration::from_secs(5);

/// Wakes the task that shows new names, and tells what it has done.
#[derive(Debug, Default)]
pub(crate) struct Naming {
    wanted: Notify,
    done: watch::Sender<()>,
}

impl Naming {
    /// There is a new name to be shown.
    pub(crate) fn wake(&self) {
        self.wanted.notify_one();
    }
}

/// Shows new names until the tenure ends; first those that the one before left.
pub(crate) async fn run(live: std::sync::Arc<Live>) {
    while !live.stop.is_cancelled() {
        let wait = match work_off(&live).await {
            Ok(()) => Duration::MAX,
            Err(refusal) => {
                tracing::warn!(why = refusal.message, "a new name is not shown everywhere");
                AGAIN
            }
        };
        tokio::select! {
            () = live.naming.wanted.notified() => {}
            () = tokio::time::sleep(wait) => {}
            () = live.stop.cancelled() => {}
        }
    }
}

/// Shows every new name that is not shown everywhere yet.
pub(crate) async fn work_off(live: &Live) -> Result<(), ErrorMsg> {
    loop {
        let waiting = live.store.renamed(PLAYERS).await?;
        if waiting.is_empty() || live.stop.is_cancelled() {
            return Ok(());
        }
        let mut failed = None;
        // One after the other: whoever is named in a text that names another must not undo the
        // other's new name. And nobody waits for one whose games cannot be read.
        for row in &waiting {
            if let Err(refusal) = show(live, row).await {
                failed.get_or_insert(refusal);
            }
            live.naming.done.send_replace(());
        }
        if let Some(refusal) = failed {
            return Err(refusal);
        }
    }
}

/// Waits until a player's new name is shown everywhere, but not for ever.
pub(crate) async fn shown(live: &Live, player: PlayerId) {
    live.naming.wake();
    let mut done = live.naming.done.subscribe();
    let shown = async {
        while live.store.is_renamed(player).await.unwrap_or(false) {
            if done.changed().await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = tokio::time::timeout(PATIENCE, shown) => {}
        () = live.stop.cancelled() => {}
    }
}

/// Takes a player's name out of everything stored, ends its sessions and closes its sockets.
pub(crate) async fn forget(live: &Live, player: PlayerId) -> Result<(), StoreError> {
    live.store.forget(player, ANONYMOUS).await?;
    live.sockets.revoke_all(player, None);
    live.naming.wake();
    Ok(())
}

/// Shows a player by its new name in every game it has been in, made, or was invited to.
///
/// Names are kept in the events that seated a player, so these are written anew; nothing else in
/// them changes. Then whoever is in such a game's room sees it.
async fn show(live: &Live, renamed: &RenamedRow) -> Result<(), ErrorMsg> {
    let player = PlayerRef {
        id: renamed.player,
        name: renamed.name.clone(),
    };
    if renamed.kind == "deleted" {
        leaving::leave_open_games(live, &player).await?;
    }
    let mut after = None;
    while !live.stop.is_cancelled() {
        let rows = live.store.names_of(player.id, after, PAGE).await?;
        let Some(last) = rows.last().map(|row| row.game) else {
            return Ok(live.store.shown(renamed).await?);
        };
        let anew: Vec<_> = rows
            .iter()
            .filter_map(|row| with_name(row, &player))
            .collect();
        live.store.rewrite(&anew).await?;
        for of_one in rows.chunk_by(|one, other| one.game == other.game) {
            if let Some(room) = live.lobby.open(of_one[0].game) {
                room.send(Input::Named(player.clone())).await;
            }
        }
        after = Some(last);
    }
    Ok(())
}

/// The row with the new name, if it has another. What is packed is one event a line.
fn with_name(row: &NamingRow, player: &PlayerRef) -> Option<NamingRow> {
    let mut changed = false;
    let lines = row.body.lines().map(|line| match rename(line, player) {
        Some(line) => {
            changed = true;
            line
        }
        None => line.to_owned(),
    });
    let body = lines.collect::<Vec<_>>().join("\n");
    changed.then_some(NamingRow { body, ..*row })
}

/// An event's JSON text with the new name, if it has another.
pub(crate) fn rename(body: &str, player: &PlayerRef) -> Option<String> {
    // Few events name anybody; the others need not be read.
    if !body.contains(&player.id.to_string()) {
        return None;
    }
    let mut event: Event = match serde_json::from_str(body) {
        Ok(event) => event,
        Err(error) => {
            tracing::error!(%error, "a stored event cannot be read");
            return None;
        }
    };
    let named: Vec<&mut PlayerRef> = match &mut event.kind {
        EventKind::Created { host, invited, .. } => {
            std::iter::once(host).chain(invited.values_mut()).collect()
        }
        EventKind::Seated { player, .. } => vec![player],
        _ => Vec::new(),
    };
    let mut changed = false;
    for named in named {
        if named.id == player.id && named.name != player.name {
            player.name.clone_into(&mut named.name);
            changed = true;
        }
    }
    changed.then(|| crate::json(&event))
}
