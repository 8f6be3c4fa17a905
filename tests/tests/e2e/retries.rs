//! Commands sent twice, too late, or too fast.

use std::sync::Mutex;

use halma_client::legal_moves;
use halma_core::Seat;
use halma_protocol::{ClientMsg, ErrorCode, OnSeat, ServerMsg, TakeSeat};
use halma_server::probe::{Point, Probe};
use halma_tests::{Data, Player, Server, Setup, create, id, on_both_engines, soon, table};
use tokio::sync::mpsc;

use ErrorCode as Code;

on_both_engines!(
    a_command_sent_twice_is_done_once,
    a_retry_outlives_the_server,
    a_seat_taken_twice_is_taken_once,
    one_command_waits_and_more_are_busy,
);

async fn a_command_sent_twice_is_done_once(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let [white, black] = &mut *players else {
        panic!("two seats");
    };
    let made = white.move_msg("a5-a4".parse().unwrap());
    let command = ClientMsg::Move(made.clone());
    // Both on their way before either is answered.
    white.send(&command).await;
    white.send(&command).await;
    assert_eq!(white.answer(&made.id).await, Ok(5));
    assert_eq!(white.answer(&made.id).await, Ok(5));
    // An id is its player's own.
    let turn = black.turn().await;
    let mut same_id = black.move_msg(legal_moves(&turn)[0]);
    same_id.id = made.id.clone();
    black.send(&ClientMsg::Move(same_id)).await;
    assert_eq!(black.answer(&made.id).await, Ok(6));
    // From another connection of the same player, and when the game has gone on.
    let mut tab = Player::back(&white.rest).await;
    tab.join(game).await;
    tab.send(&command).await;
    assert_eq!(tab.answer(&made.id).await, Ok(5));
    // An id stands for the command it was first sent with.
    let resign = OnSeat {
        id: made.id.clone(),
        game,
        seat: None,
    };
    tab.send(&ClientMsg::Resign(resign)).await;
    assert_eq!(tab.answer(&made.id).await, Ok(5));
    assert_eq!(data.stored().await.count(game).await, 6);
}

async fn a_retry_outlives_the_server(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let white = &mut players[0];
    let made = white.move_msg("a5-a4".parse().unwrap());
    white.send(&ClientMsg::Move(made.clone())).await;
    assert_eq!(white.answer(&made.id).await, Ok(5));
    let resign = OnSeat {
        id: id(),
        game,
        seat: None,
    };
    white.send(&ClientMsg::Resign(resign.clone())).await;
    let end = white.answer(&resign.id).await;
    let port = server.port();
    server.stop().await;
    let _server = Setup::new(&data).random(8).start_on(port).await;
    let mut white = Player::back(&players.remove(0).vanish().0).await;
    white.join(game).await;
    let before = data.stored().await.count(game).await;
    white.send(&ClientMsg::Move(made.clone())).await;
    assert_eq!(white.answer(&made.id).await, Ok(5));
    white.send(&ClientMsg::Resign(resign.clone())).await;
    assert_eq!(white.answer(&resign.id).await, end);
    assert_eq!(data.stored().await.count(game).await, before);
}

async fn a_seat_taken_twice_is_taken_once(data: Data) {
    let server = Server::start(&data).await;
    let host = Player::guest(&server.rest(), "Host").await;
    let game = host.rest.create_game(&create("four")).await.unwrap().id;
    let wish = TakeSeat {
        id: Some(id()),
        ..TakeSeat::default()
    };
    let mut granted = Vec::new();
    for _ in 0..3 {
        granted.push(host.rest.take_seat_as(game, wish.clone()).await.unwrap());
    }
    assert_eq!(granted[0].seat, Seat::White);
    assert!(granted.iter().all(|again| *again == granted[0]));
    let port = server.port();
    server.stop().await;
    let server = Setup::new(&data).random(8).start_on(port).await;
    let again = host.rest.take_seat_as(game, wish).await.unwrap();
    assert_eq!(again, granted[0]);
    let seats = server.rest().game(game).await.unwrap().seats;
    assert_eq!(seats.values().flatten().count(), 1);
}

