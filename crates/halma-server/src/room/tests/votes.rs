//! Proposals and the votes on them.

use halma_core::{DeadlineRule, HomeDeadline};

use super::*;

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
fn nothing_is_taken_back_past_a_missed_deadline() {
    let rules = Ruleset {
        home_deadline: Some(HomeDeadline {
            moves: 1,
            then: DeadlineRule::Lose,
        }),
        ..Preset::by_name("four").unwrap().ruleset
    };
    let mut life = Life::with_rules(rules, TimeControl::None, 4, &[]);
    let missed = |kind: &EventKind| matches!(kind, EventKind::MissedDeadline { .. });
    // Nobody leaves home in so few turns.
    loop {
        let mover = life.table.to_move().unwrap();
        if life.step().iter().any(missed) {
            break;
        }
        assert!(life.table.takeback(mover).is_some());
    }
    assert_eq!(life.table.seats_in().len(), 3);
    for seat in life.table.seats_in().iter() {
        assert_eq!(life.propose(seat, Takeback), Err(ErrorCode::NothingToUndo));
    }
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
