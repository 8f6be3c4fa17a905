//! One person on all seats: undo, redo, restart, and a board set up freely.

use halma_core::{Reason, Seat};
use halma_protocol::{ClientMsg, ErrorCode, GameStatus, OnGame};
use halma_tests::{CaughtUp, Data, Player, create, on_both_engines};
use serde_json::json;

use crate::scene::{Scene, successor, timed};

on_both_engines!(
    undo_and_redo,
    four_seats_on_one_screen_go_back_one_by_one,
    a_game_does_not_grow_for_ever,
    others_must_agree_instead,
    a_rated_game_is_never_undone,
    a_restart_keeps_everything_but_the_moves,
    a_restart_keeps_whoever_begins,
    any_position_can_be_played
);

async fn alone(scene: &Scene, rules: &str) -> (Player, halma_protocol::GameSummary) {
    let mut game = create(rules);
    game.seats = vec![Seat::White, Seat::Black];
    let mut me = Player::guest(&scene.server.rest(), "Me").await;
    let made = me.rest.create_game(&game).await.unwrap();
    me.join(made.id).await;
    (me, made)
}

async fn undo_and_redo(data: Data) {
    let scene = Scene::new(&data).await;
    let (mut me, made) = alone(&scene, "grasshopper").await;
    let nothing = me
        .command(|id, game| ClientMsg::Undo(OnGame { id, game }))
        .await
        .unwrap_err();
    assert_eq!(nothing.code, ErrorCode::NothingToUndo);
    me.play_any().await;
    let one = me.seen.board.clone();
    me.play_any().await;
    let two = me.seen.board.clone();
    me.command(|id, game| ClientMsg::Undo(OnGame { id, game }))
        .await
        .unwrap();
    assert_eq!(
        (me.seen.board.clone(), me.seen.to_move),
        (one, Some(Seat::Black))
    );
    me.command(|id, game| ClientMsg::Redo(OnGame { id, game }))
        .await
        .unwrap();
    assert_eq!(
        (me.seen.board.clone(), me.seen.to_move),
        (two, Some(Seat::White))
    );
    let board = me.seen.board.clone();
    let mut again = Player::back(&me.rest).await;
    let CaughtUp::State(state) = again.join(made.id).await else {
        panic!("a state")
    };
    assert!(state.solo);
    assert_eq!(again.seen.board, board, "the store agrees");
}

async fn four_seats_on_one_screen_go_back_one_by_one(data: Data) {
    let scene = Scene::new(&data).await;
    let mut game = create("four");
    game.seats = Seat::ALL.to_vec();
    let mut me = Player::guest(&scene.server.rest(), "Us").await;
    let made = me.rest.create_game(&game).await.unwrap();
    me.join(made.id).await;
    let mut stood = vec![(me.seen.board.clone(), me.seen.to_move)];
    for _ in 0..6 {
        me.play_any().await;
        stood.push((me.seen.board.clone(), me.seen.to_move));
    }
    for before in stood[..6].iter().rev() {
        let undo = |id, game| ClientMsg::Undo(OnGame { id, game });
        me.command(undo).await.unwrap();
        assert_eq!(&(me.seen.board.clone(), me.seen.to_move), before);
    }
    for after in &stood[1..] {
        let redo = |id, game| ClientMsg::Redo(OnGame { id, game });
        me.command(redo).await.unwrap();
        assert_eq!(&(me.seen.board.clone(), me.seen.to_move), after);
    }
}

async fn a_game_does_not_grow_for_ever(data: Data) {
    let scene = Scene::with_flags(&data, &["--game-events", "12"]).await;
    let (mut me, _) = alone(&scene, "grasshopper").await;
    me.play_any().await;
    let refusal = loop {
        let undo = |id, game| ClientMsg::Undo(OnGame { id, game });
        let redo = |id, game| ClientMsg::Redo(OnGame { id, game });
        if let Err(refusal) = me.command(undo).await {
            break refusal;
        }
        if let Err(refusal) = me.command(redo).await {
            break refusal;
        }
    };
    assert_eq!(refusal.code, ErrorCode::TooLong);
    assert_eq!(me.seen.seq, 12);
    let again = |id, game| ClientMsg::Restart(OnGame { id, game });
    me.command(again).await.expect("it can be ended");
}

async fn others_must_agree_instead(data: Data) {
    let scene = Scene::new(&data).await;
    let (_, mut players) = scene.table(&create("grasshopper")).await;
    players[0].play_any().await;
    for command in [ClientMsg::Undo, ClientMsg::Redo, ClientMsg::Restart] {
        let refusal = players[0]
            .command(|id, game| command(OnGame { id, game }))
            .await
            .unwrap_err();
        assert_eq!(refusal.code, ErrorCode::NotSolo);
    }
}

