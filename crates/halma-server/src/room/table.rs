//! The table: a game folded from its events. Pure; nothing but [`Table::apply`] changes it,
//! and replay is nothing but `apply`.

use std::collections::BTreeMap;

use halma_core::{Game, OutCause, Outcome, Path, Position, Reason, Seat, SeatSet};
use halma_engine::Level;
use halma_protocol::{
    ClaimKind, Clocks, CommandId, Event, EventKind, GameId, GameStatus, Played, PlayerId,
    PlayerRef, ProposalKind, TimeControl,
};

use super::answered::Answered;
use super::ballot::{Ballot, Refused};
use super::creation::new_game;
use super::past::{Past, Undone};
use super::timing::{OnTurn, Timing, resumed};
use crate::store::NOBODY;

/// The stored events do not make a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of game {game} does not follow from the ones before it")]
pub(crate) struct BadHistory {
    game: GameId,
    seq: u64,
}

/// A game as its events have made it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: GameId,
    pub(crate) game: Game,
    /// The start as it was asked for, if it is not the usual one.
    pub(super) start: Option<String>,
    pub(crate) host: PlayerRef,
    /// When it was made, in Unix milliseconds.
    pub(crate) created: i64,
    pub(crate) seats: BTreeMap<Seat, Option<PlayerRef>>,
    pub(crate) invited: BTreeMap<Seat, PlayerRef>,
    /// Seats the computer plays.
    pub(crate) computers: BTreeMap<Seat, Level>,
    /// Whether everybody may ask for hints.
    pub(crate) hints: bool,
    /// Whether it is to be rated.
    pub(crate) rated: bool,
    /// The key of a private game.
    pub(crate) key: Option<String>,
    pub(crate) status: GameStatus,
    /// The number of the last event.
    pub(crate) seq: u64,
    /// The number of the last event that changed the position.
    pub(crate) at: u64,
    /// The path of the last move.
    pub(crate) last: Option<Path>,
    pub(crate) clock: TimeControl,
    pub(super) timing: Option<Timing>,
    /// Since when the seat to move has been to move, in Unix milliseconds.
    pub(super) turn_since: i64,
    /// Whether that is later than its event says, because the store was away.
    delayed: bool,
    /// What the moves made so far would go back to.
    pub(super) past: Vec<Past>,
    /// What `undo` has taken away and `redo` can bring back, newest last.
    pub(super) undone: Vec<Undone>,
    pub(crate) ballot: Option<Ballot>,
    pub(super) refused: Refused,
    /// The same before some of the moves: those of so many plies before which somebody had to wait.
    pub(super) refused_before: Vec<(u32, Refused)>,
    /// The seats that want another game, and the event by which each said so.
    pub(crate) rematch: BTreeMap<Seat, u64>,
    pub(crate) predecessor: Option<GameId>,
    pub(crate) successor: Option<(GameId, u64)>,
    answered: Answered,
}

