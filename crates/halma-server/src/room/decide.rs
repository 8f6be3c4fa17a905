//! The judge: what a command would cause, or why it is refused.

mod again;
mod endings;
mod seats;
mod time;
mod votes;

use halma_core::{OutCause, Path, PlayError, Seat};
use halma_protocol::{
    Claimable, Clocks, ErrorCode, ErrorMsg, EventKind, GameId, GameStatus, PlayerId, PlayerRef,
};

use super::command::Command;
use super::consequences::Course;
use super::table::Table;

/// What is so at the moment a command is judged.
pub(crate) struct Moment<'a> {
    /// When the command's frame was read, in Unix milliseconds.
    pub(crate) time: i64,
    /// How much of that the network took, in milliseconds; not charged.
    pub(crate) lag: u32,
    /// The seat that may be claimed against, and from when on.
    pub(crate) claimable: Option<Claimable>,
    /// From how many events on the game can only be ended.
    pub(crate) longest: u64,
    /// Names a new game.
    pub(crate) fresh: &'a dyn Fn() -> GameId,
}

/// What a command causes.
#[derive(Debug, Default)]
pub(crate) struct Decision {
    pub(crate) kinds: Vec<EventKind>,
    /// What each seat has left after it.
    pub(crate) clocks: Option<Clocks>,
    /// A game made along with it.
    pub(crate) successor: Option<(GameId, Vec<EventKind>)>,
}

/// A command that is not refused.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It causes this.
    Does(Decision),
    /// What it asks for has happened, with this event.
    Done(u64),
}

impl Table {
    /// What a command would cause, or why it is refused.
    pub(crate) fn decide(
        &self,
        player: &PlayerRef,
        command: &Command,
        moment: &Moment<'_>,
    ) -> Result<Verdict, ErrorMsg> {
        let by = player.id;
        if self.seq >= moment.longest && command.lengthens() {
            let message = "so much has happened in this game that it can only be ended";
            return Err(ErrorMsg::new(ErrorCode::TooLong, message));
        }
        let kinds = match command {
            Command::TakeSeat { seat, key } => self.take_seat(player, *seat, key.as_deref())?,
            Command::Stand { seat } => {
                self.must_be(GameStatus::Open)?;
                vec![EventKind::Stood {
                    seat: self.held(by, *seat)?,
                }]
            }
            Command::Move { at, path, seat } => {
                return self.make_move(by, *at, path, *seat, moment);
            }
            Command::Resign { seat } => {
                self.must_be(GameStatus::Playing)?;
                let seat = self.held(by, *seat)?;
                self.out(seat, OutCause::Resign, |next| EventKind::Resigned {
                    seat,
                    next,
                })?
            }
            Command::Abort { seat } => self.abort(by, *seat)?,
            Command::Propose { at, what, seat } => self.make_proposal(by, *at, *what, *seat)?,
            Command::Vote {
                proposal,
                accept,
                seat,
            } => self.cast(by, *proposal, *accept, *seat)?,
            Command::Withdraw { seat } => self.withdraw(by, *seat)?,
            Command::Claim { what, seat } => self.make_claim(by, *what, *seat, moment)?,
            Command::Undo => self.undo(by)?,
            Command::Redo => self.redo(by)?,
            Command::Restart => return self.restart(by, moment),
            Command::Rematch { seat } => return self.offer_rematch(by, *seat, moment),
            Command::GiveTime { to } => self.give_time(by, *to)?,
        };
        Ok(Verdict::Does(self.decision(kinds, moment.time)))
    }