/// A gate in the journal: every commit says that it has come to it, and waits to be let through.
fn gate() -> (
    Probe,
    mpsc::UnboundedReceiver<()>,
    std::sync::mpsc::Sender<()>,
) {
    let (reached, at_gate) = mpsc::unbounded_channel();
    let (open, opened) = std::sync::mpsc::channel::<()>();
    let opened = Mutex::new(opened);
    let probe = Probe::new(move |point| {
        if point == Point::BeforeCommit && reached.send(()).is_ok() {
            // The tasks beside this one go on; a gate without a keeper stands open.
            let _ = tokio::task::block_in_place(|| opened.lock().unwrap().recv());
        }
    });
    (probe, at_gate, open)
}

async fn one_command_waits_and_more_are_busy(data: Data) {
    let (probe, mut at_gate, open) = gate();
    let server = Setup::new(&data).probe(probe).start().await;
    let rest = server.rest();
    let setting = tokio::spawn(async move { table(&rest, &create("grasshopper")).await });
    for _ in 0..3 {
        // The game is made, and two seats are taken.
        soon("a commit", at_gate.recv()).await.unwrap();
        open.send(()).unwrap();
    }
    let (game, mut players) = setting.await.unwrap();
    let [white, black] = &mut *players else {
        panic!("two seats");
    };
    let made = white.move_msg("a5-a4".parse().unwrap());
    white.send(&ClientMsg::Move(made.clone())).await;
    soon("a commit", at_gate.recv()).await.unwrap();
    // White's move is being stored: one more command of white waits, the next is too many.
    let waits = OnSeat {
        id: id(),
        game,
        seat: None,
    };
    let too_many = OnSeat {
        id: id(),
        game,
        seat: None,
    };
    white.send(&ClientMsg::Resign(waits.clone())).await;
    white.send(&ClientMsg::Resign(too_many.clone())).await;
    assert_eq!(
        white.answer(&too_many.id).await.unwrap_err().code,
        Code::Busy
    );
    // Meanwhile the room is there: somebody comes, and sees what is so for certain.
    let mut watcher = Player::back(&server.rest()).await;
    watcher.join(game).await;
    assert_eq!(watcher.seen.seq, 4);
    // Nobody has heard of the move.
    black
        .send(&ClientMsg::Ping(halma_protocol::Ping { id: Some(id()) }))
        .await;
    while !matches!(black.next().await, ServerMsg::Pong(_)) {}
    assert_eq!(black.seen.seq, 4);
    open.send(()).unwrap();
    assert_eq!(white.answer(&made.id).await, Ok(5));
    soon("a commit", at_gate.recv()).await.unwrap();
    open.send(()).unwrap();
    assert_eq!(white.answer(&waits.id).await, Ok(6));
    watcher.until(|seen| seen.outcome.is_some()).await;
    // What was refused is judged anew when it comes again.
    white.send(&ClientMsg::Resign(too_many.clone())).await;
    assert_eq!(
        white.answer(&too_many.id).await.unwrap_err().code,
        Code::GameOver
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_another_position_is_stale() {
    let data = Data::new(halma_tests::Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let (_, mut players) = table(&server.rest(), &create("three")).await;
    let [white, red, black] = &mut *players else {
        panic!("three seats");
    };
    let turn = white.turn().await;
    let path = legal_moves(&turn)[0];
    for at in [0, turn.at - 1, turn.at + 1, u64::MAX] {
        let mut made = white.move_msg(path);
        made.at = at;
        white.send(&ClientMsg::Move(made.clone())).await;
        let stale = white.answer(&made.id).await.unwrap_err();
        assert_eq!((stale.code, stale.details.at), (Code::Stale, Some(turn.at)));
        let ServerMsg::State(state) = white.next().await else {
            panic!("no state after a stale move");
        };
        assert_eq!((state.id, state.at), (None, turn.at));
    }
    // Another seat goes out while white thinks: what white saw is not the position any more.
    black.resign(None).await.unwrap();
    let made = white.move_msg(path);
    let at = made.at.min(turn.at);
    white
        .send(&ClientMsg::Move(halma_protocol::Move {
            at,
            ..made.clone()
        }))
        .await;
    assert_eq!(white.answer(&made.id).await.unwrap_err().code, Code::Stale);
    white.play_any().await;
    red.play_any().await;
}
