//! Commands and deadlines: judged, stored, taken in, shown.

use axum::extract::ws::Utf8Bytes;
use halma_core::Reason;
use halma_protocol::{ErrorCode, ErrorMsg, Event, EventKind, GameStatus};

use super::write::{self, Writing, Written};
use super::{Decision, HELD, Moment, Order, RECENT, ReplyTo, Room, Verdict, busy};
use crate::frame;
use crate::probe::Point;

/// What could not be stored, or thought of, is tried again this much later, in milliseconds.
pub(super) const AGAIN: i64 = 1_000;

impl Room {
    /// Judges a command now, or holds it while an append is under way.
    pub(super) fn order(&mut self, order: Box<Order>) {
        self.hold_clocks();
        // What time brought about before the command came first.
        if self.writing.is_none() && self.due_by(order.time) {
            if self.around.clock.now() < self.not_before {
                return self.reply(*order, Err(write::storage_unavailable()));
            }
            self.bring_about();
        }
        if self.writing.is_some() {
            let waits = self
                .held
                .iter()
                .any(|held| held.player.id == order.player.id);
            if waits || self.held.len() >= HELD {
                self.reply(*order, Err(busy()));
            } else {
                self.held.push_back(order);
            }
            return;
        }
        if let Some(seq) = self.table.answered(order.player.id, &order.id) {
            return self.reply(*order, Ok(seq));
        }
        match self.judge(&order) {
            Ok(Verdict::Done(seq)) => self.reply(*order, Ok(seq)),
            Ok(Verdict::Does(decision)) => self.write(decision, Some(order)),
            Err(refusal) => self.refuse(*order, refusal),
        }
    }

    /// Brings about what time brings about, once every command that came before is judged.
    pub(super) fn expire(&mut self) {
        let now = self.around.clock.now();
        if self.writing.is_some() || !self.held.is_empty() || now < self.not_before {
            return;
        }
        self.hold_clocks();
        if self.due_by(now) {
            self.bring_about();
        } else if self.away_since.is_some() {
            self.look_for_store();
        }
    }

    /// The game was woken: its deadline is due, or it has moved and is written down anew.
    pub(super) fn wake(&mut self) {
        self.expire();
        if self.writing.is_none() && self.table.computer_to_move().is_none() {
            self.write(Decision::default(), None);
        }
    }

    /// The host ends the game, unless it is over or something is under way.
    pub(super) fn call_off(&mut self) {
        if self.writing.is_none() && self.table.status != GameStatus::Finished {
            let kinds = vec![EventKind::Finished {
                winners: Vec::new(),
                reason: Reason::Aborted,
            }];
            self.write(
                Decision {
                    kinds,
                    ..Decision::default()
                },
                None,
            );
        }
    }

    /// An append has ended, one way or another.
    pub(super) fn settle(&mut self, written: Written) {
        if !matches!(written, Written::Stored { .. }) {
            self.deadline_stored = None;
        }
        match written {
            Written::Stored {
                events,
                bodies,
                order,
            } => {
                self.store_is_back(!events.is_empty());
                self.adopt(&events, bodies, order);
            }
            Written::Refused { order } => {
                self.store_is_away(self.begun(order.as_deref()));
                self.hold_clocks();
                self.answer(order, Err(write::storage_unavailable()));
            }
            Written::Doubtful { order } => {
                self.store_is_away(self.begun(order.as_deref()));
                self.writing = Some(Writing::reload(&self.around, self.table.id, order));
            }
            Written::Reloaded {
                table,
                recent,
                order,
            } => {
                let known = self.table.seq;
                self.hold_clocks();
                self.table.renew(*table, self.around.clock.now());
                let mut news = Vec::new();
                for (seq, body) in recent.into_iter().filter(|(seq, _)| *seq > known) {
                    news.extend(serde_json::from_str::<Event>(&body));
                    self.publish(seq, body);
                }
                self.store_is_back(self.table.seq > known);
                self.announce(&news);
                let answer = |order: &Order| self.table.answered(order.player.id, &order.id);
                let answer = order.as_deref().and_then(answer).ok_or_else(busy);
                self.answer(order, answer);
                self.tell_turn(|_| true);
            }
            Written::Lost { order, refusal } => {
                // What cannot be read however often it is tried is no absence.
                self.away_since = None;
                self.answer(order, Err(refusal));
            }
        }
        while self.writing.is_none()
            && let Some(order) = self.held.pop_front()
        {
            self.order(order);
        }
    }

    /// When something that ended badly was begun, in Unix milliseconds.
    fn begun(&self, order: Option<&Order>) -> i64 {
        order.map_or(self.begun, |order| order.time)
    }

