//! From choosing a piece to the move that is sent: routes, stops, and what cancels them.

use std::collections::BTreeSet;
use std::time::Duration;

use halma_core::Square;
use halma_tests::{Look, Pointer, Step, Window, keys};

use crate::hand::{tab_to, walk_to};
use crate::scene::{Scene, WAYS};

/// The focus is on a square.
const ON_BOARD: &str = "document.activeElement.matches('[data-square]')";
const CONFIRM: &str = "[data-test=confirm]:not(:disabled)";

#[tokio::test(flavor = "multi_thread")]
async fn a_route_is_drawn_whole_and_sent_only_when_it_is_confirmed() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::default(), &WAYS).await;
    press(&window, "a1").await;
    let ends = squares(&window, ".end").await;
    assert_eq!(ends, set("a3 b2 c1 c3 e3 e5"));

    // The longest way, then less of it.
    press(&window, "e5").await;
    let mut route = squares(&window, ".on-path").await;
    assert_eq!(window.count(".hop-number").await, 4);
    assert_eq!(window.count(".ghost").await, 1);
    press(&window, "c3").await;
    route.retain(|square| square != "e3" && square != "e5");
    assert_eq!(squares(&window, ".on-path").await, route);

    // The other way round to the same square, hop by hop.
    let other = if route.contains("c1") { "a3" } else { "c1" };
    window.keys(&keys::ESCAPE.to_string()).await;
    assert_eq!(squares(&window, ".on-path, .end").await, set(""));
    for square in ["a1", other, "c3"] {
        press(&window, square).await;
    }
    assert_eq!(
        squares(&window, ".on-path").await,
        set(&format!("a1 {other} c3"))
    );
    assert!(scene.moves(game).await.is_empty(), "it is sent already");

    // A second press of its end confirms.
    press(&window, "c3").await;
    window.until_event(5).await;
    let moves = scene.moves(game).await;
    assert_eq!(moves[0].1.to_string(), format!("a1-{other}-c3"));

    // The last move stays drawn through all its landings.
    assert_eq!(window.count(".last-knot").await, 3);
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_cancelled_by_its_button_and_confirmed_by_enter_and_undone() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::default(), &WAYS).await;
    press(&window, "a1").await;
    press(&window, "e5").await;
    window.click("[data-test=cancel]").await;
    window.until("!document.querySelector('.ghost')").await;
    window.until(ON_BOARD).await;
    assert!(scene.moves(game).await.is_empty());

    press(&window, "a1").await;
    press(&window, "e5").await;
    window.script("document.activeElement.blur()").await;
    window.keys(&keys::ENTER.to_string()).await;
    window.until_event(5).await;
    let after = window.pieces().await;

    // A button that can be pressed no more leaves the focus on the board.
    window.click("[data-test=undo]").await;
    window.until_event(6).await;
    window.until(ON_BOARD).await;
    assert!(window.pieces().await.contains_key("a1"));
    window.click("[data-test=redo]").await;
    window.until_event(7).await;
    assert_eq!(window.pieces().await, after);

    // By keys the same, and anew after a second question.
    window.keys("u").await;
    window.until_event(8).await;
    window.keys("r").await;
    window.until_event(9).await;
    window.click("[data-test=menu]").await;
    window.click("[data-test=menu-restart]").await;
    window.click("[data-test=restart-no]").await;
    assert_eq!(window.pieces().await, after);
    window.click("[data-test=menu]").await;
    window.click("[data-test=menu-restart]").await;
    window.click("[data-test=restart-yes]").await;
    window
        .until(&format!("!location.hash.includes('{game}')"))
        .await;
    window.until_shown(".movable > [data-square=a1]").await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turning_and_zooming_keep_the_plan() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::default(), &WAYS).await;
    press(&window, "a1").await;
    press(&window, "e5").await;
    let route = squares(&window, ".on-path").await;
    let seen = "return document.querySelector('.board').getAttribute('viewBox')";
    let whole = window.script(seen).await;

    window.click("[data-test=zoom-in]").await;
    assert_ne!(window.script(seen).await, whole);
    window.click("[data-test=rotate]").await;
    assert_eq!(squares(&window, ".on-path").await, route);
    window.keys("-").await;
    window.keys("-").await;
    assert_eq!(window.script(seen).await, whole);

    // Turned by a quarter, an arrow still goes where it points.
    tab_to(&window, "[data-square]").await;
    walk_to(&window, "c3".parse().unwrap()).await;
    let before = window.spots(&[":focus"]).await[0];
    window.keys(&keys::UP.to_string()).await;
    let after = window.spots(&[":focus"]).await[0];
    assert!((before.0 - after.0).abs() < 1.0 && after.1 < before.1 - 10.0);

    window.click(CONFIRM).await;
    window.until_event(5).await;
    assert_eq!(scene.moves(game).await.len(), 1);
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fingers_swipe_the_page_and_pinch_the_board_but_carry_no_piece() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::phone(), &WAYS).await;
    window
        .tap_squares(
            Pointer::Touch,
            &["a1".parse().unwrap(), "e5".parse().unwrap()],
        )
        .await;
    window.until("document.querySelector('.ghost')").await;
    let route = squares(&window, ".on-path").await;
    let seen = "return document.querySelector('.board').getAttribute('viewBox')";
    let whole = window.script(seen).await;

    // A swipe that begins on the piece leaves all as it is.
    let spots = window
        .spots(&["[data-square=a1]", "[data-square=d4]"])
        .await;
    window
        .gesture(Pointer::Touch, &[&slide(spots[0], spots[1])])
        .await;
    assert_eq!(squares(&window, ".on-path").await, route);
    assert_eq!(window.script(seen).await, whole);

    // Two fingers go apart.
    let [(x, y)] = window.spots(&[".board"]).await[..] else {
        panic!("one board")
    };
    let left = slide((x - 20.0, y), (x - 110.0, y));
    let right = slide((x + 20.0, y), (x + 110.0, y));
    window.gesture(Pointer::Touch, &[&left, &right]).await;
    window
        .until("document.querySelector('.board').classList.contains('is-zoomed')")
        .await;
    assert_eq!(squares(&window, ".on-path").await, route);

    // One finger moves what is in view then, and presses nothing.
    let zoomed = window.script(seen).await;
    window
        .gesture(Pointer::Touch, &[&slide((x, y), (x + 60.0, y - 60.0))])
        .await;
    window
        .until(&format!(
            "document.querySelector('.board').getAttribute('viewBox') !== {zoomed}"
        ))
        .await;
    assert_eq!(squares(&window, ".on-path").await, route);
    window.tap(Pointer::Touch, &[CONFIRM]).await;
    window.until_event(5).await;
    assert_eq!(scene.moves(game).await.len(), 1);
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_held_down_sees_the_square_it_means() {
    let scene = Scene::new().await;
    let game = serde_json::json!({ "rules": "classic", "seats": ["white", "black"] });
    let (_, window) = scene.alone(&Look::phone(), &game).await;
    let spot = window.spots(&["[data-square=c14]"]).await[0];
    // Whoever looks in the page itself sees it come and go.
    let look =
        "new MutationObserver(() => { window.seen ||= Boolean(document.querySelector('.lens')); })
        .observe(document.querySelector('.board-box'), { childList: true })";
    window.script(look).await;
    // Far longer than a finger must be held, for a page that is slow to notice.
    let hold = [
        Step::To(spot.0, spot.1),
        Step::Down,
        Step::Hold(Duration::from_secs(10)),
        Step::Up,
    ];
    window.gesture(Pointer::Touch, &[&hold]).await;
    window.until("window.seen").await;
    window.until_shown(".chosen > [data-square=c14]").await;
    window.until("!document.querySelector('.lens')").await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_carried_by_mouse_and_put_back_where_it_cannot_go() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::default(), &WAYS).await;
    let square = |name: &str| -> Square { name.parse().unwrap() };
    window
        .drag(Pointer::Mouse, square("a1"), square("h8"))
        .await;
    assert_eq!(window.count(".ghost").await, 0);
    assert_eq!(squares(&window, ".on-path").await, set("a1"));
    window
        .drag(Pointer::Mouse, square("a1"), square("e3"))
        .await;
    window.until("document.querySelector('.ghost')").await;
    window.drag(Pointer::Pen, square("e3"), square("e5")).await;
    assert!(squares(&window, ".on-path").await.contains("e5"));
    assert!(scene.moves(game).await.is_empty());
    window.tap(Pointer::Pen, &[CONFIRM]).await;
    window.until_event(5).await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_picked_from_lists_and_a_wrong_one_is_explained() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::default(), &WAYS).await;
    window.click("[data-test=menu]").await;
    window.click("[data-test=type-move]").await;
    // It is left as it was opened, and the focus is back on the board.
    window.keys(&keys::ESCAPE.to_string()).await;
    window.until_hidden("[data-test=typed]").await;
    window.until(ON_BOARD).await;
    window.keys("m").await;
    window.until_shown("[data-test=typed]").await;
    window.keys(&format!("a1-h8{}", keys::ENTER)).await;
    window.until_shown("#typed-problem").await;
    assert_eq!(window.count(".ghost").await, 0);
    window.choose("[data-test=typed-from]", "a1").await;
    window.choose("[data-test=typed-to]", "e5").await;
    window.until("document.querySelector('.ghost')").await;
    assert!(scene.moves(game).await.is_empty());
    window.click("[data-test=typed-send]").await;
    window.until_event(5).await;
    assert_eq!(scene.moves(game).await[0].1.to().to_string(), "e5");
    // The next move can be written at once.
    window
        .until("document.activeElement.matches('[data-test=typed-move]:enabled')")
        .await;
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wishes_it_moves_without_confirming() {
    let scene = Scene::new().await;
    let (game, window) = scene.alone(&Look::default(), &WAYS).await;
    window.click("[data-test=menu]").await;
    window.click("[data-test=menu-settings]").await;
    window.click("[data-test=setting-direct]").await;
    window.back().await;
    window.until_shown(".movable > [data-square=a1]").await;
    press(&window, "a1").await;
    press(&window, "e5").await;
    window.until_event(5).await;
    assert_eq!(scene.moves(game).await.len(), 1);
    scene.browsers.end().await;
}

async fn press(window: &Window, square: &str) {
    window
        .tap_squares(Pointer::Mouse, &[square.parse().unwrap()])
        .await;
}

/// A finger's way from one point to another.
fn slide(from: (f64, f64), to: (f64, f64)) -> Vec<Step> {
    let mut course = vec![Step::To(from.0, from.1), Step::Down];
    for part in 1..=8 {
        let part = f64::from(part) / 8.0;
        let along = |from: f64, to: f64| from + (to - from) * part;
        course.push(Step::To(along(from.0, to.0), along(from.1, to.1)));
    }
    // It stands still before it lifts, else what it moved would glide on.
    course.extend([Step::Hold(Duration::from_millis(100)), Step::Up]);
    course
}

/// The squares whose cells are of a kind.
async fn squares(window: &Window, kinds: &str) -> BTreeSet<String> {
    let script = format!(
        "return [...document.querySelectorAll('.cell')].filter((cell) => cell.matches('{kinds}'))
            .map((cell) => cell.querySelector('[data-square]').dataset.square)"
    );
    serde_json::from_value(window.script(&script).await).unwrap()
}

fn set(squares: &str) -> BTreeSet<String> {
    squares.split_whitespace().map(str::to_owned).collect()
}