impl Table {
    /// Folds a whole game.
    pub(crate) fn replay(id: GameId, events: &[Event]) -> Result<Self, BadHistory> {
        let bad = BadHistory { game: id, seq: 1 };
        let (first, rest) = events.split_first().ok_or(bad)?;
        let EventKind::Created {
            rules,
            start,
            host,
            clock,
            key,
            invited,
            computers,
            hints,
            rated,
            predecessor,
        } = &first.kind
        else {
            return Err(bad);
        };
        let game = new_game(rules, start.as_deref()).map_err(|_| bad)?;
        let level = |(seat, level): (&Seat, &u8)| Some((*seat, Level::new(*level)?));
        let computers = computers
            .iter()
            .map(level)
            .collect::<Option<_>>()
            .ok_or(bad)?;
        let seats = game
            .rules()
            .seats()
            .iter()
            .map(|seat| (*seat, None))
            .collect();
        let mut table = Self {
            id,
            game,
            start: start.clone(),
            host: host.clone(),
            created: first.time,
            seats,
            invited: invited.clone(),
            computers,
            hints: *hints,
            rated: *rated,
            key: key.clone(),
            status: GameStatus::Open,
            seq: first.seq,
            at: first.seq,
            last: None,
            clock: *clock,
            timing: Timing::new(*clock),
            turn_since: first.time,
            delayed: false,
            past: Vec::new(),
            undone: Vec::new(),
            ballot: None,
            refused: Refused::default(),
            refused_before: Vec::new(),
            rematch: BTreeMap::new(),
            predecessor: *predecessor,
            successor: None,
            answered: Answered::default(),
        };
        table.answered.push(first.by, first.id.as_ref());
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// Takes one stored event in.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), BadHistory> {
        let bad = BadHistory {
            game: self.id,
            seq: event.seq,
        };
        if event.seq != self.seq + 1 {
            return Err(bad);
        }
        match &event.kind {
            EventKind::Created { .. } => return Err(bad),
            EventKind::Seated { seat, player } => {
                *self.seats.get_mut(seat).ok_or(bad)? = Some(player.clone());
            }
            EventKind::Stood { seat } => *self.seats.get_mut(seat).ok_or(bad)? = None,
            EventKind::Started { .. } => self.status = GameStatus::Playing,
            EventKind::Moved { seat, path, .. } => {
                self.play(*seat, path).ok_or(bad)?;
                self.undone.clear();
            }
            EventKind::Resigned { seat, .. } => self.go_out(*seat, OutCause::Resign).ok_or(bad)?,
            EventKind::Flagged { seat, .. } => self.go_out(*seat, OutCause::Time).ok_or(bad)?,
            EventKind::Claimed {
                seat,
                by_seat,
                what,
                ..
            } => {
                self.claim(*seat, *by_seat, *what).ok_or(bad)?;
            }
            // The turn before brought these about already; only votes are still to be struck.
            EventKind::Passed { .. } => {}
            EventKind::MissedDeadline { seat, .. } => self.strike(*seat),
            EventKind::Proposed { seat, what } => {
                self.propose(event.seq, *seat, *what).ok_or(bad)?
            }
            EventKind::Voted { seat, accept, .. } => self.vote(*seat, *accept).ok_or(bad)?,
            EventKind::Withdrawn { seat, .. } => {
                self.ballot = None;
                self.refused.refuse(*seat, self.game.position().made(*seat));
            }
            EventKind::TakenBack { plies, .. } => {
                self.go_back(*plies).ok_or(bad)?;
                self.undone.clear();
            }
            EventKind::Undone { plies, .. } => {
                let timing = self.timing;
                let moves = self.go_back(*plies).ok_or(bad)?;
                self.undone.push(Undone { moves, timing });
            }
            EventKind::Redone { moves, .. } => {
                for Played { seat, path } in moves {
                    self.play(*seat, path).ok_or(bad)?;
                }
                self.undone.pop();
                self.ballot = None;
            }
            EventKind::TimeGiven { seat, millis } => {
                self.timing.as_mut().ok_or(bad)?.give(*seat, *millis);
            }
            EventKind::RematchOffered { seat } => {
                self.rematch.entry(*seat).or_insert(event.seq);
            }
            EventKind::Succeeded { successor } => self.successor = Some((*successor, event.seq)),
            EventKind::Finished { winners, reason } => {
                self.finish(winners, *reason).ok_or(bad)?;
            }
        }
        self.seq = event.seq;
        if event.kind.changes_position() {
            self.at = event.seq;
            self.turn_since = event.time;
            if let (Some(timing), Some(clocks)) = (&mut self.timing, &event.clocks) {
                timing.set(clocks);
            }
        }
        self.answered.push(event.by, event.id.as_ref());
        Ok(())
    }

    /// The answer a command already got, if it is a retry.
    pub(crate) fn answered(&self, player: PlayerId, id: &CommandId) -> Option<u64> {
        self.answered.first(player, id)
    }

    /// The turn in progress counts from now on, not from when it was stored: waiting for the
    /// store is charged to nobody.
    pub(crate) fn turn_begins(&mut self, now: i64) {
        (self.turn_since, self.delayed) = (now, false);
    }

    /// The turn in progress counts as begun later by so many milliseconds.
    pub(crate) fn delay_turn(&mut self, by: i64) {
        self.turn_since += by;
        self.delayed = true;
    }

    /// Whether a clock runs that has been given time which no event tells of, and which counts.
    pub(crate) fn is_delayed(&self) -> bool {
        self.delayed && self.is_for_one_sitting() && self.to_move().is_some()
    }

    /// Takes over the game as it was read again at `now`; a turn still in progress keeps its time.
    pub(crate) fn renew(&mut self, read: Self, now: i64) {
        let (since, delayed) = if read.at == self.at {
            (self.turn_since, self.delayed)
        } else {
            (now, false)
        };
        *self = read;
        (self.turn_since, self.delayed) = (since, delayed);
    }

    /// After loading: what a restart at `server_started` means for the turn in progress, during
    /// which games could not be stored for `missed` milliseconds.
    pub(crate) fn resume(&mut self, server_started: i64, missed: i64) {
        self.turn_since = if self.is_for_one_sitting() {
            resumed(self.turn_since, server_started)
        } else {
            self.turn_since + missed
        };
    }

    /// Whether its players stay at the board from the start to the end.
    pub(super) fn is_for_one_sitting(&self) -> bool {
        let timing = self.timing.as_ref();
        timing.is_some_and(Timing::is_for_one_sitting)
    }

