//! Another game: offered, accepted by all, made once.

use halma_core::Seat;
use halma_protocol::{
    ClientMsg, ErrorCode, EventKind, GameStatus, OnLobby, OnSeat, ServerMsg, YourTurn,
};
use halma_tests::{CaughtUp, Data, Player, create, id, on_both_engines};

use crate::scene::{Scene, on_seat, successor};

on_both_engines!(
    a_rematch_rotates_the_first_seat,
    a_rematch_keeps_the_start_that_was_set_up,
    who_is_elsewhere_hears_of_a_rematch,
    many_clicks_make_one_game
);

/// How often each player clicks.
const CLICKS: usize = 10;

async fn a_rematch_rotates_the_first_seat(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("three")).await;
    let early = on_seat(&mut players[0], ClientMsg::Rematch)
        .await
        .unwrap_err();
    assert_eq!(early.code, ErrorCode::NotOver);
    players[0].resign(None).await.unwrap();
    players[1].resign(None).await.unwrap();
    for player in &mut players {
        player.until(|seen| seen.outcome.is_some()).await;
        on_seat(player, ClientMsg::Rematch).await.unwrap();
    }
    let next = successor(&mut players[0]).await;
    for player in &mut players {
        assert_eq!(successor(player).await, next);
    }
    for (player, seat) in players
        .iter_mut()
        .zip([Seat::White, Seat::Red, Seat::Black])
    {
        let CaughtUp::State(state) = player.join(next).await else {
            panic!("a state")
        };
        assert_eq!(state.predecessor, Some(game));
        assert_eq!(state.to_move, Some(Seat::Red), "the next seat clockwise");
        assert_eq!(state.yours, [seat], "everybody keeps the seat");
    }
    let CaughtUp::State(state) = players[0].join(game).await else {
        panic!("a state")
    };
    assert_eq!(state.successor, Some(next), "linked both ways");
    players[1].play_any().await;
}

async fn a_rematch_keeps_the_start_that_was_set_up(data: Data) {
    let scene = Scene::new(&data).await;
    let mut wish = create("grasshopper");
    wish.start = Some("8/8/8/3w4/3b4/8/8/8 w 4,4".to_owned());
    let (_, mut players) = scene.table(&wish).await;
    let seq = players[0].resign(None).await.unwrap();
    players[1].until_event(seq + 1).await;
    for player in &mut players {
        on_seat(player, ClientMsg::Rematch).await.unwrap();
    }
    let next = successor(&mut players[1]).await;
    let CaughtUp::State(state) = players[1].join(next).await else {
        panic!("a state")
    };
    assert!(
        state.position.starts_with("8/8/8/3w4/3b4/8/8/8 b "),
        "the same board, and the next seat moves first: {}",
        state.position
    );
    assert_eq!(state.to_move, Some(Seat::Black));
    players[1].play_any().await;
}

async fn who_is_elsewhere_hears_of_a_rematch(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("grasshopper")).await;
    let seq = players[0].resign(None).await.unwrap();
    let [mut white, mut black] = players.try_into().unwrap();
    black.until_event(seq + 1).await;
    on_seat(&mut black, ClientMsg::Rematch).await.unwrap();
    // Black, who would move first, closes the page and waits in the lobby.
    let (rest, _) = black.vanish();
    let mut black = Player::back(&rest).await;
    black
        .send(&ClientMsg::Subscribe(OnLobby { id: id() }))
        .await;
    while !matches!(black.next().await, ServerMsg::Lobby(_)) {}
    on_seat(&mut white, ClientMsg::Rematch).await.unwrap();
    let game = successor(&mut white).await;
    let told = loop {
        if let ServerMsg::YourTurn(turn) = black.next().await {
            break turn;
        }
    };
    let seat = Seat::Black;
    assert_eq!(told, YourTurn { game, seat });
    black.join(game).await;
    black.play_any().await;
}

async fn many_clicks_make_one_game(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("grasshopper")).await;
    players[0].resign(None).await.unwrap();
    for player in &mut players {
        player.until(|seen| seen.outcome.is_some()).await;
        for _ in 0..CLICKS {
            let (id, seat) = (id(), None);
            player
                .send(&ClientMsg::Rematch(OnSeat { id, game, seat }))
                .await;
        }
    }
    for player in &mut players {
        // Busy is an answer too: somebody else's click is being stored.
        for _ in 0..CLICKS {
            while !matches!(player.next().await, ServerMsg::Ok(_) | ServerMsg::Error(_)) {}
        }
    }
    let follows = |kind: &EventKind| matches!(kind, EventKind::Succeeded { .. });
    for player in &mut players {
        player
            .until(|seen| seen.events.iter().any(|event| follows(&event.kind)))
            .await;
        assert_eq!(
            player
                .seen
                .events
                .iter()
                .filter(|event| follows(&event.kind))
                .count(),
            1
        );
    }
    let games = scene
        .server
        .rest()
        .games(Some(GameStatus::Playing), None)
        .await
        .unwrap();
    assert_eq!(games.games.len(), 1);
}
