//! Looking for anyone: between which ratings, and how the search ends.

use halma_tests::{Look, Window, eventually, vectors};
use serde_json::{Value, json};

use crate::hand::Hand;
use crate::scene::Scene;

/// The only one who looks for a game, as the server tells everybody, once there is one; or nobody.
async fn until_seek(scene: &Scene, is_there: bool) -> Value {
    eventually("the seek", async || {
        let seeks: Value = scene.server.http().get("/api/seeks").await.json();
        let seek = seeks.get(0).cloned();
        (seek.is_some() == is_there).then(|| seek.unwrap_or_default())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wishes_it_is_paired_with_players_of_like_strength_only() {
    let scene = Scene::new().await;
    let ann = scene.enter("Ann", &Look::default()).await;
    ann.click("[data-test=quick-rated]").await;
    ann.choose("[data-test=quick-reach]", "100").await;
    ann.click("[data-test=new-anyone]").await;
    ann.until_shown("[data-test=search]").await;
    ann.until_text(".search-terms", "rated").await;
    let seek = until_seek(&scene, true).await;
    assert_eq!(
        [
            &seek["player"]["name"],
            &seek["rated"],
            &seek["min"],
            &seek["max"]
        ],
        [&json!("Ann"), &json!(true), &json!(1400), &json!(1600)]
    );
    // Whoever gives up the search is looked for no more.
    ann.click("[data-test=cancel-seek]").await;
    ann.until_shown("[data-test=new-anyone]").await;
    until_seek(&scene, false).await;
    ann.choose("[data-test=quick-reach]", "200").await;
    ann.click("[data-test=new-anyone]").await;
    ann.until_shown("[data-test=search]").await;
    let seek = until_seek(&scene, true).await;
    assert_eq!([&seek["min"], &seek["max"]], [&json!(1300), &json!(1700)]);
    // The search goes on wherever one is, and its game opens there.
    ann.click("[data-test=nav-rules]").await;
    ann.until_shown("[data-test=searching]").await;
    let bob = scene.enter("Bob", &Look::phone()).await;
    bob.click("[data-test=quick-rated]").await;
    bob.click("[data-test=new-anyone]").await;
    for window in [&ann, &bob] {
        window.until_shown(".game[data-status=playing]").await;
    }
    let place = "return location.hash";
    assert_eq!(ann.script(place).await, bob.script(place).await);
    until_rated(&ann, &bob).await;
    scene.browsers.end_though_moved(&[]).await;
}

/// Plays a rated game to its end, and looks at what it makes of the ratings.
async fn until_rated(ann: &Window, bob: &Window) {
    let first = "return Boolean(document.querySelector('.my-turn'))";
    ann.until_shown(".movable > [data-square], .strip.to-move[data-seat=white]")
        .await;
    bob.until_shown(".movable > [data-square], .strip.to-move[data-seat=white]")
        .await;
    let (white, black) = if ann.script(first).await == true {
        ((ann, Hand::Mouse), (bob, Hand::Touch))
    } else {
        ((bob, Hand::Touch), (ann, Hand::Mouse))
    };
    let moves = vectors::named("classic#1").moves;
    for (path, (window, hand)) in moves.iter().zip([white, black, white, black]) {
        hand.make(window, path).await;
    }
    white.0.until_shown(".movable > [data-square]").await;
    white.0.click("[data-test=menu]").await;
    white.0.click("[data-test=menu-resign]").await;
    white.0.click("[data-test=resign-yes]").await;
    for window in [white.0, black.0] {
        for name in ["Ann", "Bob"] {
            let change = format!("{name}\u{2069}: 1,500 →");
            window
                .until_text("[data-test=rating-changes]", &change)
                .await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_asked_for_no_strength() {
    let scene = Scene::new().await;
    let window = scene.browsers.open(&scene.server.url()).await;
    window.click("[data-test=new-anyone]").await;
    window.until_shown("[data-test=search]").await;
    assert_eq!(window.count(".rated-row:not([hidden])").await, 0);
    let seek = until_seek(&scene, true).await;
    assert_eq!(
        [&seek["rated"], &seek["min"]],
        [&json!(false), &Value::Null]
    );
    scene.browsers.end_though_moved(&[]).await;
}
