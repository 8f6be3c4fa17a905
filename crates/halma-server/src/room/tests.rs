//! The life of a game, judged and folded without a room around it.

use std::cell::Cell;
use std::collections::BTreeMap;

use halma_core::{Preset, Reason, Seat};
use halma_protocol::{
    ClaimKind, Claimable, ErrorCode, Event, EventKind, GameId, GameStatus, PlayerRef, ProposalKind,
    TimeControl,
};

use super::Terms;
use super::creation::Plan;
use super::decide::{Command, Decision, Moment, Verdict};
use super::table::Table;

const TERMS: Terms = Terms {
    open_expiry: 86_400_000,
    abandoned_after: 30 * 86_400_000,
    claim_untimed: Some(120_000),
    claim_fischer: Some(60_000),
    claim_per_move: None,
    claim_idle: 86_400_000,
    longest: 50_000,
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

#[test]
fn a_draw_needs_every_seat_and_takes_no_turn() {
    let mut life = Life::new("four", TimeControl::None, 4);
    let proposal = life.propose(Red, Draw).unwrap();
    assert_eq!(life.table.to_move(), Some(White));
    life.vote(White, proposal, true).unwrap();
    life.vote(Blue, proposal, true).unwrap();
    assert_eq!(life.reason(), None);
    assert_eq!(
        life.vote(Red, proposal, true),
        Err(ErrorCode::NoProposal),
        "it has accepted already"
    );
    life.vote(Black, proposal, true).unwrap();
    assert_eq!(life.reason(), Some(Reason::Agreement));
    assert_eq!(life.table.game.len(), 0, "votes are not plies");
}

#[test]
fn one_refusal_ends_a_proposal_and_its_seat_must_wait() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    let proposal = life.propose(White, Draw).unwrap();
    assert_eq!(life.propose(Black, Draw), Err(ErrorCode::ProposalOpen));
    life.vote(Black, proposal, false).unwrap();
    assert!(life.table.ballot.is_none());
    assert_eq!(life.propose(White, Draw), Err(ErrorCode::TooSoon));
    for _ in 0..20 {
        life.step();
    }
    life.propose(White, Draw).unwrap();
}

#[test]
fn another_seats_proposal_ends_the_wait() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    let first = life.propose(White, Draw).unwrap();
    life.vote(Black, first, false).unwrap();
    let second = life.propose(Black, Draw).unwrap();
    life.vote(White, second, false).unwrap();
    life.propose(White, Draw).unwrap();
}

#[test]
fn a_move_by_who_has_not_accepted_is_a_refusal() {
    let mut life = Life::new("four", TimeControl::None, 4);
    let proposal = life.propose(Blue, Draw).unwrap();
    life.vote(White, proposal, true).unwrap();
    let kinds = life.step();
    assert!(
        matches!(kinds[..], [EventKind::Moved { seat: White, .. }]),
        "white has accepted"
    );
    assert!(life.table.ballot.is_some());
    let kinds = life.step();
    let refusal = EventKind::Voted {
        seat: Red,
        proposal,
        accept: false,
    };
    assert_eq!(kinds[0], refusal);
    assert!(life.table.ballot.is_none());
}

#[test]
fn a_vote_names_its_proposal_and_only_seats_in_have_one() {
    let mut life = Life::new("three", TimeControl::None, 3);
    let red = of_seat(&life, Red);
    life.order(&red, Command::Resign { seat: None }).unwrap();
    let proposal = life.propose(White, Draw).unwrap();
    assert_eq!(life.vote(Red, proposal, true), Err(ErrorCode::NoProposal));
    assert_eq!(
        life.vote(Black, proposal - 1, true),
        Err(ErrorCode::NoProposal)
    );
    let spectator = player(77);
    let vote = Command::Vote {
        proposal,
        accept: true,
        seat: None,
    };
    assert_eq!(life.order(&spectator, vote), Err(ErrorCode::NoProposal));
    assert_eq!(life.propose(Red, Draw), Err(ErrorCode::NotSeated));
    life.vote(Black, proposal, true).unwrap();
    assert_eq!(life.reason(), Some(Reason::Agreement));
}

#[test]
fn a_seat_going_out_has_the_votes_counted_again() {
    let mut life = Life::new("three", TimeControl::None, 3);
    let proposal = life.propose(White, Draw).unwrap();
    life.vote(Black, proposal, true).unwrap();
    let red = of_seat(&life, Red);
    let kinds = life.order(&red, Command::Resign { seat: None }).unwrap();
    assert!(matches!(
        kinds[..],
        [EventKind::Resigned { .. }, EventKind::Finished { .. }]
    ));
    assert_eq!(life.reason(), Some(Reason::Agreement));
}