    fn make_move(
        &self,
        player: PlayerId,
        at: u64,
        path: &Path,
        seat: Option<Seat>,
        moment: &Moment<'_>,
    ) -> Result<Verdict, ErrorMsg> {
        self.must_be(GameStatus::Playing)?;
        let to_move = self.game.position().to_move();
        let holds = |seat| self.holder(seat) == Some(player);
        if !seat.map_or_else(|| self.seats_of(player).next().is_some(), holds) {
            return Err(not_seated());
        }
        self.must_be_at(at)?;
        if !holds(to_move) || seat.is_some_and(|seat| seat != to_move) {
            return Err(ErrorMsg::new(
                ErrorCode::NotYourTurn,
                format!("{to_move} is to move"),
            ));
        }
        self.moves(to_move, path, moment.time, moment.lag)
            .map(Verdict::Does)
    }

    /// What a move by the seat to move causes.
    pub(super) fn moves(
        &self,
        to_move: Seat,
        path: &Path,
        time: i64,
        lag: u32,
    ) -> Result<Decision, ErrorMsg> {
        let turn = self.game.judge(path).map_err(|error| refused(&error))?;
        let mut course = Course::of(self);
        course.before_move(to_move);
        course.turn(&turn, |next| EventKind::Moved {
            seat: to_move,
            path: *path,
            next,
        });
        let clocks = self
            .timing
            .zip(self.on_turn())
            .map(|(timing, on_turn)| timing.after_move(self.game.rules(), on_turn, time, lag));
        Ok(Decision {
            kinds: course.kinds,
            clocks,
            successor: None,
        })
    }

    /// The seat a player means: the one named, the only one held, or the one to move.
    fn held(&self, player: PlayerId, named: Option<Seat>) -> Result<Seat, ErrorMsg> {
        let mut held = self.seats_of(player);
        if let Some(seat) = named {
            return held.find(|held| *held == seat).ok_or_else(not_seated);
        }
        match (held.next(), held.next()) {
            (None, _) => Err(not_seated()),
            (Some(seat), None) => Ok(seat),
            (Some(_), Some(_)) => self
                .to_move()
                .filter(|seat| self.holder(*seat) == Some(player))
                .ok_or_else(|| {
                    ErrorMsg::new(ErrorCode::SeatNeeded, "you hold several seats; name one")
                }),
        }
    }

    /// The same, but a seat that has gone out has no say.
    fn held_in(&self, player: PlayerId, named: Option<Seat>) -> Result<Seat, ErrorMsg> {
        let seat = self.held(player, named)?;
        if self.seats_in().contains(seat) {
            return Ok(seat);
        }
        Err(ErrorMsg::new(
            ErrorCode::NotSeated,
            "the seat is out of the game",
        ))
    }

    fn must_be(&self, status: GameStatus) -> Result<(), ErrorMsg> {
        let (code, message) = match self.status {
            now if now == status => return Ok(()),
            GameStatus::Open => (ErrorCode::NotStarted, "the game has not started yet"),
            GameStatus::Playing => (ErrorCode::AlreadyStarted, "the game has already started"),
            GameStatus::Finished => (ErrorCode::GameOver, "the game is over"),
        };
        Err(ErrorMsg::new(code, message))
    }

    pub(super) fn must_be_at(&self, at: u64) -> Result<(), ErrorMsg> {
        if at == self.at {
            return Ok(());
        }
        let mut stale = ErrorMsg::new(ErrorCode::Stale, "the position has changed since");
        stale.details.at = Some(self.at);
        Err(stale)
    }
}

fn refused(error: &PlayError) -> ErrorMsg {
    match *error {
        PlayError::GameOver => ErrorMsg::new(ErrorCode::GameOver, "the game is over"),
        PlayError::Illegal(illegal) => illegal.into(),
        PlayError::NotIn(_) => ErrorMsg::new(ErrorCode::NotSeated, "the seat is out of the game"),
    }
}

fn not_seated() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NotSeated, "you hold no such seat in this game")
}

fn no_proposal() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NoProposal, "no such proposal waits for you")
}

fn nothing_to_undo() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NothingToUndo, "there is nothing to undo or redo")
}

pub(super) fn no_such_game() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NoSuchGame, "there is no such game")
}
