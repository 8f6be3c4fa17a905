//! A player's name changes, or goes: everywhere it is stored, and in every room that is open.

use halma_protocol::{Event, EventKind, PlayerId, PlayerRef};

use crate::live::Live;
use crate::names::ANONYMOUS;
use crate::room::Input;
use crate::store::{NamingRow, StoreError};

/// How many of its games are seen to at a time.
const PAGE: u32 = 100;

/// Takes a player's name out of everything stored, ends its sessions and closes its sockets.
pub(crate) async fn forget(live: &Live, player: PlayerId) -> Result<(), StoreError> {
    live.store.forget(player, ANONYMOUS).await?;
    live.sockets.revoke_all(player, None);
    let name = ANONYMOUS.to_owned();
    spread(live, &PlayerRef { id: player, name }).await
}

/// Shows a player by its new name in every game it has been in, made, or was invited to.
///
/// Names are kept in the events that seated a player, so these are written anew; nothing else in
/// them changes. Then whoever is in such a game's room sees it.
pub(crate) async fn spread(live: &Live, player: &PlayerRef) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let rows = live.store.names_of(player.id, after, PAGE).await?;
        let Some(last) = rows.last().map(|row| row.game) else {
            return Ok(());
        };
        let anew: Vec<_> = rows.iter().filter_map(|row| renamed(row, player)).collect();
        live.store.rewrite(&anew).await?;
        for of_one in rows.chunk_by(|one, other| one.game == other.game) {
            if let Some(room) = live.lobby.open(of_one[0].game) {
                room.send(Input::Named(player.clone())).await;
            }
        }
        after = Some(last);
    }
}

/// The row with the new name, if it has another. What is packed is one event a line.
fn renamed(row: &NamingRow, player: &PlayerRef) -> Option<NamingRow> {
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
