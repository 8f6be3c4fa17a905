//! Proposals and votes.

use halma_core::Seat;
use halma_protocol::{ErrorCode, ErrorMsg, EventKind, GameStatus, PlayerId, ProposalKind};

use super::{Decision, no_proposal};
use crate::room::consequences::Course;
use crate::room::table::Table;

impl Table {
    pub(super) fn make_proposal(
        &self,
        player: PlayerId,
        at: u64,
        what: ProposalKind,
        seat: Option<Seat>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be(GameStatus::Playing)?;
        let seat = self.held_in(player, seat)?;
        self.must_be_at(at)?;
        if self.ballot.is_some() {
            return Err(ErrorMsg::new(
                ErrorCode::ProposalOpen,
                "another proposal is open",
            ));
        }
        if self
            .refused
            .must_wait(seat, self.game.position().made(seat))
        {
            let message = "make ten moves first, or wait until another seat proposes";
            return Err(ErrorMsg::new(ErrorCode::TooSoon, message));
        }
        if what == ProposalKind::Takeback && self.takeback(seat).is_none() {
            return Err(ErrorMsg::new(
                ErrorCode::NothingToUndo,
                "there is no move of yours to take back",
            ));
        }
        Ok(vec![EventKind::Proposed { seat, what }])
    }

    pub(super) fn cast(
        &self,
        player: PlayerId,
        proposal: u64,
        accept: bool,
        seat: Option<Seat>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        let ballot = self
            .ballot
            .as_ref()
            .filter(|ballot| ballot.proposal == proposal);
        let ballot = ballot.ok_or_else(no_proposal)?;
        if let Some(seat) = seat {
            self.held(player, Some(seat))?;
        }
        let votes =
            |voter: Seat| ballot.waiting.contains(voter) && seat.is_none_or(|seat| seat == voter);
        let mut voters = self
            .seats_of(player)
            .filter(|voter| votes(*voter))
            .peekable();
        let first = *voters.peek().ok_or_else(no_proposal)?;
        let mut course = Course::of(self);
        if accept {
            voters.for_each(|voter| course.accepted_by(voter));
        } else {
            course.refused_by(first);
        }
        Ok(course.kinds)
    }

    pub(super) fn withdraw(
        &self,
        player: PlayerId,
        seat: Option<Seat>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        let ballot = self.ballot.as_ref().ok_or_else(no_proposal)?;
        if self.holder(ballot.seat) != Some(player) || seat.is_some_and(|seat| seat != ballot.seat)
        {
            return Err(no_proposal());
        }
        let (seat, proposal) = (ballot.seat, ballot.proposal);
        Ok(vec![EventKind::Withdrawn { seat, proposal }])
    }

    /// What a computer's vote causes, if it is still waited for.
    pub(in crate::room) fn computer_votes(
        &self,
        seat: Seat,
        proposal: u64,
        accept: bool,
        now: i64,
    ) -> Option<Decision> {
        let ballot = self.ballot.as_ref()?;
        if ballot.proposal != proposal || !ballot.waiting.contains(seat) {
            return None;
        }
        let mut course = Course::of(self);
        if accept {
            course.accepted_by(seat);
        } else {
            course.refused_by(seat);
        }
        Some(self.decision(course.kinds, now))
    }
}
