//! Any bytes, read as a game and a sequence of messages into its room: what a fuzzer thinks up.
//! Whatever they are, nothing panics, and what must be true of every game is.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "test code")]

use std::cell::Cell;
use std::collections::BTreeMap;

use halma_core::{PRESETS, Path, Rules, Seat, Square};
use halma_engine::Level;
use halma_protocol::{
    Claim, ClaimKind, Claimable, ClientMsg, CommandId, Event, EventKind, GameId, GameStatus,
    GiveTime, Move, OnGame, OnSeat, PlayerRef, ProposalKind, Propose, TimeControl, Vote, decode,
};

use super::Terms;
use super::command::Command;
use super::creation::Plan;
use super::decide::{Decision, Moment, Verdict};
use super::table::Table;

/// The terms of the unit tests, too, but for how long a game may be.
pub(super) const TERMS: Terms = Terms {
    open_expiry: 86_400_000,
    abandoned_after: 30 * 86_400_000,
    claim_untimed: Some(120_000),
    claim_fischer: Some(60_000),
    claim_per_move: None,
    claim_idle: 86_400_000,
    longest: 400,
};

/// Plays what the bytes say.
///
/// # Panics
///
/// If something is not as it must be.
pub(crate) fn run(bytes: &[u8]) {
    let mut trial = Trial::new(Bytes(bytes));
    while trial.step().is_some() {}
    trial.judge();
}

/// Bytes that are used up as choices are made.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A choice among so many; the first when there are no bytes left.
    fn among(&mut self, many: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % many.max(1)
    }

    fn seat(&mut self) -> Option<Seat> {
        Seat::ALL.get(self.among(2 * Seat::ALL.len())).copied()
    }
}

struct Trial<'a> {
    bytes: Bytes<'a>,
    table: Table,
    events: Vec<Event>,
    now: i64,
    /// How many commands there have been.
    commands: u32,
    /// The last command that was carried out, by whom, and what it was answered.
    done: Option<(PlayerRef, CommandId, u64)>,
}

fn player(number: usize) -> PlayerRef {
    PlayerRef {
        id: GameId::from_u128(number as u128 + 1),
        name: format!("P{number}"),
    }
}

impl<'a> Trial<'a> {
    fn new(mut bytes: Bytes<'a>) -> Self {
        let rules = PRESETS[bytes.among(PRESETS.len())].ruleset;
        let seats = Rules::new(rules).expect("presets are sound").seats();
        let clock = match bytes.among(3) {
            0 => TimeControl::None,
            1 => TimeControl::Fischer {
                initial: 60_000,
                increment: 1_000,
            },
            _ => TimeControl::PerMove { time: 60_000 },
        };
        let (mut seated, mut computers) = (BTreeMap::new(), BTreeMap::new());
        for seat in seats {
            match bytes.among(6) {
                0 => {}
                1 => drop(computers.insert(*seat, Level::ALL[0])),
                who => drop(seated.insert(*seat, player(who - 2))),
            }
        }
        let plan = Plan {
            rules,
            start: None,
            host: player(0),
            clock,
            key: None,
            invited: BTreeMap::new(),
            computers,
            hints: false,
            rated: false,
            seated,
            predecessor: None,
        };
        let now = 1_000;
        let event = |(seq, kind)| Event {
            seq,
            time: now,
            by: None,
            id: None,
            clocks: None,
            kind,
        };
        let kinds = plan.events().expect("every seat is given once");
        let events: Vec<Event> = (1..).zip(kinds).map(event).collect();
        Self {
            table: Table::replay(GameId::from_u128(99), &events).expect("a new game replays"),
            bytes,
            events,
            now,
            commands: 0,
            done: None,
        }
    }

