//! Whole games from the first move to the result, every seat by another hand.

use futures_util::future::join_all;
use halma_core::Rules;
use halma_tests::{Look, vectors};

use crate::hand::{Hand, tab_to};
use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn four_windows_play_a_whole_game_by_mouse_touch_keys_and_pen() {
    let hands = [Hand::Mouse, Hand::Touch, Hand::Keys, Hand::Pen];
    play("four#1", &hands).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_play_a_whole_game_by_touch_keys_typing_and_mouse() {
    let hands = [Hand::Touch, Hand::Keys, Hand::Typing, Hand::Mouse];
    play("partners#1", &hands).await;
}

/// Plays a game that is known from elsewhere; its seats are in the order they move.
async fn play(name: &str, hands: &[Hand]) {
    let vector = vectors::named(name);
    assert!(vector.passes.is_empty() && vector.outs.is_empty());
    let scene = Scene::new().await;
    // Small ones, for what four browsers draw at every move takes most of the time.
    let small = |hand: &Hand| Look {
        width: hand.look().width.min(520),
        height: 740,
        ..hand.look()
    };
    let looks: Vec<Look> = hands.iter().map(small).collect();
    let sitting = scene.sit(&vector.create(), &looks).await;
    let seats = Rules::new(vector.rules).unwrap().seats();
    for (window, hand) in sitting.windows.iter().zip(hands) {
        if *hand == Hand::Keys {
            tab_to(window, "[data-square]").await;
        }
    }
    let moves = vector.moves.iter().zip(&vector.seats);
    for (seq, (path, seat)) in (sitting.begun + 1..).zip(moves) {
        let mover = seats.iter().position(|other| other == seat).unwrap();
        hands[mover].make(&sitting.windows[mover], path).await;
        join_all(
            sitting
                .windows
                .iter()
                .map(|window| window.until_reached(seq)),
        )
        .await;
    }
    let made = scene.moves(sitting.game).await;
    assert!(made.iter().map(|(_, path)| path).eq(&vector.moves));
    let winners = vector.result.unwrap().winners;
    for (seat, window) in seats.iter().zip(&sitting.windows) {
        let words = if winners.contains(*seat) {
            "You win"
        } else {
            "win"
        };
        window.until_text("[data-test=result] h2", words).await;
    }
    scene.browsers.end().await;
}
