//! The commit's answer is lost: the server cannot know, and finds out.

use halma_client::legal_moves;
use halma_protocol::{ClientMsg, ErrorCode};
use halma_tests::{Data, Engine, Program, create, table};

use crate::proxy::{Lose, Proxy};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_was_done_is_found_again() {
    let data = Data::new(Engine::Postgres).await;
    let (proxy, program) = proxied(&data).await;
    let server = program.start().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let (white, black) = two(&mut players);
    let turn = white.turn().await;
    let made = white.move_msg(legal_moves(&turn)[0]);
    proxy.lose(Lose::Answer);
    white.send(&ClientMsg::Move(made.clone())).await;
    let seq = white.answer(&made.id).await.expect("the move is stored");
    assert!(proxy.has_lost());
    black.until_event(seq).await;
    let event = data
        .stored()
        .await
        .event(game, seq)
        .await
        .expect("it is stored");
    assert_eq!(event.id, Some(made.id.clone()));
    white.send(&ClientMsg::Move(made.clone())).await;
    assert_eq!(
        white.answer(&made.id).await,
        Ok(seq),
        "a retry gets the same answer"
    );
    assert_eq!(black.play_any().await, seq + 1, "play goes on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_never_arrived_is_not_acknowledged() {
    let data = Data::new(Engine::Postgres).await;
    let (proxy, program) = proxied(&data).await;
    let server = program.start().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let (white, black) = two(&mut players);
    let turn = white.turn().await;
    let made = white.move_msg(legal_moves(&turn)[0]);
    let before = white.seen.seq;
    proxy.lose(Lose::Commit);
    white.send(&ClientMsg::Move(made.clone())).await;
    let refusal = white
        .answer(&made.id)
        .await
        .expect_err("the move is not stored");
    assert_eq!(refusal.code, ErrorCode::Busy, "it is worth another try");
    assert_eq!(data.stored().await.count(game).await, before);
    white.send(&ClientMsg::Move(made.clone())).await;
    let seq = white
        .answer(&made.id)
        .await
        .expect("the database is there again");
    assert_eq!(seq, before + 1);
    black.until_event(seq).await;
    assert_eq!(black.play_any().await, seq + 1, "play goes on");
}

/// A server whose way to its database leads through a proxy.
async fn proxied(data: &Data) -> (Proxy, Program) {
    let url = data.url().unwrap();
    let (_, rest) = url
        .split_once('@')
        .unwrap_or_else(|| url.split_once("://").unwrap());
    let target = rest.split('/').next().unwrap().to_owned();
    let proxy = Proxy::before(target.clone()).await;
    let through = url.replacen(&target, &proxy.address().to_string(), 1);
    let program = Program::server(data).database(through);
    (proxy, program)
}

fn two<T>(players: &mut [T]) -> (&mut T, &mut T) {
    let [white, black] = players else {
        panic!("two players")
    };
    (white, black)
}
