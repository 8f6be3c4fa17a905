//! What comes late moves nothing of what is seen: every page on a slow line.

use futures_util::future::join_all;
use halma_tests::{Browsers, Look, Window};
use serde_json::json;

use crate::scene::{Scene, register};
use crate::states::{PAGES, States};

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_fill_late_move_nothing() {
    let scene = Scene::new().await;
    let states = States::new(&scene.server).await;
    // Answers come in one order here, and in another there.
    let looks = [(Look::default(), 0), (Look::phone(), 4)].map(|(look, late)| Look {
        late: Some(late),
        ..look
    });
    join_all(
        looks
            .iter()
            .map(|look| visit(&states, &scene.browsers, look)),
    )
    .await;
    scene.browsers.end().await;
}

/// Opens every page as if it were the first one, as a guest and then as somebody with an account.
async fn visit(states: &States, browsers: &Browsers, look: &Look) {
    let window = browsers.open_as(look, &states.site).await;
    window.be(&states.guest).await;
    let player = format!("#/player/{}", states.guest.player.id);
    for path in PAGES.into_iter().chain([&*player]) {
        open(&window, &format!("{}/{path}", states.site), "h1").await;
    }
    for game in [
        &states.waiting,
        &states.offered,
        &states.finished,
        &states.alone,
    ] {
        open(&window, game, ".game:not(.is-loading)").await;
    }
    window.tools("Network.clearBrowserCookies", json!({})).await;
    let name = format!("Late {} {}", look.width, look.late.unwrap_or_default());
    register(&window, &name).await;
    for path in ["#/account", &player, "#/"] {
        // A cookie may outlive what the browser keeps for the page.
        window.script("localStorage.clear()").await;
        open(&window, &format!("{}/{path}", states.site), "h1").await;
    }
}

/// Loads a page, and waits until all that it asks for is there.
async fn open(window: &Window, url: &str, shown: &str) {
    window.go(url).await;
    window.reload().await;
    window.until_connected(true).await;
    window.until_shown(shown).await;
    window.until_answered().await;
}
