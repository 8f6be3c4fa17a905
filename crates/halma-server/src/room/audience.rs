//! The audience: everybody connected to one room.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use halma_core::Seat;
use halma_protocol::{PlayerId, Presence};

use super::table::Table;
use crate::session::{Outbox, SessionId};

/// One socket's place in a room.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) session: SessionId,
    pub(crate) player: Option<PlayerId>,
    /// Whether it wants the legal moves of its seats.
    pub(crate) legal: bool,
    pub(crate) outbox: Outbox,
}

/// The watchers' number is told at most this often, in milliseconds.
const WATCHERS_EVERY: i64 = 1000;

/// Everybody connected to one room, and what they were last told of each other.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    members: Vec<Member>,
    told: Option<Presence>,
    told_at: i64,
}

impl Audience {
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a member in place of what its session was before.
    pub(crate) fn enter(&mut self, member: Member) {
        self.leave(member.session);
        self.members.push(member);
    }

    pub(crate) fn leave(&mut self, session: SessionId) {
        self.members.retain(|member| member.session != session);
    }

    /// Sends the same bytes to everybody; a socket that is gone is let go.
    pub(crate) fn tell_all(&mut self, frame: &Utf8Bytes) {
        self.members
            .retain(|member| member.outbox.push(frame.clone()));
    }

    /// The members who play this seat and want its legal moves.
    pub(crate) fn movers(&self, holder: PlayerId) -> impl Iterator<Item = &Member> {
        self.members
            .iter()
            .filter(move |member| member.legal && member.player == Some(holder))
    }

    /// Whether a player is here.
    pub(crate) fn has(&self, player: PlayerId) -> bool {
        self.members
            .iter()
            .any(|member| member.player == Some(player))
    }

    /// Who is here now.
    pub(crate) fn presence(&self, table: &Table) -> Presence {
        let mut seats = BTreeMap::new();
        for (seat, holder) in &table.seats {
            if let Some(holder) = holder {
                seats.insert(*seat, self.has(holder.id));
            }
        }
        Presence {
            game: table.id,
            seats,
            watchers: self.watchers(table),
        }
    }

    fn watchers(&self, table: &Table) -> u32 {
        let seated = |player: PlayerId| {
            table
                .seats
                .keys()
                .any(|seat| table.holder(*seat) == Some(player))
        };
        let watching = self
            .members
            .iter()
            .filter(|member| !member.player.is_some_and(seated));
        u32::try_from(watching.count()).unwrap_or(u32::MAX)
    }

    /// What is to be told of a change at time `now`: players at once, watchers once in a while.
    pub(crate) fn news(&mut self, table: &Table, now: i64) -> Option<Presence> {
        let presence = self.presence(table);
        let due = match &self.told {
            None => true,
            Some(told) if told.seats != presence.seats => true,
            Some(told) => {
                told.watchers != presence.watchers && now >= self.told_at + WATCHERS_EVERY
            }
        };
        due.then(|| {
            self.told = Some(presence.clone());
            self.told_at = now;
            presence
        })
    }

    /// When a change that was not told yet may be: in Unix milliseconds.
    pub(crate) fn news_due(&self, table: &Table) -> Option<i64> {
        let told = self.told.as_ref()?;
        (told.watchers != self.watchers(table)).then_some(self.told_at + WATCHERS_EVERY)
    }
}

/// The seats of `table` and whether each seat's player is in `audience`.
pub(crate) fn connected(audience: &Audience, table: &Table, seat: Seat) -> bool {
    table
        .holder(seat)
        .is_some_and(|player| audience.has(player))
}
