//! What players settle between them: draws, takebacks, resigning, another game.

use futures_util::future::join_all;
use halma_tests::{Look, Pointer, Window, create, vectors};

use crate::hand::Hand;
use crate::scene::{Scene, Sitting};

/// What a screen reader hears.
const SAID: &str = "[data-test=said]";

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_needs_every_vote_and_shows_who_has_not_voted() {
    let scene = Scene::new().await;
    let looks = vec![Look::default(); 4];
    let sitting = scene.sit(&create("four"), &looks).await;
    let [white, red, black, blue] = &sitting.windows[..] else {
        panic!("four seats")
    };
    red.click("[data-test=draw]").await;
    white.click("[data-test=accept]").await;
    black.click("[data-test=accept]").await;
    for window in [white, red, black, blue] {
        window
            .until("document.querySelectorAll('.vote.has-accepted').length === 3")
            .await;
        window.until_text(".vote:not(.has-accepted)", "Blue").await;
        window.until_text(SAID, "Red proposes: a draw.").await;
        window.until_text(SAID, "Black agrees.").await;
    }
    assert_eq!(red.count("[data-test=withdraw]:not([hidden])").await, 1);
    assert_eq!(white.count("[data-test=accept]:not([hidden])").await, 0);
    blue.click("[data-test=refuse]").await;
    for window in [white, red, black, blue] {
        window.until_hidden("[data-test=proposal]").await;
        window.until_text("[data-test=hint]", "Blue").await;
        window.until_text(SAID, "Blue declines the draw.").await;
    }

    blue.click("[data-test=draw]").await;
    for window in [white, red, black] {
        window.click("[data-test=accept]").await;
    }
    for window in [white, red, black, blue] {
        window.until_text("[data-test=result] h2", "A draw").await;
    }
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_when_the_other_agrees() {
    let scene = Scene::new().await;
    let sitting = scene
        .sit(&create("classic"), &[Look::default(), Look::phone()])
        .await;
    let [white, black] = &sitting.windows[..] else {
        panic!("two seats")
    };
    let before = white.pieces().await;
    open(&sitting, 1).await;
    // Who looks at something else is called by the title, until they look again.
    hide(white, true).await;
    black.click("[data-test=draw]").await;
    white.until("document.title.includes('An offer')").await;
    hide(white, false).await;
    white.until("!document.title.includes('An offer')").await;
    white.until_shown("[data-test=proposal]").await;
    black.click("[data-test=withdraw]").await;
    white.until_hidden("[data-test=proposal]").await;
    white.click("[data-test=takeback]").await;
    black.tap(Pointer::Touch, &["[data-test=accept]"]).await;
    for window in [white, black] {
        window.until_hidden("[data-test=proposal]").await;
        window
            .until_shown("[data-test=moves] .quiet-line, .bar")
            .await;
        assert_eq!(window.pieces().await, before);
    }
    white.until_shown(".movable > [data-square]").await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_is_asked_twice_and_a_rematch_takes_both_along() {
    let scene = Scene::new().await;
    let looks = [Look::default(), Look::phone()];
    let sitting = scene.sit(&create("classic"), &looks).await;
    let [white, black] = &sitting.windows[..] else {
        panic!("two seats")
    };
    open(&sitting, 2).await;
    white.click("[data-test=resign]").await;
    white.click("[data-test=resign-no]").await;
    white.until_hidden("[data-test=resign-yes]").await;
    white.click("[data-test=resign]").await;
    white.click("[data-test=resign-yes]").await;
    white
        .until_text("[data-test=result] h2", "Black wins")
        .await;
    black.until_text("[data-test=result] h2", "You win").await;

    white.click("[data-test=rematch]").await;
    black.until_text("[data-test=rematch-line]", "White").await;
    // Who has asked waits, and is not asked to accept what they offer.
    white.until_shown("[data-test=rematch]:disabled").await;
    assert_eq!(white.text("[data-test=rematch]").await, "Rematch");
    black.until_text("[data-test=rematch]", "Accept").await;
    black.tap(Pointer::Touch, &["[data-test=rematch]"]).await;
    let old = format!("!location.hash.includes('{}')", sitting.game);
    for window in [white, black] {
        window.until(&old).await;
        window
            .until("document.querySelector('.game').dataset.status === 'playing'")
            .await;
    }
    // Who was second begins; it is the same game for all that.
    black.until_shown(".my-turn").await;
    black.until_text(".rules-title", "Classic").await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stays_away_can_be_claimed_against_when_the_countdown_is_over() {
    let scene = Scene::new().await;
    let looks = vec![Look::default(); 2];
    let sitting = scene.sit(&create("classic"), &looks).await;
    let [white, black] = &sitting.windows[..] else {
        panic!("two seats")
    };
    open(&sitting, 2).await;
    open_at(&sitting, 2, 3).await;
    black.click(".brand").await;
    white
        .until_text("[data-test=claim]", "can be claimed in")
        .await;
    white.until_text(SAID, "has gone.").await;
    assert_eq!(white.count("[data-test=claim-win]:disabled").await, 1);
    white.until_shown(".strip.is-away[data-seat=black]").await;
    scene
        .pass_until(white, "[data-test=claim-win]:not(:disabled)")
        .await;
    white.until_text(SAID, "gone for too long.").await;
    white.click("[data-test=claim-win]").await;
    white.until_text("[data-test=result] h2", "You win").await;
    scene.browsers.end().await;
}

/// Lets a page believe that nobody sees it, or that somebody does again.
async fn hide(window: &Window, hidden: bool) {
    let script = format!(
        "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }});
         document.dispatchEvent(new Event('visibilitychange'))"
    );
    window.script(&script).await;
}

/// Makes the first moves of a known game.
async fn open(sitting: &Sitting, moves: usize) {
    open_at(sitting, 0, moves).await;
}

async fn open_at(sitting: &Sitting, from: usize, to: usize) {
    let vector = vectors::named("classic#1");
    for (index, path) in vector.moves[..to].iter().enumerate().skip(from) {
        Hand::Mouse.make(&sitting.windows[index % 2], path).await;
        let seq = sitting.begun + 1 + u64::try_from(index).unwrap();
        let reached = |window: &Window| {
            let window = window.clone();
            async move { window.until_reached(seq).await }
        };
        join_all(sitting.windows.iter().map(reached)).await;
    }
}
