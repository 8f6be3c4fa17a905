//! Ways to a game: the maker, the practice board, a challenge; and what the first page says of games.

use halma_core::{Game, Rules, Seat};
use halma_tests::{Look, create, table, vectors};
use serde_json::{Value, json};

use crate::scene::{Scene, pieces};

/// The game that a page has gone to, as the server tells it.
async fn game_of(scene: &Scene, hash: &Value) -> Value {
    let parts: Vec<&str> = hash.as_str().unwrap().split('/').collect();
    let key = parts.get(3).map(|key| format!("?key={key}"));
    let path = format!("/api/games/{}{}", parts[2], key.unwrap_or_default());
    scene.server.http().get(&path).await.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_in_the_maker_is_in_the_game() {
    let scene = Scene::new().await;
    let url = format!("{}/#/new", scene.server.url());
    let window = scene.browsers.open(&url).await;
    window.click("input[value=marked]").await;
    window.until_text("[data-test=rules-name]", "Marked").await;
    window.choose("[data-test=holder-black]", "2").await;
    window.choose("[data-test=clock]", "fischer").await;
    window.fill("[data-test=clock-minutes]", "3").await;
    window.fill("[data-test=clock-seconds]", "2").await;
    window.click("[data-test=hidden]").await;
    window.click("[data-test=make-game]").await;
    window.until_shown(".movable > [data-square]").await;
    let hash = window.script("return location.hash").await;
    // A private game has a key in its link.
    assert_eq!(hash.as_str().unwrap().split('/').count(), 4);
    let game = game_of(&scene, &hash).await;
    assert_eq!(
        [&game["preset"], &game["computers"]],
        [&json!("marked"), &json!({ "black": 2 })]
    );
    let clock = json!({ "kind": "fischer", "initial": 180_000, "increment": 2_000 });
    assert_eq!(game["clock"], clock);
    // The marked pieces wear a crown, and nobody's are home.
    assert_eq!(window.count("[data-piece] use[href=\"#crown\"]").await, 2);
    window
        .until_text(".strip[data-seat=white] .strip-home", "0/19")
        .await;
    // Rules of one's own.
    window.go(&url).await;
    window.click("[data-test=every-option]").await;
    window.choose("[data-test=option-board]", "8").await;
    window.click("[data-test=make-game]").await;
    window.until_shown("[data-test=copy-link]").await;
    let game = game_of(&scene, &window.script("return location.hash").await).await;
    assert_eq!(game["rules"]["board"], 8);
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_set_up_on_the_practice_board_and_played() {
    let scene = Scene::new().await;
    let url = format!("{}/#/board", scene.server.url());
    let window = scene.browsers.open(&url).await;
    window
        .choose("[data-test=practice-rules]", "grasshopper")
        .await;
    // The rules have come when the board is theirs: eight by eight.
    window
        .until("document.querySelectorAll('[data-square]').length === 64")
        .await;
    window.click("[data-test=practice-clear]").await;
    window
        .until("document.querySelectorAll('[data-piece]').length === 0")
        .await;
    window.click("[data-test=tool-white]").await;
    window.press("b2".parse().unwrap()).await;
    window.press("c3".parse().unwrap()).await;
    window.click("[data-test=tool-black]").await;
    window.press("g7".parse().unwrap()).await;
    window
        .until("document.querySelectorAll('[data-piece]').length === 3")
        .await;
    let set_up = window.pieces().await;
    window.click("[data-test=practice-go]").await;
    window.until_shown(".movable > [data-square=b2]").await;
    window
        .until("document.querySelectorAll('[data-piece]').length === 3")
        .await;
    assert_eq!(window.pieces().await, set_up);
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_declined_and_another_is_accepted_wherever_one_is() {
    let scene = Scene::new().await;
    let ann = scene.enter("Ann", &Look::default()).await;
    let bob = scene.enter("Bob", &Look::phone()).await;
    bob.click("[data-test=nav-rules]").await;
    for accepted in [false, true] {
        ann.click("[data-test=nav-players]").await;
        ann.fill("[data-test=find-player]", "bo").await;
        ann.click(".found a").await;
        ann.click("[data-test=challenge]").await;
        ann.choose("[data-test=challenge-rules]", "grasshopper")
            .await;
        ann.click("[data-test=challenge-rated]").await;
        ann.click("[data-test=send-challenge]").await;
        ann.until_shown(".game:not(.is-loading)").await;
        bob.until_text("[data-test=calls] [data-test=challenge]", "Ann")
            .await;
        if accepted {
            bob.click("[data-test=accept-challenge]").await;
        } else {
            bob.click("[data-test=decline-challenge]").await;
            bob.until_hidden("[data-test=decline-challenge]").await;
            ann.click(".brand").await;
        }
    }
    for window in [&ann, &bob] {
        window.until_shown(".game[data-status=playing]").await;
    }
    let game = game_of(&scene, &ann.script("return location.hash").await).await;
    assert_eq!(
        [&game["preset"], &game["rated"]],
        [&json!("grasshopper"), &json!(true)]
    );
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_counts_the_games_that_wait_and_shows_others_as_they_go_on() {
    let scene = Scene::new().await;
    let guest = scene.server.rest().new_guest(Some("Ann")).await.unwrap();
    let rest = scene.server.rest().with_token(&guest.token);
    let mut alone = create("four");
    alone.seats = vec![Seat::White];
    let waiting = rest.create_game(&alone).await.unwrap();
    let mut turn = create("classic");
    turn.seats = vec![Seat::White];
    let turn = rest.create_game(&turn).await.unwrap();
    let other = scene.server.rest().new_guest(Some("Bob")).await.unwrap();
    let other = scene.server.rest().with_token(other.token);
    other.take_seat(turn.id, None).await.unwrap();
    let (_, mut players) = table(&scene.server.rest(), &create("classic")).await;
    let window = scene.browsers.open(&scene.server.url()).await;
    window.be(&guest).await;
    window.until("document.title.startsWith('(1) ')").await;
    let order = "return [...document.querySelectorAll('[data-test=games-mine] [data-game]')].map((row) => row.dataset.game)";
    window
        .until_shown("[data-test=games-mine] .is-waiting")
        .await;
    assert_eq!(window.script(order).await, json!([turn.id, waiting.id]));

    let vector = vectors::named("classic#1");
    let mut game = Game::new(Rules::new(vector.rules).unwrap());
    window.until_shown(".live-board [data-piece]").await;
    assert_eq!(window.pieces().await, pieces(&game));
    for (index, path) in vector.moves[..4].iter().enumerate() {
        players[index % 2].turn().await;
        players[index % 2].play(*path).await.unwrap();
        game.play(path).unwrap();
    }
    let last = vector.moves[3].to();
    window
        .until(&format!(
            "document.querySelector('.live-board [data-piece=black][data-at={last}]')"
        ))
        .await;
    assert_eq!(window.pieces().await, pieces(&game));
    window.click(".live-board").await;
    window.until_shown(".game[data-status=playing]").await;
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_count_what_the_filter_lets_through() {
    let scene = Scene::new().await;
    let (_, mut players) = table(&scene.server.rest(), &create("classic")).await;
    for (index, path) in vectors::named("classic#1").moves[..4].iter().enumerate() {
        players[index % 2].turn().await;
        players[index % 2].play(*path).await.unwrap();
    }
    players[0].resign(None).await.unwrap();
    let url = format!("{}/#/statistics", scene.server.url());
    let window = scene.browsers.open(&url).await;
    window.until_text(".preset-result", "1 game").await;
    window.until_text(".preset-result", "100.00%").await;
    window.choose("[data-test=filter-preset]", "marked").await;
    window.until_hidden(".preset-result").await;
    window.choose("[data-test=filter-preset]", "classic").await;
    window.until_text(".preset-result", "1 game").await;
    window
        .until("location.hash.includes('preset=classic')")
        .await;
    scene.browsers.end_though_moved(&[]).await;
}
