//! The audience: everybody connected to one room, and who of its players has gone.

use std::collections::{BTreeMap, HashMap};

use axum::extract::ws::Utf8Bytes;
use halma_core::Seat;
use halma_protocol::{Away, AwayReason, Claimable, PlayerId, Presence, TimeControl};

use super::Terms;
use super::table::Table;
use crate::session::{Outbox, SessionId};

/// One socket's place in a room.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) session: SessionId,
    pub(crate) player: Option<PlayerId>,
    /// Whether it wants the legal moves of its seats.
    pub(crate) legal: bool,
    /// It has been told of every event after this one, or it is on its way.
    pub(crate) since: u64,
    pub(crate) outbox: Outbox,
}

/// The watchers' number is told at most this often, in milliseconds.
const WATCHERS_EVERY: i64 = 1000;

/// Everybody connected to one room, and what they were last told of each other.
#[derive(Debug)]
pub(crate) struct Audience {
    members: Vec<Member>,
    /// When and why players left who have not come back.
    gone: HashMap<PlayerId, Away>,
    /// Since when whoever never came has been awaited, in Unix milliseconds.
    since: i64,
    told: Option<Presence>,
    told_at: i64,
}

impl Audience {
    /// Nobody, at time `now`.
    pub(crate) fn new(now: i64) -> Self {
        let (members, gone) = (Vec::new(), HashMap::new());
        Self {
            members,
            gone,
            since: now,
            told: None,
            told_at: now,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a member in place of what its session was before.
    pub(crate) fn enter(&mut self, member: Member) {
        self.members.retain(|other| other.session != member.session);
        if let Some(player) = member.player {
            self.gone.remove(&player);
        }
        self.members.push(member);
    }

    /// Since which event a session has been told everything, if it is here.
    pub(crate) fn told_since(&self, session: SessionId) -> Option<u64> {
        self.members
            .iter()
            .find(|member| member.session == session)
            .map(|member| member.since)
    }

    /// A session has been told everything since an event.
    pub(crate) fn tells_since(&mut self, session: SessionId, since: u64) {
        if let Some(member) = self
            .members
            .iter_mut()
            .find(|member| member.session == session)
        {
            member.since = since;
        }
    }

    /// Lets a session go; its player has left if no other session of it is here.
    pub(crate) fn leave(&mut self, session: SessionId, why: AwayReason, now: i64) {
        let Some(index) = self
            .members
            .iter()
            .position(|member| member.session == session)
        else {
            return;
        };
        let player = self.members.swap_remove(index).player;
        if let Some(player) = player.filter(|player| !self.has(*player)) {
            self.gone.insert(player, Away { since: now, why });
        }
    }

    /// Sends the same bytes to everybody; a socket that is gone is let go at time `now`.
    pub(crate) fn tell_all(&mut self, frame: &Utf8Bytes, now: i64) {
        let reached = |member: &&Member| !member.outbox.push(frame.clone());
        let lost: Vec<_> = self
            .members
            .iter()
            .filter(reached)
            .map(|member| member.session)
            .collect();
        for session in lost {
            self.leave(session, AwayReason::Lost, now);
        }
    }

    /// The members who play for this player and want its legal moves.
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

    /// Who is here at time `now`.
    pub(crate) fn presence(&self, table: &Table, terms: &Terms, now: i64) -> Presence {
        let held = || {
            table
                .seats
                .keys()
                .filter_map(|seat| Some((*seat, table.holder(*seat)?)))
        };
        let away = |(seat, player)| Some((seat, self.away(player)?));
        Presence {
            game: table.id,
            seats: held()
                .map(|(seat, player)| (seat, self.has(player)))
                .collect(),
            watchers: self.watchers(table),
            away: held().filter_map(away).collect::<BTreeMap<Seat, Away>>(),
            claimable: self.claimable(table, terms, now),
        }
    }

    /// The seat to move, if its player has gone or, without a clock, has been idle too long.
    pub(crate) fn claimable(&self, table: &Table, terms: &Terms, now: i64) -> Option<Claimable> {
        let seat = table.to_move()?;
        let grace = match table.clock {
            TimeControl::None => terms.claim_untimed,
            TimeControl::Fischer { .. } => terms.claim_fischer,
            TimeControl::PerMove { .. } => terms.claim_per_move,
        };
        let gone = self
            .away(table.holder(seat)?)
            .map(|away| away.since.max(table.turn_since));
        let gone = gone.zip(grace).map(|(since, grace)| since + grace);
        let idle = Some(table.turn_since + terms.claim_idle);
        let idle = idle.filter(|from| table.clock.is_none() && *from <= now);
        Some(Claimable {
            seat,
            from: gone.into_iter().chain(idle).min()?,
        })
    }

    fn away(&self, player: PlayerId) -> Option<Away> {
        let absent = Away {
            since: self.since,
            why: AwayReason::Absent,
        };
        (!self.has(player)).then(|| self.gone.get(&player).copied().unwrap_or(absent))
    }

    pub(crate) fn watchers(&self, table: &Table) -> u32 {
        let seated = |player: PlayerId| table.seats_of(player).next().is_some();
        let watching = self
            .members
            .iter()
            .filter(|member| !member.player.is_some_and(seated));
        u32::try_from(watching.count()).unwrap_or(u32::MAX)
    }

    /// What is to be told of a change at time `now`: players at once, watchers once in a while.
    pub(crate) fn news(&mut self, table: &Table, terms: &Terms, now: i64) -> Option<Presence> {
        // Only those who hold a seat are missed.
        self.gone
            .retain(|player, _| table.seats_of(*player).next().is_some());
        let presence = self.presence(table, terms, now);
        let due = self.told.as_ref().is_none_or(|told| {
            let watchers = told.watchers;
            let but_for_watchers = Presence {
                watchers,
                ..presence.clone()
            };
            *told != but_for_watchers
                || watchers != presence.watchers && now >= self.told_at + WATCHERS_EVERY
        });
        due.then(|| {
            self.told = Some(presence.clone());
            self.told_at = now;
            presence
        })
    }

    /// When a change that was not told yet may be, in Unix milliseconds.
    pub(crate) fn news_due(&self, table: &Table) -> Option<i64> {
        let told = self.told.as_ref()?;
        (told.watchers != self.watchers(table)).then_some(self.told_at + WATCHERS_EVERY)
    }
}