    fn judge(&self, order: &Order) -> Result<Verdict, ErrorMsg> {
        let around = &self.around;
        let fresh = || around.random.id(around.clock.now());
        let moment = Moment {
            time: order.time,
            lag: order.lag,
            claimable: self
                .audience
                .claimable(&self.table, &around.terms, order.time),
            longest: around.terms.longest,
            fresh: &fresh,
        };
        self.table.decide(&order.player, &order.command, &moment)
    }

    /// A refusal; whoever acted on an outdated position gets the current one.
    fn refuse(&mut self, order: Order, refusal: ErrorMsg) {
        let outdated = match &order.reply {
            ReplyTo::Socket(outbox) if refusal.code == ErrorCode::Stale => Some(outbox.clone()),
            _ => None,
        };
        let player = Some(order.player.id);
        self.reply(order, Err(refusal));
        if let Some(outbox) = outdated {
            outbox.push(frame(&self.state(player, None)));
        }
    }

    /// When time brings something about by itself, in Unix milliseconds. A flag falls later by
    /// what the network takes to its player and back: a move made in time is not too late.
    pub(super) fn deadline(&self) -> Option<i64> {
        let deadline = self.table.deadline(&self.around.terms)?;
        let mover = self.table.to_move().filter(|_| !self.table.clock.is_none());
        let mover = mover.and_then(|seat| self.table.holder(seat));
        Some(deadline + mover.map_or(0, |player| self.audience.lag(player)))
    }

    /// The deadline to be stored along with a decision made at `now`, if one is. What is stored
    /// may be too early, since a game that is woken early is put to sleep again; so it is left
    /// alone while it is still to come, and most moves store none.
    fn new_deadline(&mut self, decision: &Decision, now: i64) -> Option<Option<i64>> {
        let terms = &self.around.terms;
        let deadline = self.table.deadline_after(decision, now, terms)?;
        let early = |stored: i64| stored > now && deadline.is_some_and(|time| stored <= time);
        if !decision.kinds.is_empty() && self.deadline_stored.is_some_and(early) {
            return None;
        }
        self.deadline_stored = deadline;
        Some(deadline)
    }

    fn due_by(&self, time: i64) -> bool {
        self.deadline().is_some_and(|deadline| deadline <= time)
    }

    fn bring_about(&mut self) {
        if let Some(decision) = self
            .table
            .expire(self.around.clock.now(), &self.around.terms)
        {
            self.write(decision, None);
        }
    }

    pub(super) fn write(&mut self, decision: Decision, order: Option<Box<Order>>) {
        self.begun = self.around.clock.now();
        let time = order.as_ref().map_or(self.begun, |order| order.time);
        let deadline = self.new_deadline(&decision, time);
        let writing = Writing::append(&self.around, &self.table, decision, deadline, order);
        self.writing = Some(writing);
    }

    /// Answers a command whose socket has been told what was said before.
    fn reply(&mut self, order: Order, answer: Result<u64, ErrorMsg>) {
        if let Some(session) = order.session {
            self.audience.catch_up(session);
        }
        order.answer(self.table.id, answer);
    }

    /// Answers whoever caused it; what nobody asked for is tried again later.
    fn answer(&mut self, order: Option<Box<Order>>, answer: Result<u64, ErrorMsg>) {
        match order {
            Some(order) => self.reply(*order, answer),
            None => {
                self.not_before = self.around.clock.now() + AGAIN;
                self.ponder_later();
            }
        }
    }

    pub(super) fn ponder_later(&mut self) {
        self.ponder_after = self.around.clock.now() + AGAIN;
    }

    /// Takes stored events in and shows them: event, `ok`, `turn`.
    fn adopt(&mut self, events: &[Event], bodies: Vec<Utf8Bytes>, order: Option<Box<Order>>) {
        self.around.probe.at(Point::BeforeBroadcast);
        let Some(first) = events.first().map(|event| event.seq) else {
            return;
        };
        for (event, body) in events.iter().zip(bodies) {
            if let Err(error) = self.table.apply(event) {
                // What was decided does not apply, though it is stored: the store is the truth.
                tracing::error!(%error, "a decided event was refused");
                self.writing = Some(Writing::reload(&self.around, self.table.id, order));
                return;
            }
            if matches!(
                event.kind,
                EventKind::Moved { .. } | EventKind::Passed { .. }
            ) {
                self.around.meters.moved();
            }
            self.publish(event.seq, body);
        }
        if let Some(order) = order {
            self.reply(*order, Ok(first));
        }
        if events.iter().any(|event| event.kind.changes_position()) {
            self.table.turn_begins(self.around.clock.now());
            self.tell_turn(|_| true);
        }
        self.announce(events);
    }

    /// Shows a stored event to everybody.
    fn publish(&mut self, seq: u64, body: Utf8Bytes) {
        let event = halma_protocol::event_frame(self.table.id, &body).into();
        self.audience
            .tell_all(event, &self.table, self.around.clock.now());
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((seq, body));
    }
}
