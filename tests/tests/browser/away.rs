//! Connections that are lost, servers that come back, and what the page says meanwhile.

use halma_core::{Game, Rules, Seat};
use halma_tests::{Browsers, Data, Engine, Pointer, Process, Setup, create, vectors};
use http::Method;

use crate::hand::Hand;
use crate::scene::pieces;

/// What a browser says by itself where nobody listens, or nobody is ready yet.
pub(crate) const NOBODY: [&str; 2] = ["WebSocket connection to", "Failed to load resource"];

/// Created, two seated, started.
const START: u64 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_play_and_a_third_watches_over_a_kill() {
    let data = Data::new(Engine::Sqlite).await;
    let mut server = Process::start(&data).await;
    let host = server.rest().new_guest(Some("Host")).await.unwrap();
    let rest = server.rest().with_token(host.token);
    let made = rest.create_game(&create("classic")).await.unwrap();
    let mut game = Game::new(Rules::new(made.rules).unwrap());
    let browsers = Browsers::start().await;
    let (white, black, watcher) = tokio::join!(
        browsers.open(&made.url),
        browsers.open(&made.url),
        browsers.open(&made.url),
    );
    white.click("[data-test=take-seat-white]").await;
    white.until_event(2).await;
    black.click("[data-test=take-seat-black]").await;
    let windows = [&white, &black, &watcher];
    for window in windows {
        window.until_event(START).await;
    }
    white.until_text("[data-test=watchers]", "1").await;
    let moves = vectors::named("classic#1").moves;
    for (turn, path) in moves.iter().take(8).enumerate() {
        let mover = windows[turn % 2];
        if turn == 4 {
            // What is planned is still planned when the server is back.
            mover.tap_squares(Pointer::Mouse, path.squares()).await;
            server.kill().await;
            for window in windows {
                window.until_connected(false).await;
                window.until_text("[data-test=banner]", "connection").await;
            }
            server.restart().await;
            for window in windows {
                window.until_connected(true).await;
            }
            mover.until_shown(".ghost").await;
            mover.click("[data-test=confirm]").await;
        } else {
            Hand::Mouse.make(mover, path).await;
        }
        let seq = START + 1 + u64::try_from(turn).unwrap();
        for window in windows {
            window.until_event(seq).await;
        }
        game.play(path).unwrap();
    }
    let pieces = pieces(&game);
    for window in windows {
        assert_eq!(window.pieces().await, pieces);
    }
    browsers.end_but(&NOBODY).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_logged_out_from_elsewhere_goes_on_as_nobody() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Setup::new(&data).start().await;
    let made = server.rest().new_guest(Some("Ann")).await.unwrap();
    let browsers = Browsers::start().await;
    let window = browsers.open(&server.url()).await;
    window.be(&made).await;
    window.until_connected(true).await;
    window
        .until("JSON.parse(localStorage.getItem('halma.me'))?.name === 'Ann'")
        .await;
    let bearer = format!("Bearer {}", made.token);
    let proof = [("Authorization", bearer.as_str())];
    let ended = server
        .http()
        .send(Method::DELETE, "/api/sessions/current", &proof, "")
        .await;
    assert!(ended.status.is_success());
    window
        .until("JSON.parse(localStorage.getItem('halma.me')) === null")
        .await;
    window.until_connected(true).await;
    browsers.end_but(&NOBODY).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_restarts_says_so_and_the_page_comes_back() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Setup::new(&data).start().await;
    let port = server.port();
    let guest = server.rest().new_guest(Some("Host")).await.unwrap();
    let rest = server.rest().with_token(&guest.token);
    let mut request = create("classic");
    request.seats = vec![Seat::White, Seat::Black];
    let made = rest.create_game(&request).await.unwrap();
    let browsers = Browsers::start().await;
    let window = browsers.open(&made.url).await;
    window.be(&guest).await;
    window.until_shown(".movable > [data-square]").await;
    let moves = vectors::named("classic#1").moves;
    Hand::Mouse.make(&window, &moves[0]).await;
    window.until_event(START + 1).await;
    window.listen_to("[data-test=banner]").await;
    server.stop().await;
    window
        .until_text("[data-test=banner].shown", "The server restarts")
        .await;
    let server = Setup::new(&data).random(8).start_on(port).await;
    window.until_said("Back again").await;
    Hand::Mouse.make(&window, &moves[1]).await;
    window.until_event(START + 2).await;
    browsers.end_but(&NOBODY).await;
    server.stop().await;
}
