//! Going back and forth alone, and playing again.

use halma_core::{Outcome, Reason, Ruleset, Seat, SeatSet};
use halma_protocol::{ErrorCode, ErrorMsg, EventKind, GameStatus, Played, PlayerId};

use super::{Decision, Moment, Verdict, not_seated, nothing_to_undo, refused};
use crate::room::consequences::{Course, back_to};
use crate::room::past::Past;
use crate::room::table::Table;

impl Table {
    pub(super) fn undo(&self, player: PlayerId) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be_solo(player)?;
        self.must_be(GameStatus::Playing)?;
        // Back to one's own last decision: what computers replied goes as well.
        let own = |past: &&Past| !self.computers.contains_key(&past.seat);
        let past = self.past.iter().rev().find(own);
        let plies = past.ok_or_else(nothing_to_undo)?.plies;
        if !self.can_go_back(plies) {
            return Err(nothing_to_undo());
        }
        let (position, next) = back_to(&self.game, plies);
        Ok(vec![EventKind::Undone {
            plies,
            position,
            next,
        }])
    }

    pub(super) fn redo(&self, player: PlayerId) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be_solo(player)?;
        self.must_be(GameStatus::Playing)?;
        let undone = self.undone.last().ok_or_else(nothing_to_undo)?;
        let moves = undone.moves.clone();
        let mut game = self.game.clone();
        for Played { path, .. } in &moves {
            game.play(path).map_err(|error| refused(&error))?;
        }
        let next = Some(game.position().to_move());
        Ok(vec![EventKind::Redone {
            moves,
            position: game.position().to_string(),
            next,
        }])
    }

    pub(super) fn restart(
        &self,
        player: PlayerId,
        moment: &Moment<'_>,
    ) -> Result<Verdict, ErrorMsg> {
        self.must_be_solo(player)?;
        if let Some((_, seq)) = self.successor {
            return Ok(Verdict::Done(seq));
        }
        let mut course = Course::of(self);
        if self.status != GameStatus::Finished {
            course.finished(Some(&Outcome::draw(Reason::Aborted)));
        }
        self.succeed(course, self.same_again(), moment)
    }

    pub(super) fn offer_rematch(
        &self,
        player: PlayerId,
        seat: Option<Seat>,
        moment: &Moment<'_>,
    ) -> Result<Verdict, ErrorMsg> {
        if let Some(seat) = seat {
            self.held(player, Some(seat))?;
        }
        if self.seats_of(player).next().is_none() {
            return Err(not_seated());
        }
        if self.status != GameStatus::Finished {
            return Err(ErrorMsg::new(ErrorCode::NotOver, "the game is not over"));
        }
        let own = |own: &Seat| seat.is_none_or(|seat| seat == *own);
        // Said already: the first answer again, whatever has come of it since.
        let said = self.seats_of(player).filter(own);
        let said: Option<Vec<u64>> = said.map(|seat| self.rematch.get(&seat).copied()).collect();
        if let Some(seq) = said.and_then(|said| said.into_iter().min()) {
            return Ok(Verdict::Done(seq));
        }
        if let Some((_, seq)) = self.successor {
            return Ok(Verdict::Done(seq));
        }
        let mut course = Course::of(self);
        // Computers are always ready.
        let mut wanted = self
            .computers
            .keys()
            .copied()
            .collect::<SeatSet>()
            .union(self.rematch.keys().copied().collect());
        for seat in self.seats_of(player).filter(own) {
            if !wanted.contains(seat) {
                wanted = wanted.with(seat);
                course.push(EventKind::RematchOffered { seat });
            }
        }
        if self.seats.keys().all(|seat| wanted.contains(*seat)) {
            return self.succeed(course, self.rotated(), moment);
        }
        Ok(Verdict::Does(self.decision(course.kinds, moment.time)))
    }

    pub(super) fn succeed(
        &self,
        mut course: Course<'_>,
        again: (Ruleset, Option<String>),
        moment: &Moment<'_>,
    ) -> Result<Verdict, ErrorMsg> {
        let events = self.successor_plan(again).events()?;
        let successor = (moment.fresh)();
        course.push(EventKind::Succeeded { successor });
        let clocks = self.clocks(moment.time);
        Ok(Verdict::Does(Decision {
            kinds: course.kinds,
            clocks,
            successor: Some((successor, events)),
        }))
    }

    pub(super) fn must_be_solo(&self, player: PlayerId) -> Result<(), ErrorMsg> {
        if self.seats_of(player).next().is_none() {
            return Err(not_seated());
        }
        if self.is_solo() {
            return Ok(());
        }
        Err(ErrorMsg::new(
            ErrorCode::NotSolo,
            "others play in this game; propose a takeback instead",
        ))
    }
}
