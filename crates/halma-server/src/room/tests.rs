//! The life of a game, judged and folded without a room around it.

mod alone;
mod clocks;
mod crowd;
mod endings;
mod votes;

use std::cell::Cell;
use std::collections::BTreeMap;

use halma_core::{Preset, Reason, Ruleset, Seat};
use halma_protocol::{
    ClaimKind, Claimable, ErrorCode, Event, EventKind, GameId, GameStatus, PlayerRef, ProposalKind,
    TimeControl,
};

use super::Terms;
use super::command::Command;
use super::creation::Plan;
use super::decide::{Decision, Moment, Verdict};
use super::table::Table;
use super::trial;

const TERMS: Terms = Terms {
    longest: 50_000,
    ..trial::TERMS
};

/// A table, and the time and players around it.
struct Life {
    table: Table,
    now: i64,
    claimable: Option<Claimable>,
    successor: Option<Vec<EventKind>>,
}

fn player(number: u128) -> PlayerRef {
    PlayerRef {
        id: GameId::from_u128(number),
        name: format!("P{number}"),
    }
}

/// Player 1 holds the first seat, 2 the second and so on.
fn of_seat(life: &Life, seat: Seat) -> PlayerRef {
    life.table.seats[&seat].clone().unwrap()
}

impl Life {
    fn new(rules: &str, clock: TimeControl, players: usize) -> Self {
        Self::with_computers(rules, clock, players, &[])
    }

    fn with_computers(rules: &str, clock: TimeControl, players: usize, computers: &[Seat]) -> Self {
        let rules = Preset::by_name(rules).unwrap().ruleset;
        Self::with_rules(rules, clock, players, computers)
    }

    fn with_rules(rules: Ruleset, clock: TimeControl, players: usize, computers: &[Seat]) -> Self {
        let seats = halma_core::Rules::new(rules).unwrap().seats();
        let seated: BTreeMap<_, _> = seats
            .iter()
            .filter(|seat| !computers.contains(seat))
            .enumerate()
            .map(|(n, seat)| (*seat, player((n % players) as u128 + 1)))
            .collect();
        let plan = Plan {
            rules,
            start: None,
            host: player(1),
            clock,
            key: None,
            invited: BTreeMap::new(),
            computers: computers
                .iter()
                .map(|seat| (*seat, halma_engine::Level::ALL[0]))
                .collect(),
            hints: false,
            seated,
            rated: false,
            predecessor: None,
        };
        Self::from_events(plan.events().unwrap())
    }

    fn from_events(kinds: Vec<EventKind>) -> Self {
        let event = |(seq, kind)| Event {
            seq,
            time: 1_000,
            by: None,
            id: None,
            clocks: None,
            kind,
        };
        let events: Vec<_> = (1..).zip(kinds).map(event).collect();
        let table = Table::replay(GameId::from_u128(99), &events).unwrap();
        Self {
            table,
            now: 1_000,
            claimable: None,
            successor: None,
        }
    }

    fn adopt(&mut self, decision: Decision) -> Vec<EventKind> {
        for kind in decision.kinds.clone() {
            let seq = self.table.seq + 1;
            let clocks = decision.clocks.clone();
            let event = Event {
                seq,
                time: self.now,
                by: None,
                id: None,
                clocks,
                kind,
            };
            self.table.apply(&event).unwrap();
        }
        self.successor = decision
            .successor
            .map(|(_, kinds)| kinds)
            .or(self.successor.take());
        decision.kinds
    }

    fn order(&mut self, player: &PlayerRef, command: Command) -> Result<Vec<EventKind>, ErrorCode> {
        let next = Cell::new(500);
        let fresh = || GameId::from_u128(next.replace(next.get() + 1));
        let moment = Moment {
            time: self.now,
            lag: 0,
            claimable: self.claimable,
            longest: TERMS.longest,
            fresh: &fresh,
        };
        match self.table.decide(player, &command, &moment) {
            Ok(Verdict::Does(decision)) => Ok(self.adopt(decision)),
            Ok(Verdict::Done(_)) => Ok(Vec::new()),
            Err(refusal) => Err(refusal.code),
        }
    }

    /// The computer to move makes its first listed move.
    fn reply(&mut self) -> Vec<EventKind> {
        let (seat, _) = self.table.computer_to_move().unwrap();
        let decision = self
            .table
            .moves(seat, &self.first_move(), self.now, 0)
            .unwrap();
        self.adopt(decision)
    }

    fn first_move(&self) -> halma_core::Path {
        let position = self.table.game.position();
        let (from, ends) = position.legal_moves().next().unwrap();
        position
            .shortest_path(from, ends.sorted().next().unwrap())
            .unwrap()
    }

    /// The seat to move makes its first listed move.
    fn step(&mut self) -> Vec<EventKind> {
        let path = self.first_move();
        let mover = of_seat(self, self.table.to_move().unwrap());
        let at = self.table.at;
        self.order(
            &mover,
            Command::Move {
                at,
                path,
                seat: None,
            },
        )
        .unwrap()
    }

    fn propose(&mut self, seat: Seat, what: ProposalKind) -> Result<u64, ErrorCode> {
        let player = of_seat(self, seat);
        let at = self.table.at;
        self.order(
            &player,
            Command::Propose {
                at,
                what,
                seat: Some(seat),
            },
        )?;
        Ok(self.table.seq)
    }

    fn vote(
        &mut self,
        seat: Seat,
        proposal: u64,
        accept: bool,
    ) -> Result<Vec<EventKind>, ErrorCode> {
        let player = of_seat(self, seat);
        self.order(
            &player,
            Command::Vote {
                proposal,
                accept,
                seat: Some(seat),
            },
        )
    }

    fn reason(&self) -> Option<Reason> {
        let finished = self.table.status == GameStatus::Finished;
        self.table
            .game
            .outcome()
            .filter(|_| finished)
            .map(|outcome| outcome.reason)
    }

    fn left(&self, seat: Seat) -> u32 {
        self.table.clocks(self.now).unwrap()[&seat]
    }
}

use ProposalKind::{Draw, Takeback};
use Seat::{Black, Blue, Red, White};
