//! What must be true of any game's events, whoever did what: a small model that reads them.

use std::collections::HashMap;

use halma_core::{Reason, Seat, SeatSet};
use halma_protocol::{Clocks, CommandId, Event, EventKind, PlayerId, ProposalKind};

/// A proposal as the model understands it.
#[derive(Debug)]
struct Open {
    proposal: u64,
    what: ProposalKind,
    seat: Seat,
    waiting: SeatSet,
}

/// A game as the model understands it.
#[derive(Debug)]
pub(crate) struct Model {
    seats: SeatSet,
    inside: SeatSet,
    to_move: Option<Seat>,
    open: Option<Open>,
    /// What the seats had left, and whose clock has been running since.
    clocks: Option<(Clocks, Option<Seat>)>,
    ended: Option<Reason>,
    /// The last event of each command.
    caused: HashMap<(PlayerId, CommandId), u64>,
    holders: HashMap<Seat, PlayerId>,
}

impl Model {
    /// Reads a whole game, and gives how it stands.
    ///
    /// # Panics
    ///
    /// If anything in it cannot be.
    pub(crate) fn check(seats: &[Seat], events: &[Event]) -> Self {
        let seats: SeatSet = seats.iter().copied().collect();
        let mut model = Self {
            seats,
            inside: seats,
            to_move: None,
            open: None,
            clocks: None,
            ended: None,
            caused: HashMap::new(),
            holders: HashMap::new(),
        };
        for (event, seq) in events.iter().zip(1..) {
            assert_eq!(event.seq, seq, "no gap, no double");
            model.take(event);
        }
        model
    }

    /// The seat to move, while the game goes on.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        self.to_move.filter(|_| self.ended.is_none())
    }

    /// What one command caused comes in one piece: sent again, it does nothing.
    fn caused_once(&mut self, event: &Event) {
        if let (Some(by), Some(id)) = (event.by, &event.id) {
            let before = self.caused.insert((by, id.clone()), event.seq);
            assert!(
                before.is_none_or(|before| before + 1 == event.seq),
                "done twice: {event:?}"
            );
        }
    }

    fn take(&mut self, event: &Event) {
        let kind = &event.kind;
        self.caused_once(event);
        if let Some(reason) = self.ended {
            let after = matches!(
                kind,
                EventKind::RematchOffered { .. } | EventKind::Succeeded { .. }
            );
            assert!(after, "{kind:?} after the end by {reason:?}");
        }
        self.clocks_of_others_stand_still(event);
        self.votes(event);
        match kind {
            EventKind::Seated { seat, player } => {
                self.holders.insert(*seat, player.id);
            }
            EventKind::Moved { seat, .. } | EventKind::Passed { seat, .. } => {
                assert_eq!(self.to_move, Some(*seat), "only the seat to move moves");
                let holder = self.holders.get(seat).copied();
                let by_holder = event.by == holder || matches!(kind, EventKind::Passed { .. });
                assert!(by_holder, "only its player moves a seat: {event:?}");
            }
            EventKind::Resigned { seat, .. }
            | EventKind::Flagged { seat, .. }
            | EventKind::MissedDeadline { seat, .. } => self.inside = self.inside.without(*seat),
            EventKind::Claimed { seat, by_seat, .. } => {
                assert_eq!(self.holders.get(by_seat), event.by.as_ref());
                assert_ne!(self.holders.get(seat), event.by.as_ref());
                assert_eq!(
                    self.to_move,
                    Some(*seat),
                    "only the seat to move is claimed against"
                );
                self.inside = self.inside.without(*seat);
            }
            EventKind::Finished { reason, .. } => {
                assert_eq!(self.ended.replace(*reason), None, "one result");
            }
            _ => {}
        }
        if let Some(next) = kind.next() {
            self.to_move = next;
        }
        if let Some(clocks) = &event.clocks {
            self.clocks = Some((clocks.clone(), self.to_move));
        }
    }

    /// A proposal is decided by all who are in, by nobody else, and never changes the turn.
    fn votes(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Proposed { seat, what } => {
                assert!(self.open.is_none(), "one proposal at a time");
                assert!(self.inside.contains(*seat));
                let waiting = self.inside.without(*seat);
                self.open = Some(Open {
                    proposal: event.seq,
                    what: *what,
                    seat: *seat,
                    waiting,
                });
            }
            EventKind::Voted {
                seat,
                proposal,
                accept,
            } => {
                let open = self.open.as_mut().expect("something to vote on");
                assert_eq!(open.proposal, *proposal);
                assert!(open.waiting.contains(*seat), "each votes once");
                open.waiting = open.waiting.without(*seat);
                if !accept {
                    self.open = None;
                }
            }
            EventKind::Withdrawn { seat, proposal } => {
                let open = self.open.take().expect("something to withdraw");
                assert_eq!((open.proposal, open.seat), (*proposal, *seat));
            }
            EventKind::Moved { seat, .. } => {
                if let Some(open) = &self.open {
                    assert!(!open.waiting.contains(*seat), "a move is a refusal");
                    assert!(open.seat != *seat || open.what == ProposalKind::Draw);
                }
            }
            EventKind::TakenBack { proposal, .. } => {
                let open = self.open.take().expect("an accepted takeback");
                assert_eq!(
                    (open.proposal, open.what),
                    (*proposal, ProposalKind::Takeback)
                );
                assert!(open.waiting.is_empty(), "all have accepted");
            }
            EventKind::Resigned { seat, .. }
            | EventKind::Flagged { seat, .. }
            | EventKind::Claimed { seat, .. } => {
                if let Some(open) = &mut self.open {
                    open.waiting = open.waiting.without(*seat);
                }
            }
            EventKind::Finished {
                reason: Reason::Agreement,
                winners,
            } => {
                let open = self.open.take().expect("an accepted draw");
                assert_eq!((open.what, winners.len()), (ProposalKind::Draw, 0));
                assert!(open.waiting.is_empty(), "all have accepted");
            }
            EventKind::Undone { .. } | EventKind::Redone { .. } | EventKind::Finished { .. } => {
                self.open = None;
            }
            _ => {}
        }
    }

    fn clocks_of_others_stand_still(&self, event: &Event) {
        let (Some((before, running)), Some(now)) = (&self.clocks, &event.clocks) else {
            return;
        };
        let goes_back = matches!(
            event.kind,
            EventKind::TakenBack { .. } | EventKind::Undone { .. } | EventKind::Redone { .. }
        );
        for seat in self
            .seats
            .iter()
            .filter(|seat| Some(*seat) != *running && !goes_back)
        {
            let gift = match event.kind {
                EventKind::TimeGiven { seat: to, millis } if to == seat => millis,
                _ => 0,
            };
            assert_eq!(
                now[&seat],
                before[&seat] + gift,
                "the clock of {seat} at {event:?}"
            );
        }
    }
}
