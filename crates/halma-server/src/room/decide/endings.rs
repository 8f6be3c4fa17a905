//! Going out, calling a game off, claiming it.

use halma_core::{OutCause, Outcome, Reason, Seat};
use halma_protocol::{ClaimKind, ErrorCode, ErrorMsg, EventKind, GameStatus, PlayerId};

use super::{Moment, refused};
use crate::room::consequences::Course;
use crate::room::table::Table;

impl Table {
    pub(in crate::room) fn out(
        &self,
        seat: Seat,
        cause: OutCause,
        event: impl FnOnce(Option<Seat>) -> EventKind,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        let turn = self
            .game
            .judge_out(seat, cause)
            .map_err(|error| refused(&error))?;
        let mut course = Course::of(self);
        course.turn(&turn, event);
        Ok(course.kinds)
    }

    pub(super) fn abort(
        &self,
        player: PlayerId,
        seat: Option<Seat>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        match self.status {
            GameStatus::Open if self.host.id == player => {}
            GameStatus::Open => {
                return Err(ErrorMsg::new(
                    ErrorCode::NotSeated,
                    "only its host calls off an open game",
                ));
            }
            GameStatus::Playing => {
                self.held_in(player, seat)?;
                let (now, start) = (self.game.position(), self.game.start());
                if self
                    .seats_in()
                    .iter()
                    .all(|seat| now.made(seat) > start.made(seat))
                {
                    return Err(ErrorMsg::new(
                        ErrorCode::TooLate,
                        "every seat has moved; resign instead",
                    ));
                }
            }
            GameStatus::Finished => self.must_be(GameStatus::Playing)?,
        }
        Ok(vec![EventKind::Finished {
            winners: Vec::new(),
            reason: Reason::Aborted,
        }])
    }

    pub(super) fn make_claim(
        &self,
        player: PlayerId,
        what: ClaimKind,
        seat: Option<Seat>,
        moment: &Moment<'_>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be(GameStatus::Playing)?;
        let by_seat = self.held_in(player, seat)?;
        let not_claimable = |message| Err(ErrorMsg::new(ErrorCode::NotClaimable, message));
        let gone = match moment.claimable {
            Some(gone) if gone.from <= moment.time && self.holder(gone.seat) != Some(player) => {
                gone.seat
            }
            _ => return not_claimable("nobody is gone for long enough"),
        };
        if self.seats_in().len() == 2 {
            let outcome = match what {
                ClaimKind::Win => Outcome::win(by_seat, Reason::Abandoned),
                ClaimKind::Draw => Outcome::draw(Reason::Abandoned),
            };
            let mut course = Course::of(self);
            course.push(EventKind::Claimed {
                seat: gone,
                by_seat,
                what,
                next: None,
            });
            course.finished(Some(&outcome));
            return Ok(course.kinds);
        }
        if what == ClaimKind::Draw {
            return not_claimable("with more than two seats in, the one that is gone goes out");
        }
        self.out(gone, OutCause::Time, |next| EventKind::Claimed {
            seat: gone,
            by_seat,
            what,
            next,
        })
    }
}
