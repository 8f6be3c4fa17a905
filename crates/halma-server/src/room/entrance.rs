//! Who comes in, what they have missed, and what the audience is told of itself.

use std::time::Duration;

use halma_protocol::{CommandId, Event, Events, MAX_GAP, PlayerId, Presence, ServerMsg};

use super::audience::Member;
use super::decide::no_such_game;
use super::{Input, Join, Room, view};
use crate::frame;

/// How long the store may take over what a newcomer has missed; after that it gets the whole state.
const READING: Duration = Duration::from_secs(1);

impl Room {
    pub(super) async fn join(&mut self, join: Box<Join>) {
        if !self.table.admits(join.player, join.key.as_deref()) {
            return Input::Join(join).refuse(self.table.id, &no_such_game());
        }
        let Join {
            session,
            player,
            legal,
            ref outbox,
            ..
        } = *join;
        self.hold_clocks();
        let known = self.audience.told_since(session);
        // The answer says who is here, the newcomer among them.
        let outbox = outbox.clone();
        let since = self.table.seq;
        self.audience.enter(Member {
            session,
            player,
            legal,
            since,
            heard: self.audience.said(),
            outbox: outbox.clone(),
            lag: join.lag.clone(),
        });
        let (answer, since) = self.catch_up(&join, known).await;
        self.audience.tells_since(session, since);
        join.place.push(frame(&answer));
        // The newcomer hears who is here even if that is news to nobody else.
        if !self.tell_presence() {
            outbox.push(frame(&ServerMsg::Presence(self.presence())));
        }
        let mover = self
            .table
            .to_move()
            .and_then(|seat| self.table.holder(seat));
        if legal && mover.is_some() && mover == player {
            self.tell_turn(|member| member.session == session);
        }
    }

    /// What a newcomer has missed: the events after its `since`, else the whole state; and since
    /// when nothing is missing to it. A session that joins again has been told everything since
    /// `known` already, or it is on its way.
    async fn catch_up(&mut self, join: &Join, known: Option<u64>) -> (ServerMsg, u64) {
        let (id, seq) = (join.id.clone(), self.table.seq);
        let on_its_way = |since: &u64| known.is_some_and(|known| (known..=seq).contains(since));
        if let Some(since) = join.since
            && let Some(missed) = seq.checked_sub(since)
            && missed <= MAX_GAP
        {
            if let Some(known) = known.filter(|_| on_its_way(&since)) {
                return (self.missed(id, Vec::new()), known);
            }
            if let Some(events) = self.events_after(since).await {
                return (self.missed(id, events), since);
            }
        }
        (self.state(join.player, Some(id)), seq)
    }

    fn missed(&self, id: CommandId, events: Vec<Event>) -> ServerMsg {
        let now = self.around.clock.now();
        ServerMsg::Events(Events {
            id,
            game: self.table.id,
            seq: self.table.seq,
            at: self.table.at,
            events,
            clocks: self.table.clocks(now),
            paused_until: self.table.paused_until(now),
            now,
        })
    }

    async fn events_after(&mut self, since: u64) -> Option<Vec<Event>> {
        let parse = |body: &str| serde_json::from_str::<Event>(body).ok();
        let missed = usize::try_from(self.table.seq - since).ok()?;
        if missed <= self.recent.len() {
            return self
                .recent
                .range(self.recent.len() - missed..)
                .map(|(_, body)| parse(body))
                .collect();
        }
        // Rows past `seq` may be stored already, but nobody has been told of them yet.
        let limit = u32::try_from(missed).ok()?;
        let reading = self.around.store.events(self.table.id, since, limit);
        let rows = tokio::time::timeout(READING, reading).await.ok()?.ok()?;
        rows.iter()
            .map(|row| parse(&row.body))
            .collect::<Option<Vec<_>>>()
            .filter(|rows| rows.len() == missed)
    }

    /// The whole game as this player sees it now.
    pub(super) fn state(&self, player: Option<PlayerId>, id: Option<CommandId>) -> ServerMsg {
        self.state_at(self.around.clock.now(), player, id)
    }

    fn state_at(&self, now: i64, player: Option<PlayerId>, id: Option<CommandId>) -> ServerMsg {
        view::state(&self.table, &self.audience, player, id, now)
    }

    /// Tells everybody here how the game stands, though nobody asked.
    pub(super) fn tell_state(&mut self) {
        // All are told the same, of one moment.
        let now = self.around.clock.now();
        self.audience.catch_all_up(now);
        for member in self.audience.members() {
            let state = self.state_at(now, member.player, None);
            member.outbox.push(frame(&state));
        }
    }

    /// Sends the legal moves to those members of the mover that want them and `are` meant.
    pub(super) fn tell_turn(&self, are: impl Fn(&Member) -> bool) {
        let Some(holder) = self
            .table
            .to_move()
            .and_then(|seat| self.table.holder(seat))
        else {
            return;
        };
        let mut movers = self
            .audience
            .movers(holder)
            .filter(|member| are(member))
            .peekable();
        if movers.peek().is_some()
            && let Some(turn) = view::turn(&self.table)
        {
            let turn = frame(&turn);
            movers.for_each(|member| {
                member.outbox.push(turn.clone());
            });
        }
    }

    /// Tells everybody who is here, if that is news; says whether it was.
    pub(super) fn tell_presence(&mut self) -> bool {
        let now = self.around.clock.now();
        self.empty_since = self
            .audience
            .is_empty()
            .then(|| self.empty_since.unwrap_or(now));
        let terms = &self.around.terms;
        // While the store is away nobody's grace runs out, and there is no news of it.
        let news = match self.away_since {
            Some(_) => None,
            None => self.audience.news(&self.table, terms, now),
        };
        let told = news.is_some();
        if let Some(presence) = news {
            self.audience
                .tell_all(frame(&ServerMsg::Presence(presence)), &self.table, now);
        }
        told
    }

    fn presence(&self) -> Presence {
        self.audience
            .presence(&self.table, &self.around.terms, self.around.clock.now())
    }
}
