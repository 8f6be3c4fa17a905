//! A telephone that lies on its side: the whole board is seen, and all that belongs to a turn.

use halma_core::Square;
use halma_tests::{Look, Pointer, Window, create};

use crate::scene::{Scene, WAYS};

fn lying() -> Look {
    Look {
        width: 740,
        height: 360,
        ..Look::phone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_to_its_result_without_scrolling() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&lying(), &WAYS).await;
    assert_in_view(&window, &[".board", "[data-test=turn]", "[data-test=menu]"]).await;
    let board = window
        .script("return document.querySelector('.board').getBoundingClientRect().height")
        .await;
    assert!(board.as_f64().unwrap() > 320.0, "the board is {board} high");

    let squares: [Square; 2] = ["a1", "e5"].map(|square| square.parse().unwrap());
    window.tap_squares(Pointer::Touch, &squares).await;
    window.until_shown(".ghost").await;
    assert_in_view(&window, &["[data-test=cancel]", "[data-test=confirm]"]).await;
    window
        .tap(Pointer::Touch, &["[data-test=confirm]:not(:disabled)"])
        .await;
    window.until_event(5).await;
    assert_eq!(scene.moves(game).await.len(), 1);

    window.click("[data-test=show-moves]").await;
    window.until_shown("[data-test=replay-back]").await;
    assert_in_view(
        &window,
        &[".board", "[data-test=replay-back]", "[data-ply=\"1\"]"],
    )
    .await;
    window.click("[data-test=show-moves]").await;
    window.click("[data-test=menu]").await;
    window.click("[data-test=menu-resign]").await;
    assert_in_view(
        &window,
        &["[data-test=resign-no]", "[data-test=resign-yes]"],
    )
    .await;
    window.click("[data-test=resign-yes]").await;
    window.until_shown("[data-test=result]").await;
    assert_in_view(
        &window,
        &[".board", "[data-test=result]", "[data-test=rematch]"],
    )
    .await;
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_vote_beside_the_board() {
    let scene = Scene::new().await;
    let looks = vec![lying(); 4];
    let sitting = scene.sit(&create("four"), &looks).await;
    let [white, red, ..] = &sitting.windows[..] else {
        panic!("four seats")
    };
    red.click("[data-test=draw]").await;
    white.until_shown("[data-test=accept]").await;
    let needed = [
        ".board",
        "[data-seat=white]",
        "[data-seat=blue]",
        "[data-test=refuse]",
        "[data-test=accept]",
    ];
    assert_in_view(white, &needed).await;
    scene.browsers.end_though_moved(&[]).await;
}

/// All of each of these is in the window.
async fn assert_in_view(window: &Window, selectors: &[&str]) {
    let script = format!(
        "return {}.filter((selector) => {{
             const {{ left, top, right, bottom, width }} = document.querySelector(selector).getBoundingClientRect();
             return width === 0 || left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
         }})",
        serde_json::json!(selectors)
    );
    let hidden = window.script(&script).await;
    assert_eq!(hidden, serde_json::json!([]), "out of view");
}