    /// Whether it has clocks, and its players come back to it over hours or days.
    pub(super) fn is_of_days(&self) -> bool {
        self.timing.is_some() && !self.is_for_one_sitting()
    }

    /// The seat to move, while the game is being played.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        (self.status == GameStatus::Playing).then(|| self.game.position().to_move())
    }

    /// The turn in progress, as clocks see it.
    pub(super) fn on_turn(&self) -> Option<OnTurn> {
        let seat = self.to_move()?;
        let first = self.game.position().made(seat) == self.game.start().made(seat);
        Some(OnTurn {
            seat,
            since: self.turn_since,
            first,
        })
    }

    /// What each seat has left at time `now`, once a timed game has started.
    pub(crate) fn clocks(&self, now: i64) -> Option<Clocks> {
        let timing = self.timing.filter(|_| self.status != GameStatus::Open)?;
        Some(timing.at(self.game.rules(), self.on_turn(), now))
    }

    /// After a restart: until when no clock runs, if that is still to come at `now`.
    pub(crate) fn paused_until(&self, now: i64) -> Option<i64> {
        let turn = self.on_turn().filter(|_| self.timing.is_some())?;
        Some(turn.since).filter(|since| *since > now)
    }

    /// The position: the start until play begins.
    pub(crate) fn position(&self) -> &Position {
        if self.status == GameStatus::Open {
            self.game.start()
        } else {
            self.game.position()
        }
    }

    /// Who holds a seat.
    pub(crate) fn holder(&self, seat: Seat) -> Option<PlayerId> {
        self.seats.get(&seat)?.as_ref().map(|player| player.id)
    }

    /// The seats a player holds.
    pub(crate) fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = Seat> {
        self.seats
            .keys()
            .copied()
            .filter(move |seat| self.holder(*seat) == Some(player))
    }

    /// The seats that have not gone out.
    pub(super) fn seats_in(&self) -> SeatSet {
        self.game.position().seats_in()
    }

    /// The seats that people play, taken or free.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> {
        self.seats
            .keys()
            .copied()
            .filter(|seat| !self.computers.contains_key(seat))
    }

    /// The computer whose turn it is, if one is to move.
    pub(crate) fn computer_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.to_move()?;
        self.computers.get(&seat).map(|level| (seat, *level))
    }

    /// Whether one person holds every seat that people play. Nobody knows of those who are not known
    /// whether they are one.
    pub(crate) fn is_solo(&self) -> bool {
        let mut holders = self.people().map(|seat| self.holder(seat));
        let first = holders.next().flatten();
        first.is_some_and(|first| first != NOBODY) && holders.all(|holder| holder == first)
    }

    fn go_out(&mut self, seat: Seat, cause: OutCause) -> Option<()> {
        self.game.go_out(seat, cause).ok()?;
        self.undone.clear();
        self.strike(seat);
        Some(())
    }

    fn strike(&mut self, seat: Seat) {
        if let Some(ballot) = &mut self.ballot {
            ballot.strike(seat);
        }
    }

    fn claim(&mut self, seat: Seat, by: Seat, what: ClaimKind) -> Option<()> {
        if self.seats_in().len() > 2 {
            return self.go_out(seat, OutCause::Time);
        }
        let outcome = match what {
            ClaimKind::Win => Outcome::win(by, Reason::Abandoned),
            ClaimKind::Draw => Outcome::draw(Reason::Abandoned),
        };
        self.game.end(outcome).ok()
    }

    fn propose(&mut self, proposal: u64, seat: Seat, what: ProposalKind) -> Option<()> {
        let plies = match what {
            ProposalKind::Draw => 0,
            ProposalKind::Takeback => self.takeback(seat)?,
        };
        let (accepted, waiting) = (SeatSet::of(seat), self.seats_in().without(seat));
        self.ballot = Some(Ballot {
            proposal,
            what,
            seat,
            accepted,
            waiting,
            plies,
        });
        self.refused.proposed(seat);
        Some(())
    }

    fn vote(&mut self, seat: Seat, accept: bool) -> Option<()> {
        let ballot = self.ballot.as_mut()?;
        if accept {
            ballot.accept(seat);
        } else {
            let proposer = ballot.seat;
            self.ballot = None;
            self.refused
                .refuse(proposer, self.game.position().made(proposer));
        }
        Some(())
    }

    fn finish(&mut self, winners: &[Seat], reason: Reason) -> Option<()> {
        self.status = GameStatus::Finished;
        self.ballot = None;
        if self.game.outcome().is_none() {
            self.game
                .end(Outcome {
                    winners: winners.iter().copied().collect(),
                    reason,
                })
                .ok()?;
        }
        Some(())
    }
}
