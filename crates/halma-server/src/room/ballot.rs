//! Proposals and the votes on them.

use halma_core::{Seat, SeatSet};
use halma_protocol::{Proposal, ProposalKind};

/// After a refusal a seat proposes again only after so many turns of its own.
const WAIT: u32 = 10;

/// A proposal that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ballot {
    /// The `seq` of its event.
    pub(crate) proposal: u64,
    pub(crate) what: ProposalKind,
    pub(crate) seat: Seat,
    pub(crate) accepted: SeatSet,
    /// The seats whose votes are missing.
    pub(crate) waiting: SeatSet,
    /// For a takeback: how many plies are left of the game if it is accepted.
    pub(crate) plies: u32,
}

impl Ballot {
    pub(crate) fn shown(&self) -> Proposal {
        Proposal {
            proposal: self.proposal,
            what: self.what,
            seat: self.seat,
            accepted: self.accepted.iter().collect(),
            waiting: self.waiting.iter().collect(),
        }
    }

    /// Counts an acceptance.
    pub(super) fn accept(&mut self, seat: Seat) {
        self.waiting = self.waiting.without(seat);
        self.accepted = self.accepted.with(seat);
    }

    /// A seat went out: it has no vote any more.
    pub(super) fn strike(&mut self, seat: Seat) {
        self.waiting = self.waiting.without(seat);
        self.accepted = self.accepted.without(seat);
    }
}

/// Which seats must wait before they propose again: the turns each had made when it was refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Refused([Option<u32>; Seat::ALL.len()]);

impl Refused {
    pub(super) fn refuse(&mut self, seat: Seat, made: u32) {
        self.0[seat.index()] = Some(made);
    }

    /// Another seat's proposal ends everybody else's wait.
    pub(super) fn proposed(&mut self, by: Seat) {
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != by) {
            self.0[seat.index()] = None;
        }
    }

    pub(super) fn must_wait(&self, seat: Seat, made: u32) -> bool {
        self.0[seat.index()].is_some_and(|refused| made < refused + WAIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_seat_waits_ten_turns_or_for_another_proposal() {
        let mut refused = Refused::default();
        refused.refuse(Seat::White, 7);
        assert!(refused.must_wait(Seat::White, 16));
        assert!(!refused.must_wait(Seat::White, 17));
        assert!(!refused.must_wait(Seat::Black, 7));
        refused.proposed(Seat::White);
        assert!(
            refused.must_wait(Seat::White, 7),
            "its own proposal does not end the wait"
        );
        refused.proposed(Seat::Black);
        assert!(!refused.must_wait(Seat::White, 7));
    }
}
