//! How much an address may ask, and how many games a player may leave open.

use std::time::Duration;

use futures_util::future::select_all;
use halma_client::Error;
use halma_protocol::{ClientMsg, ErrorCode, OnSeat};
use halma_server::clock::Clock;
use halma_tests::{Data, Engine, NOW, Player, Setup, Socket, create, on_both_engines, soon};
use http::{Method, StatusCode};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tokio::task::JoinSet;

on_both_engines!(
    an_address_may_ask_so_much_in_a_minute,
    an_address_may_open_so_many_sockets_in_a_minute,
    a_player_may_leave_so_many_games_open,
    no_more_games_are_made_at_once_than_one_after_the_other,
);

async fn an_address_may_ask_so_much_in_a_minute(data: Data) {
    let clock = Clock::manual(NOW);
    let flags = ["--requests", "30", "--changes", "3"];
    let setup = Setup::with_flags(&data, &flags).clock(&clock);
    let server = setup.start().await;
    let http = server.http();
    let make = async || http.post("/api/guests", None, &json!({})).await;
    for _ in 0..3 {
        assert_eq!(make().await.status, StatusCode::CREATED);
    }
    let refused = make().await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.problem().code, ErrorCode::RateLimited);
    assert!(refused.headers.contains_key("retry-after"));
    assert!(refused.headers.contains_key("access-control-allow-origin"));
    // Reading goes on for a while, and what is no request to the API is not counted.
    for _ in 0..26 {
        assert_eq!(http.get("/api/games").await.status, StatusCode::OK);
    }
    let refused = http.get("/api/games").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(http.get("/healthz").await.status, StatusCode::OK);
    clock.advance(Duration::from_secs(20));
    assert_eq!(make().await.status, StatusCode::CREATED);
    assert_eq!(make().await.status, StatusCode::TOO_MANY_REQUESTS);
}

async fn an_address_may_open_so_many_sockets_in_a_minute(data: Data) {
    let clock = Clock::manual(NOW);
    let flags = ["--requests", "30", "--trusted-proxies", "127.0.0.1"];
    let setup = Setup::with_flags(&data, &flags).clock(&clock);
    let server = setup.start().await;
    let http = server.http();
    let from = |client| [("x-forwarded-for", client)];
    let open = async |client| Socket::knock(&server.url(), &from(client)).await;
    let refused = async |client| open(client).await.expect_err("one too many");
    for _ in 0..30 {
        // Closed at once: it is not how many are open.
        open("192.0.2.1").await.unwrap();
    }
    let answer = refused("192.0.2.1").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers.contains_key("retry-after"));
    assert_eq!(answer.problem().code, ErrorCode::RateLimited);
    // Nor may it ask on otherwise; what lies in memory is everybody's.
    for (path, status) in [("/api/games", 429), ("/docs", 200), ("/", 200)] {
        let answer = http.send(Method::GET, path, &from("192.0.2.1"), "").await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
    }
    // Others are not counted with it, and a guessed token costs as much as any.
    for _ in 0..30 {
        let headers = [
            ("x-forwarded-for", "192.0.2.2"),
            ("authorization", "Bearer guessed"),
        ];
        let refused = Socket::knock(&server.url(), &headers).await;
        let answer = refused.expect_err("a guessed token");
        assert_eq!(answer.problem().code, ErrorCode::BadToken);
    }
    assert_eq!(
        refused("192.0.2.2").await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    clock.advance(Duration::from_secs(2));
    open("192.0.2.1").await.unwrap();
    assert_eq!(
        refused("192.0.2.1").await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
}

async fn a_player_may_leave_so_many_games_open(data: Data) {
    let setup = Setup::with_flags(&data, &["--open-games", "2"]);
    let server = setup.start().await;
    let mut host = Player::guest(&server.rest(), "Host").await;
    let wish = create("classic");
    let first = host.rest.create_game(&wish).await.unwrap();
    host.rest.create_game(&wish).await.unwrap();
    let refused = host.rest.create_game(&wish).await;
    let Err(Error::Refused(problem)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(problem.code, ErrorCode::TooManyGames);
    // Others are not counted with it.
    let other = Player::guest(&server.rest(), "Other").await;
    other.rest.create_game(&wish).await.unwrap();
    // A game less makes room for another.
    host.join(first.id).await;
    host.rest.take_seat(first.id, None).await.unwrap();
    let seat = None;
    host.command(|id, game| ClientMsg::Abort(OnSeat { id, game, seat }))
        .await
        .unwrap();
    host.rest.create_game(&wish).await.unwrap();
}

async fn no_more_games_are_made_at_once_than_one_after_the_other(data: Data) {
    let setup = Setup::with_flags(&data, &["--open-games", "2"]);
    let server = setup.start().await;
    let host = Player::guest(&server.rest(), "Host").await;
    let mut asking = JoinSet::new();
    for n in 0..40 {
        let (rest, private) = (host.rest.clone(), n % 2 == 0);
        asking.spawn(async move {
            let mut wish = create("classic");
            wish.private = private;
            rest.create_game(&wish).await
        });
    }
    let mut made = 0;
    for answer in soon("every answer", asking.join_all()).await {
        match answer {
            Ok(_) => made += 1,
            Err(Error::Refused(problem)) => assert_eq!(problem.code, ErrorCode::TooManyGames),
            Err(error) => panic!("{error}"),
        }
    }
    assert!((1..=2).contains(&made), "{made} were made");
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_exports_are_under_way_at_a_time() {
    let data = Data::new(Engine::Postgres).await;
    let setup = Setup::with_flags(&data, &["--exports", "1"]);
    let server = setup.start().await;
    let mut database = PgConnection::connect(data.url().unwrap()).await.unwrap();
    let mut held = database.begin().await.unwrap();
    // Whichever export comes first waits for the games.
    sqlx::query("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *held)
        .await
        .unwrap();
    let http = server.http();
    let exports = [http.get("/api/export"), http.get("/api/export")];
    let (refused, _, others) = select_all(exports.map(Box::pin)).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.problem().code, ErrorCode::Busy);
    held.rollback().await.unwrap();
    for export in others {
        assert_eq!(export.await.status, StatusCode::OK);
    }
}
