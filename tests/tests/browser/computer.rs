//! Classic games against the computer, by one kind of hand each.

use halma_core::{Game, Path, Position, Rules, Seat, SeatSet, Square};
use halma_protocol::GameId;
use halma_tests::{Window, keys, vectors};
use serde_json::{Value, json};

use crate::hand::{Hand, tab_to};
use crate::scene::Scene;

/// So many moves before its end a known game is handed over.
const LEFT: usize = 24;

/// No whole game takes so many.
const WHOLE: usize = 400;

#[tokio::test(flavor = "multi_thread")]
async fn keys_alone_make_a_classic_game_with_the_computer_and_undo_and_redo() {
    let scene = Scene::new().await;
    let window = scene.browsers.open(&scene.server.url()).await;
    window
        .until_shown("[data-test=new-computer]:not(:disabled)")
        .await;
    tab_to(&window, "[data-test=level]").await;
    // The first of the levels.
    window.keys(&keys::UP.to_string().repeat(8)).await;
    tab_to(&window, "[data-test=new-computer]").await;
    window.keys(&keys::ENTER.to_string()).await;
    window.until_shown(".movable > [data-square]").await;
    let hash = window.script("return location.hash.split('/')[2]").await;
    let game: GameId = serde_json::from_value(hash).unwrap();
    tab_to(&window, "[data-square]").await;

    // A hint, the move that it shows, and both of them undone and made again.
    window.keys("h").await;
    window.until_shown(".ghost").await;
    window.keys(&keys::ENTER.to_string()).await;
    until_mine_again(&window, 2).await;
    window.keys("u").await;
    until_mine_again(&window, 0).await;
    window.keys("r").await;
    until_mine_again(&window, 2).await;
    assert_eq!(scene.moves(game).await.len(), 2);
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_end_a_game_against_the_computer() {
    end_a_game(Hand::Keys).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mouse_ends_a_game_against_the_computer() {
    end_a_game(Hand::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fingers_end_a_game_against_the_computer() {
    end_a_game(Hand::Touch).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mouse_plays_a_whole_classic_game_against_the_computer() {
    let request = json!({ "rules": "classic", "seats": ["white"], "computers": { "black": 1 } });
    let start = *Game::new(Rules::new(vectors::named("classic#1").rules).unwrap()).position();
    play_out(Hand::Mouse, &request, start, WHOLE).await;
}

/// Plays on from where a known game has nearly come to its end, and wins.
async fn end_a_game(hand: Hand) {
    let vector = vectors::named("classic#1");
    let mut game = Game::new(Rules::new(vector.rules).unwrap());
    for path in &vector.moves[..vector.moves.len() - LEFT - 1] {
        game.play(path).unwrap();
    }
    let start = *game.position();
    assert_eq!(start.to_move(), Seat::White);
    let request = json!({
        "rules": "classic", "start": start.to_string(),
        "seats": ["white"], "computers": { "black": 1 },
    });
    let winners = play_out(hand, &request, start, 4 * LEFT).await;
    assert!(winners.contains(Seat::White), "the first level has won");
}

/// Walks home against the computer until the game is over, and looks at what the page says of it.
async fn play_out(hand: Hand, request: &Value, start: Position, most: usize) -> SeatSet {
    let scene = Scene::new().await;
    let (id, window) = scene.alone(&hand.look(), request).await;
    if hand == Hand::Keys {
        tab_to(&window, "[data-square]").await;
    }
    let winners = loop {
        let mut game = Game::from_position(start);
        for (_, path) in scene.moves(id).await {
            game.play(&path).unwrap();
        }
        if let Some(outcome) = game.outcome() {
            break outcome.winners;
        }
        assert!(game.len() < most, "it leads nowhere: {}", game.position());
        hand.make(&window, &homeward(game.position())).await;
        let plies = u64::try_from(game.len()).unwrap() + 2;
        until_mine_again(&window, plies).await;
    };
    let said = if winners.contains(Seat::White) {
        "You win"
    } else if winners.is_empty() {
        "A draw"
    } else {
        "Black wins"
    };
    window.until_text("[data-test=result] h2", said).await;
    scene.browsers.end().await;
    winners
}

/// Waits until so many plies have been made and one is to move, or the game is over.
async fn until_mine_again(window: &Window, plies: u64) {
    let made = "document.querySelectorAll('.moves [data-ply]').length";
    let over = "document.querySelector('.game').dataset.status === 'finished'";
    let movable = "document.querySelector('.movable')";
    window
        .until(&format!("{over} || ({made} === {plies} && {movable})"))
        .await;
}

/// The move that brings White's pieces nearest to the squares of the goal that are still free.
fn homeward(position: &Position) -> Path {
    let goal = position.rules().goal(Seat::White);
    let far = |one: Square, other: Square| {
        let far = one.file().abs_diff(other.file());
        u32::from(far.max(one.rank().abs_diff(other.rank())))
    };
    let left = |path: &Path| -> u32 {
        let next = position.play(path).unwrap();
        let pieces = next.pieces(Seat::White);
        let free: Vec<Square> = goal
            .iter()
            .filter(|square| !pieces.contains(*square))
            .collect();
        let away = pieces.iter().filter(|square| !goal.contains(*square));
        let nearest = |piece| free.iter().map(|square| far(piece, *square)).min();
        away.filter_map(nearest).map(|far| far + 1).sum()
    };
    let moves = position.legal_moves();
    let paths = moves
        .flat_map(|(from, ends)| ends.iter().map(move |to| (from, to)))
        .filter_map(|(from, to)| position.shortest_path(from, to));
    paths.min_by_key(left).unwrap()
}
