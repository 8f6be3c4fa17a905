//! The page in a real browser: two windows play, a third watches, and the server is killed.

use std::collections::BTreeMap;

use halma_core::{Game, Path, Rules, Seat};
use halma_protocol::{EventKind, GameId};
use halma_tests::{Browsers, Data, Engine, Process, create, eventually};

/// Created, two seated, started.
const START: u64 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_play_and_a_third_watches_over_a_restart() {
    let data = Data::new(Engine::Sqlite).await;
    let mut server = Process::start(&data).await;
    let host = server.rest().new_guest(Some("Host")).await.unwrap();
    let rest = server.rest().with_token(host.token);
    let made = rest.create_game(&create("grasshopper")).await.unwrap();
    let mut game = Game::new(Rules::new(made.rules).unwrap());
    let browsers = Browsers::start().await;
    let (white, black, watcher) = tokio::join!(
        browsers.open(&made.url),
        browsers.open(&made.url),
        browsers.open(&made.url),
    );
    white.click("[data-test=take-seat-white]").await;
    white.until_event(2).await;
    black.click("[data-test=take-seat-black]").await;
    let windows = [&white, &black, &watcher];
    for window in windows {
        window.until_event(START).await;
    }
    for turn in 0..20 {
        if turn == 10 {
            server.kill().await;
            for window in windows {
                window.until_connected(false).await;
            }
            server.restart().await;
            for window in windows {
                window.until_connected(true).await;
            }
        }
        let seq = START + turn + 1;
        let mover = windows[usize::from(turn % 2 == 1)];
        let wanted = some_move(&game, turn);
        mover.press(wanted.from()).await;
        mover.press(wanted.to()).await;
        mover.click("[data-test=confirm]").await;
        for window in windows {
            window.until_event(seq).await;
        }
        let path = moved(&rest, made.id, seq).await;
        assert_eq!((path.from(), path.to()), (wanted.from(), wanted.to()));
        game.play(&path).unwrap();
    }
    let pieces = pieces(&game);
    for window in windows {
        let shown = eventually("the pieces at their places", async || {
            let shown = window.pieces().await;
            (shown == pieces).then_some(shown)
        });
        shown.await;
    }
}

/// A legal move, now a step, now a chain of jumps.
fn some_move(game: &Game, turn: u64) -> Path {
    let position = game.position();
    let moves = position.legal_moves();
    let mut moves: Vec<Path> = moves
        .flat_map(|(from, ends)| ends.iter().map(move |to| (from, to)))
        .filter_map(|(from, to)| position.shortest_path(from, to))
        .collect();
    moves.sort_by_key(|path| std::cmp::Reverse(path.squares().len()));
    moves[usize::try_from(turn % 3).unwrap() * (moves.len() - 1) / 2]
}

/// The path of the move that is event `seq`.
async fn moved(rest: &halma_client::Rest, game: GameId, seq: u64) -> Path {
    let event = rest.events(game, seq - 1).await.unwrap().remove(0);
    match event.kind {
        EventKind::Moved { path, .. } => path,
        other => panic!("{other:?} is no move"),
    }
}

fn pieces(game: &Game) -> BTreeMap<String, Seat> {
    let position = game.position();
    let squares = position.occupied();
    let piece = |square| position.piece_at(square).unwrap().seat;
    squares
        .iter()
        .map(|square| (square.to_string(), piece(square)))
        .collect()
}