#[test]
fn a_proposal_ends_with_its_proposer() {
    let mut life = Life::new("three", TimeControl::None, 3);
    let proposal = life.propose(White, Draw).unwrap();
    let white = of_seat(&life, White);
    let kinds = life.order(&white, Command::Resign { seat: None }).unwrap();
    assert_eq!(
        kinds[1],
        EventKind::Withdrawn {
            seat: White,
            proposal
        }
    );
    assert!(life.table.ballot.is_none());
}

#[test]
fn a_takeback_goes_back_to_before_the_proposers_last_move() {
    let clock = TimeControl::Fischer {
        initial: 60_000,
        increment: 1_000,
    };
    let mut life = Life::new("classic", clock, 2);
    for _ in 0..4 {
        life.now += 5_000;
        life.step();
    }
    let (before, white_left) = (life.table.game.position().to_string(), life.left(White));
    life.now += 7_000;
    life.step();
    life.step();
    let proposal = life.propose(White, Takeback).unwrap();
    life.vote(Black, proposal, true).unwrap();
    assert_eq!(life.table.game.position().to_string(), before);
    assert_eq!(life.table.to_move(), Some(White));
    assert_eq!(life.left(White), white_left, "clocks go back as well");
    assert_eq!(life.table.game.len(), 4);
    life.now += 1_000;
    life.step();
}

#[test]
fn the_proposers_own_move_withdraws_a_takeback() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    life.step();
    life.step();
    let proposal = life.propose(White, Takeback).unwrap();
    let kinds = life.step();
    assert_eq!(
        kinds[0],
        EventKind::Withdrawn {
            seat: White,
            proposal
        }
    );
}

#[test]
fn nothing_is_taken_back_before_the_first_move_or_past_a_seat_going_out() {
    let mut life = Life::new("three", TimeControl::None, 3);
    assert_eq!(life.propose(White, Takeback), Err(ErrorCode::NothingToUndo));
    life.step();
    let red = of_seat(&life, Red);
    life.order(&red, Command::Resign { seat: None }).unwrap();
    assert_eq!(life.propose(White, Takeback), Err(ErrorCode::NothingToUndo));
}

#[test]
fn one_person_undoes_redoes_and_restarts() {
    let mut life = Life::new("classic", TimeControl::None, 1);
    let me = player(1);
    assert_eq!(
        life.order(&me, Command::Undo),
        Err(ErrorCode::NothingToUndo)
    );
    life.step();
    let one = life.table.game.position().to_string();
    life.step();
    let two = life.table.game.position().to_string();
    life.order(&me, Command::Undo).unwrap();
    assert_eq!(life.table.game.position().to_string(), one);
    life.order(&me, Command::Redo).unwrap();
    assert_eq!(life.table.game.position().to_string(), two);
    assert_eq!(
        life.order(&me, Command::Redo),
        Err(ErrorCode::NothingToUndo)
    );
    life.order(&me, Command::Undo).unwrap();
    life.step();
    assert_eq!(
        life.order(&me, Command::Redo),
        Err(ErrorCode::NothingToUndo),
        "a new move clears it"
    );
    life.order(&me, Command::Restart).unwrap();
    assert_eq!(life.reason(), Some(Reason::Aborted));
    let next = Life::from_events(life.successor.take().unwrap());
    assert_eq!(next.table.to_move(), Some(White));
    assert_eq!(next.table.predecessor, Some(life.table.id));
}

#[test]
fn others_at_the_board_forbid_undo() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    life.step();
    assert_eq!(
        life.order(&player(1), Command::Undo),
        Err(ErrorCode::NotSolo)
    );
    assert_eq!(
        life.order(&player(1), Command::Restart),
        Err(ErrorCode::NotSolo)
    );
}

#[test]
fn a_rematch_wanted_by_all_makes_one_game_with_the_next_seat_first() {
    let mut life = Life::new("three", TimeControl::None, 3);
    let rematch = Command::Rematch { seat: None };
    assert_eq!(
        life.order(&player(1), rematch.clone()),
        Err(ErrorCode::NotOver)
    );
    life.order(&player(1), Command::Resign { seat: None })
        .unwrap();
    life.order(&player(2), Command::Resign { seat: None })
        .unwrap();
    for number in [1, 2] {
        life.order(&player(number), rematch.clone()).unwrap();
        assert_eq!(life.table.successor, None);
    }
    life.order(&player(3), rematch.clone()).unwrap();
    let (_, seq) = life.table.successor.unwrap();
    assert_eq!(
        life.order(&player(3), rematch),
        Ok(Vec::new()),
        "a second click makes no second game"
    );
    assert_eq!(life.table.successor.unwrap().1, seq);
    let next = Life::from_events(life.successor.take().unwrap());
    assert_eq!(next.table.to_move(), Some(Red));
    assert_eq!(next.table.status, GameStatus::Playing);
}

