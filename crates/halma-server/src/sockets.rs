//! The open sockets: whose they are, and by which token.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use halma_protocol::PlayerId;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::session::SessionId;

/// Every open socket of this server.
#[derive(Debug, Default)]
pub(crate) struct Sockets {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    open: HashMap<SessionId, Open>,
    by_player: HashMap<PlayerId, HashSet<SessionId>>,
}

#[derive(Debug)]
struct Open {
    player: Option<PlayerId>,
    token: Option<Uuid>,
    revoked: CancellationToken,
}

impl Sockets {
    /// A socket opens; what it gets back is cancelled when its token is revoked.
    pub(crate) fn enter(&self, session: SessionId) -> CancellationToken {
        let revoked = CancellationToken::new();
        let open = Open {
            player: None,
            token: None,
            revoked: revoked.clone(),
        };
        self.table().open.insert(session, open);
        revoked
    }

    /// Whose it is, and by which token.
    pub(crate) fn know(&self, session: SessionId, player: PlayerId, token: Uuid) {
        let mut table = self.table();
        if let Some(open) = table.open.get_mut(&session) {
            (open.player, open.token) = (Some(player), Some(token));
            table.by_player.entry(player).or_default().insert(session);
        }
    }

    /// It is closed.
    pub(crate) fn leave(&self, session: SessionId) {
        let mut table = self.table();
        let Some(player) = table.open.remove(&session).and_then(|open| open.player) else {
            return;
        };
        if let Some(sessions) = table.by_player.get_mut(&player) {
            sessions.remove(&session);
            if sessions.is_empty() {
                table.by_player.remove(&player);
            }
        }
    }

    /// Closes the sockets of a player that were opened by this token.
    pub(crate) fn revoke(&self, player: PlayerId, token: Uuid) {
        self.revoke_if(player, |opened_by| opened_by == Some(token));
    }

    /// Closes all sockets of a player but those that were opened by this token.
    pub(crate) fn revoke_all(&self, player: PlayerId, but: Option<Uuid>) {
        self.revoke_if(player, |opened_by| but.is_none() || opened_by != but);
    }

    fn revoke_if(&self, player: PlayerId, meant: impl Fn(Option<Uuid>) -> bool) {
        let table = self.table();
        let sessions = table.by_player.get(&player).into_iter().flatten();
        for open in sessions.filter_map(|session| table.open.get(session)) {
            if meant(open.token) {
                open.revoked.cancel();
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // The table is whole whatever panicked while it was locked.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
