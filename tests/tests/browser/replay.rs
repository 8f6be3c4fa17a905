//! A game's past: looked through, linked to, and left again.

use std::collections::BTreeMap;

use halma_core::{Game, Rules, Seat};
use halma_protocol::GameId;
use halma_tests::{Look, Player, create, keys, table, vectors};

use crate::scene::{Scene, pieces};

const MOVES: usize = 12;

#[tokio::test(flavor = "multi_thread")]
async fn every_ply_can_be_looked_at_while_the_game_goes_on() {
    let scene = Scene::new().await;
    let (game, mut players) = played(&scene).await;
    let url = format!("{}/#/game/{game}", scene.server.url());
    let window = scene.browsers.open(&format!("{url}?ply=5")).await;
    window.until_text("[data-test=turn]", "5").await;
    assert_eq!(window.pieces().await, after(5));
    for (button, ply) in [("back", 4), ("forward", 5), ("forward", 6), ("first", 0)] {
        window.click(&format!("[data-test=replay-{button}]")).await;
        window
            .until(&format!("location.hash.endsWith('ply={ply}')"))
            .await;
        assert_eq!(window.pieces().await, after(ply));
    }
    // At the start the focus is where the way goes on.
    window
        .until("document.activeElement.dataset.test === 'replay-forward'")
        .await;
    window.click("[data-ply=\"9\"]").await;
    window.until("location.hash.endsWith('ply=9')").await;
    assert_eq!(window.pieces().await, after(9));
    assert_eq!(window.text(".turn[aria-current]").await.lines().count(), 2);

    // A move that is made meanwhile changes nothing of what is looked at.
    let seq = players[0].seen.seq;
    let path = vectors::named("classic#1").moves[MOVES];
    players[0].play(path).await.unwrap();
    window.until_event(seq + 1).await;
    assert_eq!(window.pieces().await, after(9));

    // It plays up to the present, and stays there.
    window.click("[data-test=replay-play]").await;
    window.until("!location.hash.includes('ply')").await;
    window
        .until("document.querySelector('[data-test=replay-play]').ariaPressed === 'false'")
        .await;
    assert_eq!(window.pieces().await, after(MOVES + 1));

    // By keys.
    window.keys(",").await;
    assert_eq!(window.pieces().await, after(MOVES));
    window.keys(&keys::ESCAPE.to_string()).await;
    assert_eq!(window.pieces().await, after(MOVES + 1));
    scene.browsers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_shown_with_its_result_its_record_and_its_past() {
    let scene = Scene::new().await;
    let (game, mut players) = played(&scene).await;
    players[0].resign(None).await.unwrap();
    let url = format!("{}/#/game/{game}", scene.server.url());
    let window = scene.browsers.open_as(&Look::phone(), &url).await;
    window
        .until_text("[data-test=result] h2", "Black wins")
        .await;
    window.click("[data-test=show-moves]").await;
    window.click("[data-test=replay-first]").await;
    window.until_hidden("[data-test=result]").await;
    assert_eq!(window.pieces().await, after(0));
    window.click("[data-test=to-present]").await;
    window.until_shown("[data-test=result]").await;
    // Who has given up takes all pieces away.
    let mut left = after(MOVES);
    left.retain(|_, seat| *seat == Seat::Black);
    assert_eq!(window.pieces().await, left);
    let link = window
        .script("return document.querySelector('.result a[target]').href")
        .await;
    let path = link
        .as_str()
        .unwrap()
        .strip_prefix(&scene.server.url())
        .unwrap()
        .to_owned();
    let record = scene.server.http().get(&path).await.body;
    assert!(
        record.contains(&vectors::named("classic#1").moves[0].to_string()),
        "{record}"
    );
    scene.browsers.end().await;
}

/// A game of which the first moves have been made.
async fn played(scene: &Scene) -> (GameId, Vec<Player>) {
    let (game, mut players) = table(&scene.server.rest(), &create("classic")).await;
    for (index, path) in vectors::named("classic#1").moves[..MOVES]
        .iter()
        .enumerate()
    {
        let player = &mut players[index % 2];
        player.turn().await;
        player.play(*path).await.unwrap();
    }
    players[0].turn().await;
    (game, players)
}

/// The pieces after so many plies.
fn after(plies: usize) -> BTreeMap<String, Seat> {
    let vector = vectors::named("classic#1");
    let mut game = Game::new(Rules::new(vector.rules).unwrap());
    for path in &vector.moves[..plies] {
        game.play(path).unwrap();
    }
    pieces(&game)
}
