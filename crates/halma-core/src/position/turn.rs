//! What a turn does: the piece, the count of turns, who is home, who is out, who is next.

use super::zobrist::KEYS;
use crate::ruleset::{DeadlineRule, Teams};
use crate::{Outcome, Position, Reason, Seat, SeatSet, Square};

/// What a turn leads to.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// The position after it.
    pub position: Position,
    /// The end of the game, where it has ended by something other than its past.
    pub outcome: Option<Outcome>,
}

impl Position {
    /// What the move from one square to another leads to, repetition aside.
    ///
    /// The move must be one of [`Position::legal_moves`]; nothing is checked.
    #[must_use]
    pub fn after(&self, from: Square, to: Square) -> Next {
        let mut position = *self;
        position.carry(position.army_to_move(), from, to);
        let outcome = position.end_turn(true).or_else(|| position.move_cap());
        Next { position, outcome }
    }

    /// What a pass leads to, repetition and rows of passes aside. It must be forced.
    #[must_use]
    pub fn after_pass(&self) -> Next {
        let mut position = *self;
        let outcome = position.end_turn(false).or_else(|| position.move_cap());
        Next { position, outcome }
    }

    /// Puts a piece of that army elsewhere.
    pub(crate) fn carry(&mut self, army: Seat, from: Square, to: Square) {
        let pieces = &mut self.armies[army.index()];
        *pieces = pieces.without(from).with(to);
        let keys = &KEYS.piece[army.index()];
        self.key ^= keys[from.index()] ^ keys[to.index()];
        let marked = &mut self.marked[army.index()];
        if *marked == Some(from) {
            *marked = Some(to);
            self.key ^= KEYS.marked[from.index()] ^ KEYS.marked[to.index()];
        }
    }

    /// Ends the turn of the seat to move: everything but repetition, move cap and rows of passes.
    pub(crate) fn end_turn(&mut self, moved: bool) -> Option<Outcome> {
        let mover = self.to_move;
        self.key ^= self.limits_key(mover);
        self.made[mover.index()] += 1;
        self.key ^= self.limits_key(mover);
        self.test_home()
            .or_else(|| self.test_deadline(moved))
            .or_else(|| self.pass_on())
    }

    /// Takes a seat out that is still in, otherwise than by its move.
    pub(crate) fn take_out(&mut self, seat: Seat, reason: Reason) -> Option<Outcome> {
        let was_to_move = self.to_move == seat;
        self.go_out(seat, reason)
            .or_else(|| if was_to_move { self.pass_on() } else { None })
    }

    /// The draw that comes once every seat still in has made its turns.
    pub(crate) fn move_cap(&self) -> Option<Outcome> {
        let cap = self.rules.ruleset().move_cap?;
        let reached = self.seats_in().iter().all(|seat| self.made(seat) >= cap);
        reached.then_some(Outcome::draw(Reason::MoveCap))
    }

    fn test_home(&mut self) -> Option<Outcome> {
        for seat in self.to_move.clockwise() {
            if self.is_out(seat) || self.is_home(seat) || !self.has_got_home(seat) {
                continue;
            }
            self.home = self.home.with(seat);
            self.key ^= KEYS.home[seat.index()];
            let winners = match self.rules.ruleset().teams {
                Teams::None if self.rules.ruleset().equal_turns => continue,
                Teams::None => SeatSet::of(seat),
                Teams::BothArmies if !self.is_home(seat.opposite()) => continue,
                Teams::BothArmies | Teams::OneArmy => team(seat),
            };
            return Some(Outcome {
                winners,
                reason: Reason::Home,
            });
        }
        None
    }

    fn has_got_home(&self, seat: Seat) -> bool {
        let goal = self.rules.goal(seat);
        let pieces = self.pieces(seat);
        if goal.is_empty() || (goal & pieces).is_empty() {
            return false;
        }
        let ruleset = self.rules.ruleset();
        if ruleset.marked && self.marked(seat) != Some(self.rules.corner(seat.opposite())) {
            return false;
        }
        let full_counts = ruleset
            .camp_full_after
            .is_some_and(|turns| self.made(seat) >= turns);
        goal.is_subset(if full_counts { self.occupied() } else { pieces })
    }

    fn test_deadline(&mut self, moved: bool) -> Option<Outcome> {
        let mover = self.to_move;
        let limit = self.rules.ruleset().home_deadline?;
        let missed = moved
            && limit.then == DeadlineRule::Lose
            && self.made(mover) > limit.moves
            && !self.is_home(mover)
            && !(self.pieces(mover) & self.rules.home(mover)).is_empty();
        if missed {
            self.go_out(mover, Reason::Deadline)
        } else {
            None
        }
    }

    /// Takes the seat's pieces off the board; a seat or team left alone wins.
    fn go_out(&mut self, seat: Seat, reason: Reason) -> Option<Outcome> {
        for square in self.pieces(seat) {
            self.key ^= KEYS.piece[seat.index()][square.index()];
        }
        self.armies[seat.index()] = Default::default();
        if let Some(square) = self.marked[seat.index()].take() {
            self.key ^= KEYS.marked[square.index()];
        }
        if self.is_home(seat) {
            self.home = self.home.without(seat);
            self.key ^= KEYS.home[seat.index()];
        }
        self.out = self.out.with(seat);
        self.key ^= KEYS.out[seat.index()];
        let left = self.seats_in();
        if self.rules.ruleset().teams != Teams::None {
            let winners = left.without(seat.opposite());
            return Some(Outcome { winners, reason });
        }
        (left.len() == 1).then_some(Outcome {
            winners: left,
            reason,
        })
    }

    /// Gives the turn to the next seat still in; with equal turns the end of a round decides.
    fn pass_on(&mut self) -> Option<Outcome> {
        let last = self.to_move;
        let seats_in = self.seats_in();
        let next = last
            .clockwise()
            .skip(1)
            .find(|&seat| seats_in.contains(seat))
            .unwrap_or(last);
        self.to_move = next;
        self.key ^= KEYS.to_move[last.index()] ^ KEYS.to_move[next.index()];
        let round_over = self.rules.round_place(next) <= self.rules.round_place(last);
        if !(self.rules.ruleset().equal_turns && round_over) {
            return None;
        }
        match self.home.len() {
            0 => None,
            1 => Some(Outcome {
                winners: self.home,
                reason: Reason::Home,
            }),
            _ => Some(Outcome::draw(Reason::AllHome)),
        }
    }
}

fn team(seat: Seat) -> SeatSet {
    SeatSet::of(seat).with(seat.opposite())
}
