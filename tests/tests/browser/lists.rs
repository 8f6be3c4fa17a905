//! The lists of the first page: what stands in them stays where it is while games come and go.

use halma_client::Rest;
use halma_core::Seat;
use halma_protocol::GameId;
use halma_tests::{Look, Window, create};

use crate::scene::Scene;

/// Makes a game that waits for a player.
async fn make(rest: &Rest) -> GameId {
    let mut game = create("classic");
    game.seats = vec![Seat::White];
    rest.create_game(&game).await.unwrap().id
}

/// Where a game stands in the list of those that wait.
async fn place(window: &Window, game: GameId) -> (f64, f64) {
    let row = format!("[data-test=games-open] [data-game=\"{game}\"]");
    window.spots(&[&row]).await[0]
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_come_and_go_move_no_others() {
    let scene = Scene::new().await;
    let host = scene.server.rest().new_guest(Some("Host")).await.unwrap();
    let rest = scene.server.rest().with_token(host.token);
    let other = scene.server.rest().new_guest(Some("Other")).await.unwrap();
    let other = scene.server.rest().with_token(other.token);
    let mut games = [make(&rest).await, make(&rest).await];
    for look in [Look::default(), Look::phone()] {
        let window = scene.browsers.open_as(&look, &scene.server.url()).await;
        window.until_shown(".lists:not(.is-unread)").await;
        let mut upper = (place(&window, games[0]).await, games[0]);
        let mut lower = (place(&window, games[1]).await, games[1]);
        if upper.0.1 > lower.0.1 {
            std::mem::swap(&mut upper, &mut lower);
        }
        let ((above, upper), (below, lower)) = (upper, lower);
        other.take_seat(upper, None).await.unwrap();
        window
            .until_shown("[data-test=games-open] .game-gone")
            .await;
        assert_eq!(place(&window, lower).await, below);
        let next = make(&rest).await;
        assert_eq!(place(&window, next).await, above);
        assert_eq!(place(&window, lower).await, below);
        games = [next, lower];
    }
    scene.browsers.end().await;
}
