//! One person at the board: back, forth and from the start.

use super::*;

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
