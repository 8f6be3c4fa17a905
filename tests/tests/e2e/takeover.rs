//! One server a database: a second one waits, and takes over when the first is gone.

use halma_client::Error;
use halma_protocol::{ClosingReason, ErrorCode, Readiness, ServerMsg};
use halma_tests::{
    CaughtUp, Data, Engine, Player, Server, Setup, Socket, create, eventually, on_both_engines,
    table,
};
use http::StatusCode;
use sqlx::{Connection, PgConnection};

on_both_engines!(the_second_waits_for_the_first);

async fn the_second_waits_for_the_first(data: Data) {
    let first = Server::start(&data).await;
    let (game, mut players) = table(&first.rest(), &create("grasshopper")).await;
    players[0].play_any().await;
    let second = Setup::new(&data).random(8).begin().await;
    let waiting = eventually("a waiting server", async || {
        let answer = second.http().get("/readyz").await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        let readiness: Readiness = answer.json();
        readiness.waiting_for.filter(|what| what.contains("lock"))
    });
    waiting.await;
    // It lives, and serves nobody.
    assert_eq!(second.http().get("/healthz").await.status, StatusCode::OK);
    let refused = second.http().get("/api/games").await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.problem().code, ErrorCode::Unavailable);
    assert!(refused.headers.contains_key("retry-after"));
    let socket = Socket::try_open(&second.url(), None).await;
    assert_eq!(socket.unwrap_err().code, ErrorCode::Unavailable);
    // The first is not disturbed.
    players[1].play_any().await;
    assert!(first.ready().await.ready);
    first.stop().await;
    second.ready().await;
    let back = |player: Player| {
        let rest = second.rest().with_token(player.vanish().0.token().unwrap());
        async move { Player::back(&rest).await }
    };
    let black = players.pop().unwrap();
    let mut white = back(players.pop().unwrap()).await;
    let CaughtUp::Events(events) = white.resume(game, 5).await else {
        panic!("no events");
    };
    assert_eq!(events.len(), 1);
    white.play_any().await;
    let mut black = back(black).await;
    black.join(game).await;
    assert_eq!(black.play_any().await, 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_loses_the_lock_stops_at_once_and_may_come_back() {
    let data = Data::new(Engine::Postgres).await;
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let mut database = PgConnection::connect(data.url().unwrap()).await.unwrap();
    let cut: i64 = sqlx::query_scalar(
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
         WHERE application_name = 'halma-lock' AND datname = current_database()",
    )
    .fetch_one(&mut database)
    .await
    .unwrap();
    assert_eq!(cut, 1);
    for player in &mut players {
        let closing = loop {
            if let ServerMsg::Closing(closing) = player.hear().await.unwrap() {
                break closing;
            }
        };
        assert_eq!(closing.reason, ClosingReason::LostLock);
        assert!(closing.resume);
        assert_eq!(player.hear().await.unwrap_err(), Error::Closed(1012));
    }
    server.ready().await;
    let mut white = Player::back(&players[0].rest).await;
    white.join(game).await;
    assert_eq!(white.play_any().await, 5);
}
