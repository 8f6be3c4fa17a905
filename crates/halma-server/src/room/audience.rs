//! The audience: everybody connected to one room, and who of its players has gone.

use std::collections::{BTreeMap, HashMap};

use axum::extract::ws::Utf8Bytes;
use halma_core::Seat;
use halma_protocol::{Away, AwayReason, Claimable, PlayerId, Presence, TimeControl};

use super::Terms;
use super::speech::Speech;
use super::table::Table;
use crate::session::{Lag, Outbox, SessionId};

/// One socket's place in a room.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) session: SessionId,
    pub(crate) player: Option<PlayerId>,
    /// Whether it wants the legal moves of its seats.
    pub(crate) legal: bool,
    /// It has been told of every event after this one, or it is on its way.
    pub(crate) since: u64,
    /// Up to which frame it has been handed what is said to everybody.
    pub(crate) heard: usize,
    pub(crate) outbox: Outbox,
    pub(crate) lag: Lag,
}

/// The watchers' number is told at most this often, in milliseconds.
const WATCHERS_EVERY: i64 = 1000;

/// For how long before an idle seat can be claimed against everybody is told so, in milliseconds.
const IDLE_NOTICE: i64 = 60 * 60 * 1000;

/// Everybody connected to one room, and what they were last told of each other.
#[derive(Debug)]
pub(crate) struct Audience {
    members: BTreeMap<SessionId, Member>,
    speech: Speech,
    /// How many sockets of each player are here.
    sockets: BTreeMap<PlayerId, u32>,
    /// When and why players left who have not come back.
    gone: HashMap<PlayerId, Away>,
    /// Since when whoever never came has been awaited, in Unix milliseconds.
    since: i64,
    /// Since when whoever is gone could have come back, in Unix milliseconds.
    open_since: i64,
    told: Option<Presence>,
    told_at: i64,
}

