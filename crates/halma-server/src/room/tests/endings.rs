//! Games called off, claimed or abandoned, and what follows them.

use super::*;

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
    let offered = life.table.rematch[&White];
    let answer = |life: &Life| {
        let fresh = || GameId::from_u128(7);
        let moment = Moment {
            time: life.now,
            lag: 0,
            claimable: None,
            longest: TERMS.longest,
            fresh: &fresh,
        };
        let done = life
            .table
            .decide(&player(1), &Command::Rematch { seat: None }, &moment);
        match done.unwrap() {
            Verdict::Done(seq) => seq,
            Verdict::Does(decision) => panic!("{decision:?}"),
        }
    };
    assert_eq!(answer(&life), offered);
    life.order(&player(3), rematch.clone()).unwrap();
    assert_eq!(
        answer(&life),
        offered,
        "clicked again, the first answer again"
    );
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
fn untimed_games_end_when_nobody_cares_any_more() {
    let mut life = Life::new("classic", TimeControl::None, 2);
    life.step();
    life.now += 30 * 86_400_000;
    let decision = life.table.expire(life.now, &TERMS).unwrap();
    life.adopt(decision);
    assert_eq!(life.reason(), Some(Reason::Abandoned));
}
