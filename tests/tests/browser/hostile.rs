//! Words from elsewhere that would like to be more, or other, than words: names, messages, titles.

use halma_core::Seat;
use halma_tests::{Look, Window, create};
use serde_json::json;

use crate::scene::Scene;
use crate::states::{PAGES, States};

/// What players would like to be called.
const NAMES: [&str; 6] = [
    "<img src=x onerror=go()><script>go()</script>",
    "\u{202e}\u{5e2}\u{5d1}\u{5e8}\u{5d9}\u{5ea} \u{645}\u{62d}\u{645}\u{62f}",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}\u{1f4a5}",
    "${go()} {name} {seat}",
    "\u{200b}\u{feff}\u{2060}\u{2066}\u{2067}\u{7}\u{1b}[31m\n\t\u{ffff}",
];

/// Lets players and messages be whatever the test says, in all that comes from the server.
///
/// The server lets nobody be called so, and says nothing of the kind; the page relies on neither.
const BELIE: &str = "
(() => {
    const plain = JSON.parse;
    const called = ['Ann', 'Bob'];
    const said = new Set(['message', 'detail', 'description', 'label']);
    const belie = (key, value) => (called.includes(value) || (said.has(key) && typeof value === 'string')
        ? sessionStorage.getItem('hostile') ?? value : value);
    JSON.parse = (text) => plain(text, belie);
    Response.prototype.json = function () { return this.text().then(JSON.parse); };
    window.go = () => { window.gone = true; };
})();";

#[tokio::test(flavor = "multi_thread")]
async fn no_word_from_elsewhere_breaks_a_page() {
    let scene = Scene::new().await;
    let states = States::new(&scene.server).await;
    let look = Look {
        width: 320,
        height: 560,
        ..Look::phone()
    };
    let window = scene.browsers.open_as(&look, &states.site).await;
    let source = json!({ "source": BELIE });
    window
        .tools("Page.addScriptToEvaluateOnNewDocument", source)
        .await;
    window.be(&states.guest).await;
    let bob = states.players[1].me.clone().unwrap().id;
    let pages = PAGES.map(|path| format!("{}/{path}", states.site));
    let mut pages = Vec::from(pages);
    pages.push(format!("{}/#/player/{bob}", states.site));
    for game in [&states.waiting, &states.offered, &states.finished] {
        pages.push(game.clone());
    }
    for name in NAMES {
        let quoted = json!(name);
        let next = format!("sessionStorage.setItem('hostile', {quoted})");
        window.script(&next).await;
        for page in &pages {
            window.go(page).await;
            window
                .until("document.querySelector('h1') && !document.querySelector('.is-loading')")
                .await;
            window.until_answered().await;
            assert_unbroken(&window, page).await;
        }
        // Where it is to be read, it is.
        window.go(&states.offered).await;
        window
            .until(&format!(
                "document.querySelector('[data-seat=black] bdi').textContent === {quoted}"
            ))
            .await;
        let offer = "document.querySelector('[data-test=proposal] .offer-line').textContent";
        window.until(&format!("{offer}.includes({quoted})")).await;
    }
    assert_eq!(window.script("return window.gone ?? false").await, false);
    scene.browsers.end().await;
}

/// Nothing is made of a page's words, and nothing is wider than the window.
async fn assert_unbroken(window: &Window, page: &str) {
    let made = "main img, main script, main iframe, nav img, nav script, .calls img";
    assert_eq!(window.count(made).await, 0, "{page}");
    let wide = "return document.documentElement.scrollWidth - innerWidth";
    assert_eq!(window.script(wide).await, 0, "{page} is too wide");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_name_is_more_than_a_name() {
    let scene = Scene::new().await;
    let rest = scene.server.rest();
    let mallory = rest.new_guest(Some("Mallory")).await.unwrap();
    let look = Look {
        width: 320,
        height: 560,
        ..Look::phone()
    };
    let window = scene.browsers.open_as(&look, &scene.server.url()).await;
    for name in NAMES {
        let mut request = create("classic");
        request.seats = vec![Seat::White];
        let made = rest
            .clone()
            .with_token(&mallory.token)
            .create_game(&request)
            .await
            .unwrap();
        // The server lets nobody be called so; the page does not rely on that.
        let source = format!(
            "window.plain ??= JSON.parse;
             JSON.parse = (text) => plain(text, (key, value) => (value === 'Mallory' ? {} : value));",
            serde_json::json!(name)
        );
        let source = serde_json::json!({ "source": source });
        window
            .tools("Page.addScriptToEvaluateOnNewDocument", source)
            .await;
        window.go("about:blank").await;
        window.go(&made.url).await;
        window.until_event(2).await;
        window.click("[data-test=take-seat-black]").await;
        window.until_event(4).await;
        let shown = "return document.querySelector('[data-seat=white] bdi').textContent";
        assert_eq!(window.script(shown).await, name);
        assert_eq!(window.count("main img, main script").await, 0);
        let heights =
            "return [...document.querySelectorAll('.strip')].map((strip) => strip.offsetHeight)";
        let heights = window.script(heights).await;
        assert_eq!(heights[0], heights[1]);
        let wide = "return document.documentElement.scrollWidth - innerWidth";
        assert_eq!(window.script(wide).await, 0);
        let called = "return document.querySelector('[data-test=turn]').textContent";
        let called = window.script(called).await;
        assert!(called.as_str().unwrap().contains(name), "{called}");
    }
    scene.browsers.end().await;
}
