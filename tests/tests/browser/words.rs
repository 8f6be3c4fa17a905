//! What is said: in every language, to the ear, and whatever players call themselves.

use halma_core::Seat;
use halma_tests::{Look, create, keys, vectors};

use crate::hand::{Hand, tab_to};
use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn the_language_is_the_browsers_until_it_is_changed_and_the_game_stays() {
    let scene = Scene::new().await;
    let look = Look {
        language: "et-EE,et",
        ..Look::default()
    };
    let request = serde_json::json!({ "rules": "classic", "seats": ["white", "black"] });
    let (_, window) = scene.alone(&look, &request).await;
    assert_eq!(
        window.script("return document.documentElement.lang").await,
        "et"
    );
    assert_eq!(window.text("[data-test=undo]").await, "Võta tagasi");
    Hand::Mouse
        .make(&window, &vectors::named("classic#1").moves[0])
        .await;
    window.until_event(5).await;
    let pieces = window.pieces().await;
    window.click("[data-test=menu]").await;
    window.click("[data-test=menu-settings]").await;
    window.choose("[data-test=setting-language]", "es").await;
    window.until("document.documentElement.lang === 'es'").await;
    window.back().await;
    window.until_event(5).await;
    assert_eq!(window.pieces().await, pieces);
    window.until_text("[data-test=turn]", "Tu turno").await;
    window.reload().await;
    window.until_text("[data-test=turn]", "Tu turno").await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_reader_hears_squares_moves_turns_and_results() {
    let scene = Scene::new().await;
    let sitting = scene
        .sit(&create("classic"), &[Look::default(), Look::default()])
        .await;
    let [white, black] = &sitting.windows[..] else {
        panic!("two seats")
    };
    assert_eq!(black.count("[role=grid] > [role=row]").await, 16);
    assert_eq!(black.count("[role=row] [role=gridcell]").await, 256);
    let path = vectors::named("classic#1").moves[0];
    Hand::Mouse.make(white, &path).await;
    black
        .until_text(
            "[data-test=said]",
            &format!("{} to {}", path.from(), path.to()),
        )
        .await;
    black.until_text("[data-test=said]", "Your turn").await;
    white.click("[data-test=draw]").await;
    black.until_text("[data-test=said]", "draw").await;
    black.click("[data-test=refuse]").await;
    white.click("[data-test=resign]").await;
    white.click("[data-test=resign-yes]").await;
    black.until_text("[data-test=said]", "You win").await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_mark_lists_all_keys() {
    let scene = Scene::new().await;
    let window = scene
        .browsers
        .open(&scene.make(&create("classic")).await.url)
        .await;
    window.until_event(1).await;
    tab_to(&window, "[data-square]").await;
    window.keys("?").await;
    window.until_shown("[data-test=key-help]").await;
    assert!(window.count("[data-test=key-help] kbd").await > 12);
    window.keys(&keys::ESCAPE.to_string()).await;
    window.until_hidden("[data-test=key-help]").await;
    // The focus is where it was.
    window
        .until("document.activeElement.matches('[data-square]')")
        .await;
    scene.browsers.end().await;
}

/// Names that would like to be more, or other, than names.
const NAMES: [&str; 5] = [
    "<img src=x onerror=go()><script>go()</script>",
    "\u{202e}\u{5e2}\u{5d1}\u{5e8}\u{5d9}\u{5ea} \u{645}\u{62d}\u{645}\u{62f}",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}\u{1f4a5}",
    "${go()} {name} {seat}",
];

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
