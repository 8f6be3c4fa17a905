//! How much an address may ask, and how many games a player may leave open.

use std::time::Duration;

use halma_client::Error;
use halma_protocol::{ClientMsg, ErrorCode, OnSeat};
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Player, Setup, create, on_both_engines};
use http::StatusCode;
use serde_json::json;

on_both_engines!(
    an_address_may_ask_so_much_in_a_minute,
    a_player_may_leave_so_many_games_open,
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