async fn a_rated_game_is_never_undone(data: Data) {
    let scene = Scene::new(&data).await;
    let mut players = [scene.account("Ada").await, scene.account("Ida").await];
    let clock = json!({ "kind": "fischer", "initial": 600_000, "increment": 0 });
    let mut wish = timed("grasshopper", clock);
    wish.rated = true;
    wish.seats = vec![Seat::White, Seat::Black];
    let alone = players[0].rest.create_game(&wish).await.unwrap_err();
    assert_eq!(alone.code(), Some(ErrorCode::NotRated));

    wish.seats = vec![Seat::White];
    let made = players[0].rest.create_game(&wish).await.unwrap();
    players[1].rest.take_seat(made.id, None).await.unwrap();
    for player in &mut players {
        player.join(made.id).await;
    }
    players[0].play_any().await;
    let seq = players[1].play_any().await;
    for player in &mut players {
        player.until_event(seq).await;
        for command in [ClientMsg::Undo, ClientMsg::Redo, ClientMsg::Restart] {
            let refusal = player
                .command(|id, game| command(OnGame { id, game }))
                .await;
            assert_eq!(refusal.unwrap_err().code, ErrorCode::NotSolo);
        }
        assert_eq!(player.seen.seq, seq, "nothing has happened");
    }
    players[0].play_any().await;
}

async fn a_restart_keeps_everything_but_the_moves(data: Data) {
    let scene = Scene::new(&data).await;
    let (mut me, made) = alone(&scene, "grasshopper").await;
    me.play_any().await;
    me.command(|id, game| ClientMsg::Restart(OnGame { id, game }))
        .await
        .unwrap();
    let outcome = me
        .until(|seen| seen.outcome.is_some())
        .await
        .outcome
        .unwrap();
    assert_eq!(outcome.reason, Reason::Aborted);
    let next = successor(&mut me).await;
    let CaughtUp::State(state) = me.join(next).await else {
        panic!("a state")
    };
    assert_eq!(state.predecessor, Some(made.id));
    assert_eq!(state.status, GameStatus::Playing);
    assert_eq!(state.yours, [Seat::White, Seat::Black]);
    assert_eq!(state.to_move, Some(Seat::White));
    me.play_any().await;
}

async fn a_restart_keeps_whoever_begins(data: Data) {
    let scene = Scene::new(&data).await;
    let mut by_rules = create("grasshopper");
    by_rules.rules = serde_json::from_value(json!({ "board": 8, "first": "black" })).unwrap();
    let mut by_start = create("grasshopper");
    by_start.start = Some("8/8/8/3w4/3b4/8/8/8 b 4,3".to_owned());
    for mut wish in [by_rules, by_start] {
        wish.seats = vec![Seat::White, Seat::Black];
        let mut me = Player::guest(&scene.server.rest(), "Me").await;
        let made = me.rest.create_game(&wish).await.unwrap();
        let CaughtUp::State(start) = me.join(made.id).await else {
            panic!("a state")
        };
        assert_eq!(start.to_move, Some(Seat::Black));
        // White is to move when it is restarted.
        me.play_any().await;
        me.command(|id, game| ClientMsg::Restart(OnGame { id, game }))
            .await
            .unwrap();
        let next = successor(&mut me).await;
        let CaughtUp::State(state) = me.join(next).await else {
            panic!("a state")
        };
        assert_eq!(
            (state.rules, &state.position, state.to_move),
            (start.rules, &start.position, start.to_move)
        );
        assert_eq!(me.turn().await.seat, Seat::Black);
        me.play_any().await;
    }
}

async fn any_position_can_be_played(data: Data) {
    let scene = Scene::new(&data).await;
    let mut game = create("grasshopper");
    game.start = Some("8/8/8/3w4/3b4/8/8/8 b 4,3".to_owned());
    game.seats = vec![Seat::White, Seat::Black];
    let mut me = Player::guest(&scene.server.rest(), "Me").await;
    let made = me.rest.create_game(&game).await.unwrap();
    let CaughtUp::State(state) = me.join(made.id).await else {
        panic!("a state")
    };
    assert_eq!(state.position, "8/8/8/3w4/3b4/8/8/8 b 4,3");
    let turn = me.turn().await;
    assert_eq!(turn.seat, Seat::Black);
    me.play("d4-d6".parse().unwrap()).await.unwrap();
}
