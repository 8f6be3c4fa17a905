//! Time: flags, first moves and gifts.

use super::*;

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
