//! Who comes in, what they have missed, and what the audience is told of itself.

use halma_protocol::{CommandId, Event, Events, MAX_GAP, PlayerId, Presence, ServerMsg};

use super::audience::Member;
use super::decide::no_such_game;
use super::{Input, Join, Room, view};
use crate::frame;

impl Room {
    pub(super) async fn join(&mut self, join: Join) {
        if !self.table.admits(join.player, join.key.as_deref()) {
            return Input::Join(join).refuse(self.table.id, &no_such_game());
        }
        let Join {
            session,
            player,
            legal,
            ref outbox,
            ..
        } = join;
        self.audience.enter(Member {
            session,
            player,
            legal,
            outbox: outbox.clone(),
        });
        let answer = frame(&self.catch_up(&join).await);
        join.handover.send(answer);
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

    /// What a newcomer has missed: the events after its `since`, else the whole state.
    async fn catch_up(&mut self, join: &Join) -> ServerMsg {
        let seq = self.table.seq;
        let gap = join
            .since
            .and_then(|since| seq.checked_sub(since).map(|gap| (since, gap)));
        if let Some((since, gap)) = gap
            && gap <= MAX_GAP
            && let Some(events) = self.events_after(since).await
        {
            let (id, game, at) = (join.id.clone(), self.table.id, self.table.at);
            return ServerMsg::Events(Events {
                id,
                game,
                seq,
                at,
                events,
            });
        }
        self.state(join.player, Some(join.id.clone()))
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
        let rows = self
            .around
            .store
            .events(self.table.id, since, limit)
            .await
            .ok()?;
        rows.iter()
            .map(|row| parse(&row.body))
            .collect::<Option<Vec<_>>>()
            .filter(|rows| rows.len() == missed)
    }

    /// The whole game as this player sees it now.
    pub(super) fn state(&self, player: Option<PlayerId>, id: Option<CommandId>) -> ServerMsg {
        view::state(
            &self.table,
            &self.audience,
            player,
            id,
            self.around.clock.now(),
        )
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
        let news = self.audience.news(&self.table, &self.around.terms, now);
        let told = news.is_some();
        if let Some(presence) = news {
            self.audience
                .tell_all(&frame(&ServerMsg::Presence(presence)), now);
        }
        told
    }

    fn presence(&self) -> Presence {
        self.audience
            .presence(&self.table, &self.around.terms, self.around.clock.now())
    }
}