impl Audience {
    /// Nobody, at time `now`.
    pub(crate) fn new(now: i64) -> Self {
        Self {
            members: BTreeMap::new(),
            speech: Speech::default(),
            sockets: BTreeMap::new(),
            gone: HashMap::new(),
            since: now,
            open_since: now,
            told: None,
            told_at: now,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Up to which frame whoever comes now need not be told anything.
    pub(crate) fn said(&self) -> usize {
        self.speech.end()
    }

    /// Adds a member in place of what its session was before.
    pub(crate) fn enter(&mut self, member: Member) {
        self.catch_up(member.session);
        if let Some(player) = member.player {
            self.gone.remove(&player);
            *self.sockets.entry(player).or_default() += 1;
        }
        if let Some(before) = self.members.insert(member.session, member) {
            self.uncount(before.player);
        }
    }

    /// Since which event a session has been told everything, if it is here.
    pub(crate) fn told_since(&self, session: SessionId) -> Option<u64> {
        self.members.get(&session).map(|member| member.since)
    }

    /// A session has been told everything since an event.
    pub(crate) fn tells_since(&mut self, session: SessionId, since: u64) {
        if let Some(member) = self.members.get_mut(&session) {
            member.since = since;
        }
    }

    /// Lets a session go; its player has left if no other session of it is here.
    pub(crate) fn leave(&mut self, session: SessionId, why: AwayReason, now: i64) {
        let Some(member) = self.members.remove(&session) else {
            return;
        };
        self.uncount(member.player);
        if let Some(player) = member.player.filter(|player| !self.has(*player)) {
            self.gone.insert(player, Away { since: now, why });
        }
    }

    fn uncount(&mut self, player: Option<PlayerId>) {
        let Some(player) = player else { return };
        if let Some(sockets) = self.sockets.get_mut(&player) {
            *sockets -= 1;
            if *sockets == 0 {
                self.sockets.remove(&player);
            }
        }
    }

    /// Tells everybody the same bytes: a few, and those who play, at once, others as `tell_next`
    /// comes to them. A socket that is gone is let go at time `now`.
    pub(crate) fn tell_all(&mut self, frame: Utf8Bytes, table: &Table, now: i64) {
        let lost: Vec<_> = if self.speech.is_for_all(self.members.len()) {
            let lost = |member: &&Member| !member.outbox.push(frame.clone());
            let lost = self.members.values().filter(lost);
            lost.map(|member| member.session).collect()
        } else {
            self.speech.say(frame);
            let plays = |member: &&mut Member| {
                let player = member.player;
                player.is_some_and(|player| table.seats_of(player).next().is_some())
            };
            let players = self.members.values_mut().filter(plays);
            lost_among(players, &self.speech)
        };
        self.lose(lost, now);
    }

    /// Whether some have not been told everything.
    pub(crate) fn is_behind(&self) -> bool {
        self.speech.goes_on()
    }

    /// Tells the next ones what they have not heard.
    pub(crate) fn tell_next(&mut self, now: i64) {
        if !self.is_behind() {
            return;
        }
        let (next, many) = self.speech.turn(self.members.len());
        let mut waiting = self.members.range_mut(next..).map(|(_, member)| member);
        let lost = lost_among(waiting.by_ref().take(many), &self.speech);
        let next = waiting.next().map(|member| member.session);
        self.speech.turn_ended(next);
        self.lose(lost, now);
    }

    /// Tells a session everything now, before it is answered.
    pub(crate) fn catch_up(&mut self, session: SessionId) {
        if self.is_behind()
            && let Some(member) = self.members.get_mut(&session)
        {
            // A socket that is gone is let go when the next frame is for it.
            self.speech.hand_to(member);
        }
    }

    /// Tells everybody everything now.
    pub(crate) fn catch_all_up(&mut self, now: i64) {
        while self.is_behind() {
            self.tell_next(now);
        }
    }

    fn lose(&mut self, lost: Vec<SessionId>, now: i64) {
        for session in lost {
            self.leave(session, AwayReason::Lost, now);
        }
    }

    /// Until now nobody could come back: who is gone has its whole grace again.
    pub(crate) fn pardon(&mut self, now: i64) {
        self.open_since = now;
    }

    /// Everybody who is here.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    /// The members who play for this player and want its legal moves.
    pub(crate) fn movers(&self, holder: PlayerId) -> impl Iterator<Item = &Member> {
        self.members
            .values()
            .filter(move |member| member.legal && member.player == Some(holder))
    }

    /// How long the network takes to a player and back on the slowest of its sockets here, in
    /// milliseconds, as far as it is not charged.
    pub(crate) fn lag(&self, player: PlayerId) -> i64 {
        let lags = self.members.values();
        let lags = lags.filter(|member| member.player == Some(player));
        lags.map(|member| member.lag.get())
            .max()
            .map_or(0, i64::from)
    }

    /// Whether a player is here.
    pub(crate) fn has(&self, player: PlayerId) -> bool {
        self.sockets.contains_key(&player)
    }

    /// Who is here at time `now`.
    pub(crate) fn presence(&self, table: &Table, terms: &Terms, now: i64) -> Presence {
        Presence {
            game: table.id,
            seats: self.seats_connected(table).collect(),
            watchers: self.watchers(table),
            away: self.seats_away(table).collect(),
            claimable: self.claimable(table, terms, now),
        }
    }

    /// The seats that are held, and whether their players are here.
    fn seats_connected(&self, table: &Table) -> impl Iterator<Item = (Seat, bool)> {
        held(table).map(|(seat, player)| (seat, self.has(player)))
    }

    /// The seats whose players are not.
    fn seats_away(&self, table: &Table) -> impl Iterator<Item = (Seat, Away)> {
        held(table).filter_map(|(seat, player)| Some((seat, self.away(player)?)))
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
            .map(|away| away.since.max(table.turn_since).max(self.open_since));
        let gone = gone.zip(grace).map(|(since, grace)| since + grace);
        let idle = idle_from(table, terms).filter(|from| now >= from - IDLE_NOTICE);
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
        // Who holds several seats is counted at the first.
        let once =
            |(seat, player): &(Seat, PlayerId)| table.seats_of(*player).next() == Some(*seat);
        let players = held(table).filter(once);
        let seated: u32 = players
            .filter_map(|(_, player)| self.sockets.get(&player))
            .sum();
        u32::try_from(self.members.len())
            .unwrap_or(u32::MAX)
            .saturating_sub(seated)
    }

    /// What is to be told of a change at time `now`: players at once, watchers once in a while.
    pub(crate) fn news(&mut self, table: &Table, terms: &Terms, now: i64) -> Option<Presence> {
        // Only those who hold a seat are missed.
        self.gone
            .retain(|player, _| table.seats_of(*player).next().is_some());
        if self.is_known(table, terms, now) {
            return None;
        }
        let presence = self.presence(table, terms, now);
        self.told = Some(presence.clone());
        self.told_at = now;
        Some(presence)
    }

    /// Whether there is nothing to tell. Asked after every step of a room, so nothing is made for it.
    fn is_known(&self, table: &Table, terms: &Terms, now: i64) -> bool {
        self.told.as_ref().is_some_and(|told| {
            let connected = told.seats.iter().map(|(seat, here)| (*seat, *here));
            let away = told.away.iter().map(|(seat, away)| (*seat, *away));
            self.seats_connected(table).eq(connected)
                && self.seats_away(table).eq(away)
                && told.claimable == self.claimable(table, terms, now)
                && (now < self.told_at + WATCHERS_EVERY || told.watchers == self.watchers(table))
        })
    }

    /// When something that was not told yet is to be, in Unix milliseconds.
    pub(crate) fn news_due(&self, table: &Table, terms: &Terms) -> Option<i64> {
        let told = self.told.as_ref()?;
        let watchers =
            (told.watchers != self.watchers(table)).then_some(self.told_at + WATCHERS_EVERY);
        let notice = idle_from(table, terms)
            .filter(|_| told.claimable.is_none())
            .map(|from| from - IDLE_NOTICE);
        watchers.into_iter().chain(notice).min()
    }
}

/// Those of these members whose socket is gone, after all have been handed what they had not heard.
fn lost_among<'a>(
    members: impl Iterator<Item = &'a mut Member>,
    speech: &Speech,
) -> Vec<SessionId> {
    let lost = members.filter_map(|member| (!speech.hand_to(member)).then_some(member.session));
    lost.collect()
}

/// The seats that are held, and by whom.
fn held(table: &Table) -> impl Iterator<Item = (Seat, PlayerId)> {
    let seats = table.seats.keys();
    seats.filter_map(|seat| Some((*seat, table.holder(*seat)?)))
}

/// Without a clock: from when on the seat to move can be claimed against though it is here.
fn idle_from(table: &Table, terms: &Terms) -> Option<i64> {
    table.holder(table.to_move()?)?;
    table
        .clock
        .is_none()
        .then_some(table.turn_since + terms.claim_idle)
}