    /// One thing happens; none if there are no bytes left.
    fn step(&mut self) -> Option<()> {
        let what = self.bytes.next()?;
        self.now += i64::from(self.bytes.next()?) * 250;
        if let Some(decision) = self.table.expire(self.now, &TERMS) {
            self.adopt(decision, None);
        }
        let by = player(self.bytes.among(5));
        match what % 32 {
            0 => self.again(),
            1 => self.now += 90_000_000,
            2 => self.computer_moves(),
            3 => {
                let end = self.bytes.0.iter().position(|byte| *byte == b'\n');
                let (text, rest) = self.bytes.0.split_at(end.unwrap_or(self.bytes.0.len()));
                self.bytes.0 = rest;
                if let Ok(message) = decode(&String::from_utf8_lossy(text)) {
                    self.tell(&by, message);
                }
            }
            what => {
                let message = self.message(what);
                self.tell(&by, message);
            }
        }
        Some(())
    }

    fn message(&mut self, what: u8) -> ClientMsg {
        self.commands += 1;
        let id = CommandId::new(format!("c{}", self.commands)).expect("a short id");
        let game = self.table.id;
        let at = self.table.at.saturating_sub(u64::from(what == 4));
        let seat = self.bytes.seat();
        let on_seat = OnSeat {
            id: id.clone(),
            game,
            seat,
        };
        let on_game = OnGame {
            id: id.clone(),
            game,
        };
        match what {
            5 => ClientMsg::Stand(on_seat),
            6 => ClientMsg::Resign(on_seat),
            7 => ClientMsg::Abort(on_seat),
            8 => ClientMsg::Withdraw(on_seat),
            9 => ClientMsg::Rematch(on_seat),
            10 => ClientMsg::Undo(on_game),
            11 => ClientMsg::Redo(on_game),
            12 => ClientMsg::Restart(on_game),
            13 | 14 => ClientMsg::Propose(Propose {
                id,
                game,
                at,
                what: if what == 13 {
                    ProposalKind::Draw
                } else {
                    ProposalKind::Takeback
                },
                seat,
            }),
            15..=18 => ClientMsg::Vote(Vote {
                id,
                game,
                proposal: self.table.ballot.as_ref().map_or(1, |open| open.proposal),
                accept: what != 15,
                seat,
            }),
            19 => ClientMsg::Claim(Claim {
                id,
                game,
                what: if self.bytes.among(2) == 0 {
                    ClaimKind::Win
                } else {
                    ClaimKind::Draw
                },
                seat,
            }),
            20 => ClientMsg::GiveTime(GiveTime {
                id,
                game,
                to: seat.unwrap_or(Seat::White),
            }),
            _ => ClientMsg::Move(Move {
                id,
                game,
                at,
                path: self.path(what == 21),
                seat: None,
            }),
        }
    }

