//! The open sockets: whose they are, by which token, and how to reach them.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use halma_protocol::PlayerId;
use uuid::Uuid;

use crate::session::{Ending, Outbox, SessionId, Why};

/// Every open socket of this server.
#[derive(Debug, Default)]
pub(crate) struct Sockets {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    open: HashMap<SessionId, Open>,
    by_player: HashMap<PlayerId, HashSet<SessionId>>,
    /// Those that want to hear of the lobby.
    subscribed: HashSet<SessionId>,
}

#[derive(Debug)]
struct Open {
    player: Option<PlayerId>,
    token: Option<Uuid>,
    outbox: Outbox,
    ending: Ending,
}

impl Sockets {
    /// A socket opens.
    pub(crate) fn enter(&self, session: SessionId, outbox: Outbox, ending: Ending) {
        let open = Open {
            player: None,
            token: None,
            outbox,
            ending,
        };
        self.table().open.insert(session, open);
    }

    /// Whose it is, and by which token.
    pub(crate) fn know(&self, session: SessionId, player: PlayerId, token: Uuid) {
        let mut table = self.table();
        if let Some(open) = table.open.get_mut(&session) {
            (open.player, open.token) = (Some(player), Some(token));
            table.by_player.entry(player).or_default().insert(session);
        }
    }

    /// It wants to hear of the lobby, or no longer; gives whether that is new.
    pub(crate) fn subscribe(&self, session: SessionId, wants: bool) -> bool {
        let mut table = self.table();
        if wants && table.open.contains_key(&session) {
            table.subscribed.insert(session)
        } else {
            table.subscribed.remove(&session)
        }
    }

    /// Whether a player has a socket that wants to hear of the lobby.
    pub(crate) fn has_subscribed(&self, player: PlayerId) -> bool {
        let table = self.table();
        let mut sessions = table.by_player.get(&player).into_iter().flatten();
        sessions.any(|session| table.subscribed.contains(session))
    }

    /// It is closed.
    pub(crate) fn leave(&self, session: SessionId) {
        let mut table = self.table();
        table.subscribed.remove(&session);
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
                open.ending.begin(Why::Revoked);
            }
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.table().open.len()
    }

    /// Whether a socket is still open.
    pub(crate) fn has(&self, session: SessionId) -> bool {
        self.table().open.contains_key(&session)
    }

    /// Sends something to one socket.
    pub(crate) fn tell(&self, session: SessionId, frame: Utf8Bytes) {
        if let Some(open) = self.table().open.get(&session) {
            open.outbox.push(frame);
        }
    }

    /// Sends something to those sockets of a player that want to hear of the lobby.
    pub(crate) fn tell_player(&self, player: PlayerId, frame: &Utf8Bytes) {
        let table = self.table();
        let sessions = table.by_player.get(&player).into_iter().flatten();
        for session in sessions.filter(|session| table.subscribed.contains(session)) {
            if let Some(open) = table.open.get(session) {
                open.outbox.push(frame.clone());
            }
        }
    }

    /// Sends something to every socket that wants to hear of the lobby.
    pub(crate) fn tell_lobby(&self, frame: &Utf8Bytes) {
        let table = self.table();
        for open in table
            .subscribed
            .iter()
            .filter_map(|session| table.open.get(session))
        {
            open.outbox.push(frame.clone());
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // The table is whole whatever panicked while it was locked.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
