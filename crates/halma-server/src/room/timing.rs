//! The clocks of a timed game.

use halma_core::{Rules, Seat};
use halma_protocol::{Clocks, TimeControl};

/// In a Fischer game the first move of each seat is due within this many milliseconds.
const FIRST_MOVE: i64 = 60_000;

/// After a restart the seat to move gets this much before its clock runs again, in milliseconds.
const AFTER_RESTART: i64 = 15_000;

/// With less than this for a move players stay at the board, in milliseconds.
const SITTING: u32 = 3_600_000;

/// What [`ClientMsg::GiveTime`](halma_protocol::ClientMsg::GiveTime) gives, in milliseconds.
pub(super) const GIFT: u32 = 15_000;

/// What each seat had left when the turn began. Kept only by timed games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timing {
    control: TimeControl,
    left: Left,
}

/// What each seat has left, in milliseconds.
pub(super) type Left = [u32; Seat::ALL.len()];

/// The seat to move and since when, in Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OnTurn {
    pub(super) seat: Seat,
    pub(super) since: i64,
    /// Whether it is the seat's first turn.
    pub(super) first: bool,
}

impl Timing {
    /// Full clocks; `None` for a game without.
    pub(super) fn new(control: TimeControl) -> Option<Self> {
        control.initial().map(|time| Self {
            control,
            left: [time; Seat::ALL.len()],
        })
    }

    /// What each seat had left when the turn began.
    pub(super) fn left(&self) -> Left {
        self.left
    }

    /// The same clocks with so much left.
    pub(super) fn with(self, left: Left) -> Self {
        Self { left, ..self }
    }

    /// What each seat has left at time `now`.
    pub(super) fn at(&self, rules: &Rules, turn: Option<OnTurn>, now: i64) -> Clocks {
        let mut clocks: Clocks = rules
            .seats()
            .iter()
            .map(|seat| (*seat, self.left[seat.index()]))
            .collect();
        if let Some(turn) = turn.filter(|turn| self.runs(*turn)) {
            let left =
                i64::from(self.left[turn.seat.index()]).saturating_sub((now - turn.since).max(0));
            clocks.insert(turn.seat, u32::try_from(left).unwrap_or(0));
        }
        clocks
    }

    /// Whether the turn uses time up.
    fn runs(&self, turn: OnTurn) -> bool {
        !(turn.first && matches!(self.control, TimeControl::Fischer { .. }))
    }

    /// What each seat has left once the seat on turn has moved at time `now`; `lag` is not charged.
    pub(super) fn after_move(&self, rules: &Rules, turn: OnTurn, now: i64, lag: u32) -> Clocks {
        let charged = (now - i64::from(lag)).max(turn.since);
        let mut clocks = self.at(rules, Some(turn), charged);
        clocks
            .entry(turn.seat)
            .and_modify(|left| match self.control {
                TimeControl::Fischer { increment, .. } if !turn.first => {
                    *left = left.saturating_add(increment);
                }
                TimeControl::Fischer { .. } | TimeControl::None => {}
                TimeControl::PerMove { time } => *left = time,
            });
        clocks
    }

    /// When the seat on turn must have moved, in Unix milliseconds.
    pub(super) fn deadline(&self, turn: OnTurn) -> i64 {
        match self.control {
            TimeControl::Fischer { .. } if turn.first => turn.since + FIRST_MOVE,
            _ => turn.since + i64::from(self.left[turn.seat.index()]),
        }
    }

    /// Takes over what an event says the seats have left.
    pub(super) fn set(&mut self, clocks: &Clocks) {
        for (seat, left) in clocks {
            self.left[seat.index()] = *left;
        }
    }

    pub(super) fn give(&mut self, seat: Seat, millis: u32) {
        let left = &mut self.left[seat.index()];
        *left = left.saturating_add(millis);
    }

    /// Whether players stay at the board from the start to the end.
    pub(super) fn is_for_one_sitting(&self) -> bool {
        match self.control {
            TimeControl::None => false,
            TimeControl::Fischer { .. } => true,
            TimeControl::PerMove { time } => time < SITTING,
        }
    }
}

/// When a turn counts as begun, if the server was away: a restart is charged to nobody in a game
/// played in one sitting.
pub(super) fn resumed(since: i64, server_started: i64) -> i64 {
    if since < server_started {
        server_started + AFTER_RESTART
    } else {
        since
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halma_core::Ruleset;

    const TURN: OnTurn = OnTurn {
        seat: Seat::White,
        since: 1_000,
        first: false,
    };

    fn fischer() -> (Rules, Timing) {
        let control = TimeControl::Fischer {
            initial: 60_000,
            increment: 2_000,
        };
        (
            Rules::new(Ruleset::default()).unwrap(),
            Timing::new(control).unwrap(),
        )
    }

    #[test]
    fn only_the_seat_on_turn_is_charged() {
        let (rules, timing) = fischer();
        let clocks = timing.at(&rules, Some(TURN), 11_000);
        assert_eq!(
            (clocks[&Seat::White], clocks[&Seat::Black]),
            (50_000, 60_000)
        );
        assert_eq!(timing.at(&rules, Some(TURN), 900_000)[&Seat::White], 0);
    }

    #[test]
    fn a_move_gets_its_increment_and_is_not_charged_for_lag() {
        let (rules, timing) = fischer();
        assert_eq!(
            timing.after_move(&rules, TURN, 11_000, 500)[&Seat::White],
            52_500
        );
        assert_eq!(
            timing.after_move(&rules, TURN, 1_100, 500)[&Seat::White],
            62_000
        );
    }

    #[test]
    fn the_first_turn_is_free_but_has_a_deadline() {
        let (rules, timing) = fischer();
        let first = OnTurn {
            first: true,
            ..TURN
        };
        assert_eq!(
            timing.after_move(&rules, first, 31_000, 0)[&Seat::White],
            60_000
        );
        assert_eq!(timing.deadline(first), 61_000);
        assert_eq!(timing.deadline(TURN), 61_000);
    }

    #[test]
    fn a_time_for_each_move_runs_from_the_first_turn_on() {
        let timing = Timing::new(TimeControl::PerMove { time: 60_000 }).unwrap();
        let first = OnTurn {
            first: true,
            ..TURN
        };
        let (rules, _) = fischer();
        assert_eq!(timing.at(&rules, Some(first), 11_000)[&Seat::White], 50_000);
        assert_eq!(timing.deadline(first), 61_000);
    }

    #[test]
    fn a_restart_is_charged_to_nobody_who_sits_at_the_board() {
        assert_eq!(resumed(1_000, 500_000), 515_000);
        assert_eq!(resumed(600_000, 500_000), 600_000);
        assert!(fischer().1.is_for_one_sitting());
        let per_move = |time| Timing::new(TimeControl::PerMove { time }).unwrap();
        assert!(per_move(30_000).is_for_one_sitting());
        assert!(!per_move(86_400_000).is_for_one_sitting());
    }
}
