//! What is said: in every language, and to the ear.

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
    window
        .until("document.activeElement?.id === 'setting-language'")
        .await;
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
    // What is planned, and what a hint says, is heard as well as seen.
    assert_eq!(white.count("[data-test=hint][role=status]").await, 1);
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
    // The board is one stop on the way, and the square that has the focus is heard at once.
    tab_to(&window, "[data-test=take-seat-white]").await;
    window.keys(&keys::TAB.to_string()).await;
    window
        .until("document.activeElement.matches('[data-square]')")
        .await;
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
