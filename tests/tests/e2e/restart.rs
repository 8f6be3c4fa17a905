//! The server's own process, ended in every way and started again.

use halma_core::Seat;
use halma_tests::{Data, Player, Process, create, on_both_engines, table};

on_both_engines!(
    a_killed_server_has_everything_it_said,
    a_stopped_server_ends_well
);

async fn a_killed_server_has_everything_it_said(data: Data) {
    let mut server = Process::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    players[0].play_any().await;
    let seq = players[1].play_any().await;
    server.kill().await;
    server.restart().await;
    let (rest, seen) = players.remove(1).vanish();
    let mut black = Player::back(&rest).await;
    black.seen = seen;
    black.resume(game, seq).await;
    assert_eq!(black.seen.seq, seq, "nothing was missed");
    let mut white = Player::back(&players[0].rest).await;
    white.join(game).await;
    assert_eq!(white.play_any().await, seq + 1);
    assert_eq!(black.until_event(seq + 1).await.to_move, Some(Seat::Black));
}

async fn a_stopped_server_ends_well(data: Data) {
    let mut server = Process::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let seq = players[0].play_any().await;
    assert!(server.terminate().await.success());
    let log = server.log();
    assert!(log.contains(&server.url()), "it says where it is: {log}");
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
    let token = players[0].rest.token().unwrap();
    assert!(!log.contains(token), "tokens stay out of logs");
    assert_eq!(data.stored().await.count(game).await, seq);
}