    /// A legal move if there is one, or any squares.
    fn path(&mut self, any: bool) -> Path {
        let position = self.table.position();
        let moves: Vec<_> = position.legal_moves().collect();
        if any || moves.is_empty() {
            let square = |bytes: &mut Bytes<'_>| {
                let (file, rank) = (bytes.among(16), bytes.among(16));
                Square::new(file as u8, rank as u8).expect("on the largest board")
            };
            let (from, to) = (square(&mut self.bytes), square(&mut self.bytes));
            return Path::new(&[from, to]).unwrap_or_else(|_| "a1-a2".parse().expect("a path"));
        }
        let (from, ends) = moves[self.bytes.among(moves.len())];
        let ends: Vec<_> = ends.sorted().collect();
        let to = ends[self.bytes.among(ends.len())];
        let path = self.table.position().shortest_path(from, to);
        path.expect("an end of a move has a path")
    }

    /// A message as it travels, into the room.
    fn tell(&mut self, by: &PlayerRef, message: ClientMsg) {
        let text = serde_json::to_string(&message).expect("messages are JSON");
        assert_eq!(decode(&text).as_ref(), Ok(&message), "{text}");
        let Ok((id, _, command)) = Command::of(message) else {
            return;
        };
        if self.table.answered(by.id, &id).is_some() {
            return;
        }
        let next = Cell::new(500);
        let fresh = || GameId::from_u128(next.replace(next.get() + 1));
        let gone = self.bytes.among(2) == 0;
        let claimable = self.table.to_move().filter(|_| gone);
        let moment = Moment {
            time: self.now,
            lag: 0,
            claimable: claimable.map(|seat| Claimable {
                seat,
                from: self.now,
            }),
            longest: TERMS.longest,
            fresh: &fresh,
        };
        if let Ok(Verdict::Does(decision)) = self.table.decide(by, &command, &moment) {
            let first = self.table.seq + 1;
            let to_move = self.table.to_move();
            assert!(!decision.kinds.is_empty(), "{command:?} does nothing");
            self.adopt(decision, Some((by, &id)));
            if matches!(command, Command::Propose { .. } | Command::Withdraw { .. }) {
                assert_eq!(self.table.to_move(), to_move, "a proposal is no turn");
            }
            self.done = Some((by.clone(), id, first));
        }
    }

    /// The last command comes again: it has its answer already.
    fn again(&self) {
        if let Some((by, id, first)) = &self.done {
            assert_eq!(self.table.answered(by.id, id), Some(*first));
        }
    }

    fn computer_moves(&mut self) {
        if let Some((seat, _)) = self.table.computer_to_move() {
            let path = self.path(false);
            if let Ok(decision) = self.table.moves(seat, &path, self.now, 0) {
                self.adopt(decision, None);
            }
        }
    }

    /// What was decided applies, as it is stored and read again.
    fn adopt(&mut self, decision: Decision, cause: Option<(&PlayerRef, &CommandId)>) {
        let was_over = self.table.status == GameStatus::Finished;
        let changes_position = decision.kinds.iter().any(EventKind::changes_position);
        for kind in decision.kinds {
            let afterwards = matches!(
                kind,
                EventKind::RematchOffered { .. } | EventKind::Succeeded { .. }
            );
            assert!(!was_over || afterwards, "{kind:?} after the end");
            let event = Event {
                seq: self.table.seq + 1,
                time: self.now,
                by: cause.map(|(by, _)| by.id),
                id: cause.map(|(_, id)| id.clone()),
                clocks: decision.clocks.clone(),
                kind,
            };
            let body = serde_json::to_string(&event).expect("events are JSON");
            assert_eq!(
                serde_json::from_str::<Event>(&body).ok().as_ref(),
                Some(&event)
            );
            self.table.apply(&event).expect("what was decided applies");
            self.events.push(event);
        }
        if changes_position {
            self.table.turn_begins(self.now);
        }
        if let Some((game, kinds)) = decision.successor {
            let event = |(seq, kind)| Event {
                seq,
                time: self.now,
                by: None,
                id: None,
                clocks: None,
                kind,
            };
            let events: Vec<Event> = (1..).zip(kinds).map(event).collect();
            Table::replay(game, &events).expect("a successor replays");
        }
    }

    /// At the end: the events alone make the same game, and it has at most one result.
    fn judge(&self) {
        let read = Table::replay(self.table.id, &self.events).expect("a game replays");
        let seen = |table: &Table| {
            (
                (table.seq, table.at, table.status, table.to_move()),
                table.position().to_string(),
                table.game.outcome().cloned(),
                table
                    .ballot
                    .as_ref()
                    .map(|open| (open.proposal, open.waiting)),
                table.clocks(table.turn_since),
            )
        };
        assert_eq!(seen(&read), seen(&self.table));
        let ends = self.events.iter();
        let ends = ends.filter(|event| matches!(event.kind, EventKind::Finished { .. }));
        assert!(ends.count() <= 1, "one result");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn kept_seeds_hold() {
        let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/room");
        let mut seen = 0;
        for seed in fs::read_dir(seeds).unwrap() {
            super::run(&fs::read(seed.unwrap().path()).unwrap());
            seen += 1;
        }
        assert!(seen > 0);
    }

    #[test]
    fn chance_holds() {
        let mut chance = StdRng::seed_from_u64(7);
        for _ in 0..300 {
            let bytes: Vec<u8> = (0..chance.random_range(1..1_500))
                .map(|_| chance.random())
                .collect();
            super::run(&bytes);
        }
    }
}
