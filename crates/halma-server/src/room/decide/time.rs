//! What time brings about by itself, and the clocks that decisions carry.

use halma_core::{OutCause, Reason, Seat};
use halma_protocol::{Clocks, ErrorCode, ErrorMsg, EventKind, GameStatus, PlayerId, TimeControl};

use super::Decision;
use crate::room::Terms;
use crate::room::past::Past;
use crate::room::table::Table;
use crate::room::timing::{GIFT, OnTurn};

impl Table {
    /// What time brings about by itself at `now`, if anything.
    pub(crate) fn expire(&self, now: i64, terms: &Terms) -> Option<Decision> {
        if self.deadline(terms)? > now {
            return None;
        }
        let end = |reason| {
            vec![EventKind::Finished {
                winners: Vec::new(),
                reason,
            }]
        };
        let kinds = match self.on_turn() {
            None => end(Reason::Aborted),
            Some(_) if self.timing.is_none() => end(Reason::Abandoned),
            Some(turn) if turn.first => end(Reason::Aborted),
            Some(turn) => {
                let flag = |next| EventKind::Flagged {
                    seat: turn.seat,
                    next,
                };
                self.out(turn.seat, OutCause::Time, flag).ok()?
            }
        };
        Some(Decision {
            kinds,
            clocks: self.clocks(now),
            successor: None,
        })
    }

    /// When time brings something about by itself, in Unix milliseconds.
    pub(crate) fn deadline(&self, terms: &Terms) -> Option<i64> {
        match (self.status, self.on_turn(), &self.timing) {
            (GameStatus::Open, ..) => Some(self.created + terms.open_expiry),
            (GameStatus::Playing, Some(turn), Some(timing)) => Some(timing.deadline(turn)),
            (GameStatus::Playing, Some(turn), None) => Some(turn.since + terms.abandoned_after),
            (GameStatus::Playing, None, _) | (GameStatus::Finished, ..) => None,
        }
    }

    /// The deadline once a decision made at `now` has come about; `None` if it stays as it is.
    pub(in crate::room) fn deadline_after(
        &self,
        decision: &Decision,
        now: i64,
        terms: &Terms,
    ) -> Option<Option<i64>> {
        let awaited = |seat: Option<Seat>| {
            seat.is_some_and(|seat| self.computers.contains_key(&seat))
                && self.people().next().is_some()
        };
        let finished = |kind: &EventKind| matches!(kind, EventKind::Finished { .. });
        if decision.kinds.is_empty() {
            let at_once = awaited(self.to_move()).then_some(now);
            return Some(at_once.or_else(|| self.deadline(terms)));
        }
        if decision.kinds.iter().any(finished) {
            return Some(None);
        }
        let next = decision.kinds.iter().rev().find_map(EventKind::next)??;
        if awaited(Some(next)) {
            // Due at once: a crash must not leave a person waiting for the computer.
            return Some(Some(now));
        }
        let starts = self.status == GameStatus::Open || !self.computers.is_empty();
        match (&self.timing, &decision.clocks) {
            (Some(timing), Some(clocks)) => {
                let back = decision.kinds.iter().find_map(|kind| match kind {
                    EventKind::TakenBack { plies, .. } | EventKind::Undone { plies, .. } => {
                        Some(*plies)
                    }
                    _ => None,
                });
                let first = match back {
                    Some(plies) => {
                        let made = |past: &Past| past.plies < plies && past.seat == next;
                        !self.past.iter().any(made)
                    }
                    None => {
                        let made = self.game.position().made(next);
                        made == self.game.start().made(next) && !moves(&decision.kinds, next)
                    }
                };
                let mut timing = *timing;
                timing.set(clocks);
                Some(Some(timing.deadline(OnTurn {
                    seat: next,
                    since: now,
                    first,
                })))
            }
            // Untimed games sleep for weeks: the deadline is brought up to date only when it is due.
            _ => starts.then_some(Some(now + terms.abandoned_after)),
        }
    }

    /// The events with the clocks they leave behind, a move's apart.
    pub(super) fn decision(&self, kinds: Vec<EventKind>, now: i64) -> Decision {
        let started = |kind: &EventKind| matches!(kind, EventKind::Started { .. });
        let clocks = match (&self.timing, kinds.iter().any(started)) {
            (Some(timing), true) => Some(timing.at(self.game.rules(), None, now)),
            _ => self.clocks(now),
        };
        let mut clocks = self.clocks_back(&kinds).or(clocks);
        for kind in &kinds {
            if let (Some(clocks), EventKind::TimeGiven { seat, millis }) = (&mut clocks, kind) {
                clocks.entry(*seat).and_modify(|left| *left += millis);
            }
        }
        Decision {
            kinds,
            clocks,
            successor: None,
        }
    }

    /// Going back or forth, the clocks go as well.
    fn clocks_back(&self, kinds: &[EventKind]) -> Option<Clocks> {
        let timing = kinds.iter().find_map(|kind| match kind {
            EventKind::TakenBack { plies, .. } | EventKind::Undone { plies, .. } => {
                let past = self.past.iter().find(|past| past.plies == *plies)?;
                self.timing_before(past)
            }
            EventKind::Redone { .. } => self.undone.last()?.timing,
            _ => None,
        })?;
        Some(timing.at(self.game.rules(), None, 0))
    }

    pub(super) fn give_time(&self, player: PlayerId, to: Seat) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be(GameStatus::Playing)?;
        self.held_in(player, None)
            .or_else(|error| match error.code {
                ErrorCode::SeatNeeded => Ok(to),
                _ => Err(error),
            })?;
        if !matches!(self.clock, TimeControl::Fischer { .. }) {
            return Err(ErrorMsg::new(
                ErrorCode::NoClock,
                "time can be given in games with a Fischer clock",
            ));
        }
        if !self.seats_in().contains(to) || self.holder(to) == Some(player) {
            return Err(ErrorMsg::new(
                ErrorCode::NoSuchSeat,
                "time is given to another seat that is in",
            ));
        }
        Ok(vec![EventKind::TimeGiven {
            seat: to,
            millis: GIFT,
        }])
    }
}

/// Whether a seat makes a move by these.
fn moves(kinds: &[EventKind], by: Seat) -> bool {
    kinds.iter().any(|kind| match kind {
        EventKind::Moved { seat, .. } => *seat == by,
        EventKind::Redone { moves, .. } => moves.iter().any(|made| made.seat == by),
        _ => false,
    })
}