#[test]
fn any_seat_may_abort_until_every_seat_has_moved() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    life.step();
    let mut late = Life::new("classic", TimeControl::None, 2);
    late.step();
    late.step();
    assert_eq!(
        late.order(&player(1), Command::Abort { seat: None }),
        Err(ErrorCode::TooLate)
    );
    life.order(&player(1), Command::Abort { seat: None })
        .unwrap();
    assert_eq!(life.reason(), Some(Reason::Aborted));
}

#[test]
fn a_seat_that_is_gone_can_be_claimed_against() {
    for (what, winners) in [(ClaimKind::Win, vec![Black]), (ClaimKind::Draw, vec![])] {
        let mut life = Life::new("classic", TimeControl::None, 2);
        let claim = Command::Claim { what, seat: None };
        assert_eq!(
            life.order(&player(2), claim.clone()),
            Err(ErrorCode::NotClaimable)
        );
        life.claimable = Some(Claimable {
            seat: White,
            from: life.now + 1,
        });
        assert_eq!(
            life.order(&player(2), claim.clone()),
            Err(ErrorCode::NotClaimable)
        );
        life.now += 1;
        assert_eq!(
            life.order(&player(1), claim.clone()),
            Err(ErrorCode::NotClaimable),
            "itself"
        );
        life.order(&player(2), claim).unwrap();
        assert_eq!(life.reason(), Some(Reason::Abandoned));
        let outcome = life.table.game.outcome().unwrap();
        assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), winners);
    }
}

#[test]
fn with_more_than_two_seats_who_is_gone_goes_out() {
    let mut life = Life::new("four", TimeControl::None, 4);
    life.claimable = Some(Claimable {
        seat: White,
        from: life.now,
    });
    let draw = Command::Claim {
        what: ClaimKind::Draw,
        seat: None,
    };
    assert_eq!(life.order(&player(2), draw), Err(ErrorCode::NotClaimable));
    life.order(
        &player(2),
        Command::Claim {
            what: ClaimKind::Win,
            seat: None,
        },
    )
    .unwrap();
    assert_eq!(life.reason(), None);
    assert_eq!(life.table.to_move(), Some(Red));
    assert!(life.table.game.position().is_out(White));
}

#[test]
fn time_runs_out_to_the_millisecond() {
    let clock = TimeControl::Fischer {
        initial: 10_000,
        increment: 0,
    };
    let mut life = Life::new("classic", clock, 2);
    life.step();
    life.step();
    life.now += 9_999;
    assert!(life.table.expire(life.now, &TERMS).is_none());
    life.now += 1;
    let decision = life.table.expire(life.now, &TERMS).unwrap();
    life.adopt(decision);
    assert_eq!(life.reason(), Some(Reason::Time));
    assert_eq!((life.left(White), life.left(Black)), (0, 10_000));
}

#[test]
fn a_first_move_not_made_in_a_minute_aborts() {
    let clock = TimeControl::Fischer {
        initial: 600_000,
        increment: 0,
    };
    let mut life = Life::new("classic", clock, 2);
    life.step();
    life.now += 60_000;
    let decision = life.table.expire(life.now, &TERMS).unwrap();
    life.adopt(decision);
    assert_eq!(life.reason(), Some(Reason::Aborted));
}

#[test]
fn a_flagged_seat_of_four_goes_out_and_play_goes_on() {
    let mut life = Life::new("four", TimeControl::PerMove { time: 10_000 }, 4);
    for _ in 0..4 {
        life.step();
    }
    life.now += 10_000;
    let decision = life.table.expire(life.now, &TERMS).unwrap();
    let kinds = life.adopt(decision);
    assert_eq!(
        kinds,
        [EventKind::Flagged {
            seat: White,
            next: Some(Red)
        }]
    );
    assert_eq!(
        life.table.deadline(&TERMS),
        Some(life.now + 10_000),
        "red has its whole time"
    );
}

#[test]
fn time_can_be_given_to_another_seat() {
    let clock = TimeControl::Fischer {
        initial: 10_000,
        increment: 0,
    };
    let mut life = Life::new("classic", clock, 2);
    life.order(&player(1), Command::GiveTime { to: Black })
        .unwrap();
    assert_eq!(life.left(Black), 25_000);
    assert_eq!(
        life.order(&player(1), Command::GiveTime { to: White }),
        Err(ErrorCode::NoSuchSeat)
    );
    let mut untimed = Life::new("classic", TimeControl::None, 2);
    assert_eq!(
        untimed.order(&player(1), Command::GiveTime { to: Black }),
        Err(ErrorCode::NoClock)
    );
}

