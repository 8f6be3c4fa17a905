//! The Rust client itself: what it repairs, what it tells, and when it gives up.

use std::time::Duration;

use halma_client::{Client, Error, Game, Join, Rest, Update, legal_moves};
use halma_core::Seat;
use halma_protocol::{ErrorCode, Turn};
use halma_tests::{
    Data, Engine, Player, Process, Server, create, free_port, on_both_engines, table,
};
use uuid::Uuid;

use ErrorCode as Code;

on_both_engines!(a_game_goes_on_over_restarts_and_kills);

async fn turn(game: &mut Game) -> Turn {
    loop {
        match game.next().await.unwrap() {
            Some(Update::Turn(turn)) => return turn,
            Some(_) => {}
            None => panic!("the game was joined again"),
        }
    }
}

async fn a_game_goes_on_over_restarts_and_kills(data: Data) {
    let mut server = Process::start(&data).await;
    let host = server.rest().new_guest(None).await.unwrap();
    let rest = server.rest().with_token(host.token);
    let made = rest.create_game(&create("classic")).await.unwrap();
    for seat in [Seat::White, Seat::Black] {
        rest.take_seat(made.id, Some(seat)).await.unwrap();
    }
    let client = Client::connect(&rest).await.unwrap();
    let mut game = client
        .join(made.id, Join::new().since(0).legal())
        .await
        .unwrap();
    for number in 0..12 {
        let turn = turn(&mut game).await;
        assert_eq!(turn.at, 4 + number);
        // Given while the server is away: it is carried out when it is back, and once.
        match number % 4 {
            1 => server.kill().await,
            3 => assert!(server.terminate().await.success()),
            _ => {}
        }
        let moves = legal_moves(&turn);
        let path = moves[usize::try_from(turn.at).unwrap() % moves.len()];
        let playing = game.play(turn.at, path, None);
        if number % 2 == 1 {
            let (made, ()) = tokio::join!(playing, server.restart());
            assert_eq!(made.unwrap(), turn.at + 1);
        } else {
            assert_eq!(playing.await.unwrap(), turn.at + 1);
        }
    }
    assert_eq!(data.stored().await.count(made.id).await, 16);
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_told_and_survived() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let (id, players) = table(&server.rest(), &create("grasshopper")).await;
    let client = Client::connect(&players[0].rest).await.unwrap();
    let nowhere = client.join(Uuid::new_v4(), Join::new()).await.unwrap_err();
    assert_eq!(nowhere.code(), Some(Code::NoSuchGame));
    let mut game = client.join(id, Join::new().legal()).await.unwrap();
    let turn = turn(&mut game).await;
    let path = "a5-h5".parse().unwrap();
    let illegal = game.play(turn.at, path, None).await.unwrap_err();
    assert_eq!(illegal.code(), Some(Code::NotAdjacent));
    let stale = game.play(turn.at + 1, path, None).await.unwrap_err();
    assert_eq!(stale.code(), Some(Code::Stale));
    assert_eq!(
        game.stand(None).await.unwrap_err().code(),
        Some(Code::AlreadyStarted)
    );
    assert_eq!(game.play(turn.at, legal_moves(&turn)[0], None).await, Ok(5));
    assert_eq!(game.resign(None).await, Ok(6));
    assert_eq!(
        game.resign(None).await.unwrap_err().code(),
        Some(Code::GameOver)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_game_is_left() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let (id, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let white = &mut players[0];
    let client = Client::connect(&white.rest).await.unwrap();
    let first = client.join(id, Join::new()).await.unwrap();
    let mut second = client.join(id, Join::new().since(0)).await.unwrap();
    drop(first);
    // The first is gone; the second has everything.
    let mut seen = Vec::new();
    white.play_any().await;
    while seen.len() < 5 {
        if let Some(Update::Event(event)) = second.next().await.unwrap() {
            seen.push(event.seq);
        }
    }
    assert_eq!(seen, [1, 2, 3, 4, 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_token_ends_a_client_before_it_begins() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let stranger = server.rest().with_token("x");
    let refused = Client::connect(&stranger).await.unwrap_err();
    assert_eq!(refused.code(), Some(Code::BadToken));
    assert!(!refused.may_pass());
    assert_eq!(
        stranger.me().await.unwrap_err().code(),
        Some(Code::BadToken)
    );
    let nobody = Client::connect(&server.rest()).await.unwrap();
    assert_eq!(nobody.player(), None);
    let player = Player::guest(&server.rest(), "Ada").await;
    let known = Client::connect(&player.rest).await.unwrap();
    assert_eq!(known.player(), player.me.as_ref());
}

#[tokio::test(flavor = "multi_thread")]
async fn patience_has_an_end() {
    let rest = Rest::new(&format!("http://127.0.0.1:{}", free_port())).unwrap();
    let hasty = rest.with_patience(Duration::from_millis(300));
    assert!(matches!(Client::connect(&hasty).await, Err(Error::Lost(_))));
    assert!(matches!(hasty.rulesets().await, Err(Error::Lost(_))));
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let rest = server.rest().with_patience(Duration::from_millis(300));
    let host = rest.new_guest(None).await.unwrap();
    let host = rest.with_token(host.token);
    let made = host.create_game(&create("grasshopper")).await.unwrap();
    let client = Client::connect(&host).await.unwrap();
    let mut game = client.join(made.id, Join::new()).await.unwrap();
    server.stop().await;
    let lost = loop {
        match game.next().await {
            Ok(update) => assert!(update.is_some()),
            Err(lost) => break lost,
        }
    };
    assert!(lost.may_pass(), "{lost}");
    // Whatever is asked from then on is answered with it.
    assert_eq!(game.resign(None).await.unwrap_err(), lost);
    assert_eq!(client.join(made.id, Join::new()).await.unwrap_err(), lost);
    assert_eq!(game.next().await.unwrap_err(), lost);
}
