//! A player leaves: the games stay, the name does not.

use halma_protocol::{Event, EventKind, PlayerId, PlayerRef};

use crate::live::Live;
use crate::names::ANONYMOUS;
use crate::store::StoreError;

/// How many of its games are seen to at a time.
const PAGE: u32 = 100;

/// Takes a player's name out of everything stored, ends its sessions and closes its sockets.
///
/// Names are kept in the events that seated a player, so these are written anew; nothing else in
/// them changes. A room that has the game loaded goes on showing the old name until it is unloaded.
pub(crate) async fn forget(live: &Live, player: PlayerId) -> Result<(), StoreError> {
    live.store.forget(player, ANONYMOUS).await?;
    live.sockets.revoke_all(player, None);
    let mut after = None;
    loop {
        let page = live.store.names_of(player, after, PAGE).await?;
        let Some(last) = page.last().map(|row| row.game) else {
            return Ok(());
        };
        for row in page {
            let Ok(mut event) = serde_json::from_str::<Event>(&row.body) else {
                tracing::error!(game = %row.game, seq = row.seq, "a stored event cannot be read");
                continue;
            };
            if unname(&mut event.kind, player) {
                let body = crate::json(&event);
                live.store.rewrite(row.game, row.seq, &body).await?;
            }
        }
        after = Some(last);
    }
}

/// Whether there was a name to take away.
fn unname(kind: &mut EventKind, player: PlayerId) -> bool {
    let mut named: Vec<&mut PlayerRef> = match kind {
        EventKind::Created { host, invited, .. } => {
            std::iter::once(host).chain(invited.values_mut()).collect()
        }
        EventKind::Seated { player, .. } => vec![player],
        _ => Vec::new(),
    };
    named.retain(|named| named.id == player && named.name != ANONYMOUS);
    for named in &mut named {
        ANONYMOUS.clone_into(&mut named.name);
    }
    !named.is_empty()
}
