//! Every page is light for whoever opens it first, and says so where it cannot be fetched.

use halma_tests::{Browsers, Data, Engine, Look, Setup, Window};
use serde_json::json;

use crate::away::NOBODY;
use crate::meter::Meter;
use crate::scene::Scene;
use crate::states::{PAGES, States};

/// What a page may weigh that is opened first, everything included.
const MOST: u64 = 140 * 1024;
/// No page is made of less; whatever weighs less has not been measured.
const LEAST: u64 = 40 * 1024;

#[tokio::test(flavor = "multi_thread")]
async fn every_page_opened_first_is_light() {
    let scene = Scene::new().await;
    let states = States::new(&scene.server).await;
    let meter = Meter::before(scene.server.port()).await;
    let here = |url: &str| url.replace(&states.site, &meter.url());
    let window = scene.browsers.open(&meter.url()).await;
    window.be(&states.guest).await;
    window.until_connected(true).await;
    let player = format!("#/player/{}", states.guest.player.id);
    let mut pages: Vec<String> = PAGES
        .into_iter()
        .chain([&*player])
        .map(|path| format!("{}/{path}", meter.url()))
        .collect();
    pages.extend([&states.waiting, &states.offered, &states.finished].map(|url| here(url)));
    // Whatever language it is in.
    for language in ["en", "es", "et"] {
        let settings = json!({ "language": language }).to_string();
        let choose = format!("localStorage.setItem('halma.settings', '{settings}')");
        window.script(&choose).await;
        for url in &pages {
            let weight = weigh(&window, &meter, url).await;
            println!("{weight:>8} bytes  {language}  {url}");
            assert!((LEAST..MOST).contains(&weight), "{weight} bytes: {url}");
        }
    }
    scene.browsers.end_though_moved(&[]).await;
}

/// The bytes that come when a page is opened by a browser that has kept nothing.
async fn weigh(window: &Window, meter: &Meter, url: &str) -> u64 {
    window.go("about:blank").await;
    window.tools("Network.clearBrowserCache", json!({})).await;
    let before = meter.bytes();
    window.go(url).await;
    window.until_connected(true).await;
    window
        .until_shown("h1, .game:not(.is-loading) .rules-title")
        .await;
    window.until_answered().await;
    window
        .until(
            "performance.getEntriesByType('resource').every(({ responseEnd }) => responseEnd > 0)",
        )
        .await;
    meter.bytes() - before
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_cannot_be_fetched_says_so_and_comes_when_it_is_loaded_anew() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Setup::new(&data).start().await;
    let port = server.port();
    let browsers = Browsers::start().await;
    let window = browsers.open_as(&Look::phone(), &server.url()).await;
    window.until_connected(true).await;
    window.until_answered().await;
    server.stop().await;
    window.click("[data-test=nav-rules]").await;
    window.until_shown("[data-test=page-lost]").await;
    window
        .until_text("[data-test=page-lost]", "All games")
        .await;
    // By itself, when the server is back.
    let server = Setup::new(&data).random(8).start_on(port).await;
    window.until_shown(".rules-page").await;
    window.until_connected(true).await;
    window.until_answered().await;
    // No second time by itself: by hand.
    server.stop().await;
    window.click("[data-test=nav-statistics]").await;
    window.until_shown("[data-test=page-lost]").await;
    let tried = "sessionStorage.setItem('halma.reloaded', 'yes')";
    window.script(tried).await;
    let server = Setup::new(&data).random(9).start_on(port).await;
    window.click("[data-test=reload]").await;
    window.until_shown("[data-test=filter-preset]").await;
    window.until_connected(true).await;
    browsers.end_though_moved(&NOBODY).await;
    server.stop().await;
}
