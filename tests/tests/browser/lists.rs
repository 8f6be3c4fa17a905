//! The lists of the first page: what stands in them stays where it is while games come and go.

use halma_client::Rest;
use halma_core::Seat;
use halma_protocol::GameId;
use halma_tests::{Look, Window, create};

use crate::scene::Scene;

/// Makes a game that waits for players.
async fn make(rest: &Rest, rules: &str) -> GameId {
    let mut game = create(rules);
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
    let mut games = [make(&rest, "classic").await, make(&rest, "classic").await];
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
        let next = make(&rest, "classic").await;
        assert_eq!(place(&window, next).await, above);
        assert_eq!(place(&window, lower).await, below);
        games = [next, lower];
    }
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_ones_own_waits_among_ones_own_games_only() {
    let scene = Scene::new().await;
    let guest = scene.server.rest().new_guest(Some("Ann")).await.unwrap();
    let rest = scene.server.rest().with_token(&guest.token);
    let other = scene.server.rest().new_guest(Some("Other")).await.unwrap();
    let other = scene.server.rest().with_token(other.token);
    let (own, joined, others) = (
        make(&rest, "classic").await,
        make(&other, "four").await,
        make(&other, "classic").await,
    );
    let window = scene.browsers.open(&scene.server.url()).await;
    window.be(&guest).await;
    window.until_shown(".lists:not(.is-unread)").await;
    let listed = |list: &str| {
        format!(
            "[...document.querySelectorAll('[data-test=games-{list}] [data-game]')].map((row) => row.dataset.game)"
        )
    };
    let shows = |list: &str, games: &[GameId]| {
        let games = serde_json::json!(games);
        format!("{}.sort().join() === {games}.sort().join()", listed(list))
    };
    window.until(&shows("mine", &[own])).await;
    window.until(&shows("open", &[joined, others])).await;
    // One joined elsewhere goes from the one list to the other.
    rest.take_seat(joined, None).await.unwrap();
    window.until(&shows("open", &[others])).await;
    window
        .script("document.dispatchEvent(new Event('visibilitychange'))")
        .await;
    window.until(&shows("mine", &[own, joined])).await;
    scene.browsers.end_though_moved(&[]).await;
}