#[test]
fn untimed_games_end_when_nobody_cares_any_more() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    life.step();
    life.now += 30 * 86_400_000;
    let decision = life.table.expire(life.now, &TERMS).unwrap();
    life.adopt(decision);
    assert_eq!(life.reason(), Some(Reason::Abandoned));
}

#[test]
fn undo_takes_the_computers_reply_back_as_well_and_redo_brings_it_again() {
    let mut life = Life::with_computers("classic", TimeControl::None, 1, &[Black]);
    let start = life.table.game.position().to_string();
    life.step();
    life.reply();
    let after = life.table.game.position().to_string();
    life.order(&player(1), Command::Undo).unwrap();
    assert_eq!(life.table.game.position().to_string(), start);
    assert_eq!(
        life.order(&player(1), Command::Undo),
        Err(ErrorCode::NothingToUndo)
    );
    life.order(&player(1), Command::Redo).unwrap();
    assert_eq!(life.table.game.position().to_string(), after);
    life.step();
    life.order(&player(1), Command::Undo).unwrap();
    assert_eq!(
        life.table.game.position().to_string(),
        after,
        "before the computer has replied"
    );
}

#[test]
fn a_computer_has_a_vote_and_is_always_ready_for_a_rematch() {
    let mut life = Life::with_computers("classic", TimeControl::None, 1, &[Black]);
    let proposal = life.propose(White, Draw).unwrap();
    assert!(
        life.table
            .computer_votes(White, proposal, true, life.now)
            .is_none()
    );
    let decision = life
        .table
        .computer_votes(Black, proposal, true, life.now)
        .unwrap();
    life.adopt(decision);
    assert_eq!(life.reason(), Some(Reason::Agreement));
    life.order(&player(1), Command::Rematch { seat: None })
        .unwrap();
    let next = Life::from_events(life.successor.take().unwrap());
    assert_eq!(
        next.table.computer_to_move().map(|(seat, _)| seat),
        Some(Black)
    );
}

#[test]
fn redo_brings_back_only_what_undo_took_and_nothing_past_a_seat_going_out() {
    let mut life = Life::new("grasshopper", TimeControl::None, 1);
    let me = player(1);
    for _ in 0..4 {
        life.step();
    }
    life.order(&me, Command::Undo).unwrap();
    life.order(&me, Command::Undo).unwrap();
    let proposal = life.propose(White, Takeback).unwrap();
    life.vote(Black, proposal, true).unwrap();
    assert_eq!(
        life.order(&me, Command::Redo),
        Err(ErrorCode::NothingToUndo),
        "the takeback has left that line"
    );

    let mut life = Life::new("four", TimeControl::None, 1);
    life.step();
    life.order(&me, Command::Resign { seat: Some(Blue) })
        .unwrap();
    assert_eq!(
        life.order(&me, Command::Undo),
        Err(ErrorCode::NothingToUndo)
    );
    life.step();
    life.order(&me, Command::Undo).unwrap();
    life.order(&me, Command::Resign { seat: Some(Red) })
        .unwrap();
    assert_eq!(
        life.order(&me, Command::Redo),
        Err(ErrorCode::NothingToUndo)
    );
}

#[test]
fn redo_brings_the_clocks_back_as_well() {
    let clock = TimeControl::Fischer {
        initial: 60_000,
        increment: 0,
    };
    let mut life = Life::new("grasshopper", clock, 1);
    for _ in 0..3 {
        life.now += 1_000;
        life.step();
    }
    let after = (life.left(White), life.left(Black));
    life.order(&player(1), Command::Undo).unwrap();
    assert_ne!((life.left(White), life.left(Black)), after);
    life.now += 5_000;
    life.order(&player(1), Command::Redo).unwrap();
    assert_eq!((life.left(White), life.left(Black)), after);
}

#[test]
fn a_rematch_from_a_set_position_lets_the_next_seat_begin() {
    let plan = Plan {
        rules: Preset::by_name("grasshopper").unwrap().ruleset,
        start: Some("8/8/8/3w4/3b4/8/8/8 w 4,3".to_owned()),
        host: player(1),
        clock: TimeControl::None,
        key: None,
        invited: BTreeMap::new(),
        computers: BTreeMap::new(),
        hints: false,
        rated: false,
        seated: [(White, player(1)), (Black, player(2))].into(),
        predecessor: None,
    };
    let mut life = Life::from_events(plan.events().unwrap());
    life.order(&player(1), Command::Resign { seat: None })
        .unwrap();
    for number in [1, 2] {
        life.order(&player(number), Command::Rematch { seat: None })
            .unwrap();
    }
    let next = Life::from_events(life.successor.take().unwrap());
    assert_eq!(next.table.to_move(), Some(Black));
    assert_eq!(
        next.table.game.start().to_string(),
        "8/8/8/3w4/3b4/8/8/8 b 4,3"
    );
}
