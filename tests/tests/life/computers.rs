//! Computers at the table.

use halma_core::{Reason, Seat};
use halma_protocol::{
    AskHint, ClientMsg, ErrorCode, EventKind, Hint, OnGame, OnSeat, ProposalKind, ServerMsg,
};
use halma_tests::{CaughtUp, Data, Player, Setup, create, eventually, id, on_both_engines};

use crate::scene::{Scene, last, propose, vote};

on_both_engines!(
    a_computer_answers_and_its_reply_is_undone,
    computers_play_each_other_to_the_end,
    a_computers_turn_outlives_the_server,
    hints_are_for_those_who_play_alone,
    hints_are_for_all_where_the_game_has_them,
    a_computer_votes_and_is_ready_for_more,
    a_computer_among_people_votes_on_a_takeback
);

async fn against(scene: &Scene, level: u8) -> Player {
    let mut game = create("grasshopper");
    game.seats = vec![Seat::White];
    game.computers.insert(Seat::Black, level);
    let mut me = Player::guest(&scene.server.rest(), "Me").await;
    let made = me.rest.create_game(&game).await.unwrap();
    me.join(made.id).await;
    me
}

async fn a_computer_answers_and_its_reply_is_undone(data: Data) {
    let scene = Scene::new(&data).await;
    let mut me = against(&scene, 3).await;
    let seq = me.play_any().await;
    me.until_event(seq + 1).await;
    let reply = me.seen.events.last().unwrap();
    assert!(matches!(
        reply.kind,
        EventKind::Moved {
            seat: Seat::Black,
            ..
        }
    ));
    assert_eq!(reply.by, None);
    me.command(|id, game| ClientMsg::Undo(OnGame { id, game }))
        .await
        .unwrap();
    assert_eq!(me.seen.to_move, Some(Seat::White));
    let undone = me.seen.events.last().unwrap();
    assert!(matches!(undone.kind, EventKind::Undone { plies: 0, .. }));
    me.command(|id, game| ClientMsg::Redo(OnGame { id, game }))
        .await
        .unwrap();
    assert_eq!(me.seen.to_move, Some(Seat::White));
    me.play_any().await;
}

async fn computers_play_each_other_to_the_end(data: Data) {
    let scene = Scene::new(&data).await;
    let host = Player::guest(&scene.server.rest(), "Host").await;
    let mut game = create("grasshopper");
    game.computers = [(Seat::White, 3), (Seat::Black, 4)].into();
    let made = host.rest.create_game(&game).await.unwrap();
    let rest = scene.server.rest();
    let outcome = eventually("its end", async || {
        rest.game(made.id).await.unwrap().outcome
    })
    .await;
    assert_eq!(outcome.reason, Reason::Home);
}

async fn a_computers_turn_outlives_the_server(data: Data) {
    let scene = Scene::new(&data).await;
    // The computer has the first turn, at a level that takes its time.
    let mut game = create("classic");
    game.seats = vec![Seat::Black];
    game.computers.insert(Seat::White, 8);
    let me = Player::guest(&scene.server.rest(), "Me").await;
    let made = me.rest.create_game(&game).await.unwrap();
    drop(me);
    scene.server.stop().await;
    let stored = data.stored().await.count(made.id).await;
    assert_eq!(stored, 3, "the server stopped before the computer moved");
    let again = Setup::new(&data)
        .clock(&scene.clock)
        .random(8)
        .start()
        .await;
    eventually("the computer's move with nobody there", async || {
        (data.stored().await.count(made.id).await > 3).then_some(())
    })
    .await;
    drop(again);
}

/// Asks for a hint on the turn the player has been told of.
async fn hint(player: &mut Player) -> Hint {
    let turn = player.turn().await;
    let asked = id();
    player
        .send(&ClientMsg::Hint(AskHint {
            id: asked.clone(),
            game: turn.game,
            at: turn.at,
        }))
        .await;
    let hint = loop {
        if let ServerMsg::Hint(hint) = player.next().await {
            break hint;
        }
    };
    assert_eq!((&hint.id, hint.line[0]), (&asked, hint.path));
    hint
}

/// Asks for a hint that is refused.
async fn no_hint(player: &mut Player) -> ErrorCode {
    let at = player.seen.at;
    let refusal = player.command(|id, game| ClientMsg::Hint(AskHint { id, game, at }));
    refusal.await.unwrap_err().code
}

async fn hints_are_for_those_who_play_alone(data: Data) {
    let scene = Scene::new(&data).await;
    let mut me = against(&scene, 1).await;
    let path = hint(&mut me).await.path;
    me.play(path).await.expect("a hint is a legal move");

    let (_, mut players) = scene.table(&create("grasshopper")).await;
    assert_eq!(no_hint(&mut players[0]).await, ErrorCode::NoHints);
}

async fn hints_are_for_all_where_the_game_has_them(data: Data) {
    let scene = Scene::new(&data).await;
    let mut with_hints = create("grasshopper");
    with_hints.hints = true;
    let (game, mut players) = scene.table(&with_hints).await;
    let mut watcher = Player::guest(&scene.server.rest(), "Watcher").await;
    let CaughtUp::State(state) = watcher.join(game).await else {
        panic!("a state")
    };
    assert!(state.hints, "everybody sees it");
    let stored = data.stored().await.count(game).await;
    let path = hint(&mut players[0]).await.path;
    assert_eq!(no_hint(&mut players[1]).await, ErrorCode::NotYourTurn);
    assert_eq!(no_hint(&mut watcher).await, ErrorCode::NotSeated);
    assert_eq!(
        data.stored().await.count(game).await,
        stored,
        "nothing is played"
    );
    players[0].play(path).await.expect("a hint is a legal move");
    players[1].until_event(stored + 1).await;
    hint(&mut players[1]).await;
}

async fn a_computer_votes_and_is_ready_for_more(data: Data) {
    let scene = Scene::new(&data).await;
    let mut me = against(&scene, 2).await;
    me.turn().await;
    let proposal = propose(&mut me, ProposalKind::Draw).await.unwrap();
    me.until_event(proposal + 1).await;
    let vote = &me.seen.events.last().unwrap().kind;
    assert!(matches!(
        vote,
        EventKind::Voted {
            seat: Seat::Black,
            ..
        }
    ));
    let game = me.seen.game;
    me.resign(None).await.unwrap();
    me.command(|id, game| {
        ClientMsg::Rematch(OnSeat {
            id,
            game,
            seat: None,
        })
    })
    .await
    .unwrap();
    let CaughtUp::State(state) = me.join(game).await else {
        panic!("a state")
    };
    assert!(state.successor.is_some(), "one click is enough");
}

async fn a_computer_among_people_votes_on_a_takeback(data: Data) {
    let scene = Scene::new(&data).await;
    let rest = scene.server.rest();
    let mut white = Player::guest(&rest, "White").await;
    let mut black = Player::guest(&rest, "Black").await;
    let mut game = create("three");
    game.seats = vec![Seat::White];
    game.computers.insert(Seat::Red, 1);
    let made = white.rest.create_game(&game).await.unwrap();
    for player in [&mut white, &mut black] {
        player.join(made.id).await;
    }
    black.rest.take_seat(made.id, None).await.unwrap();
    white.play_any().await;
    white.until(|seen| seen.to_move == Some(Seat::Black)).await;
    let proposal = propose(&mut white, ProposalKind::Takeback).await.unwrap();
    black.until_event(proposal).await;
    vote(&mut black, proposal, true).await.unwrap();
    for player in [&mut white, &mut black] {
        player.until(|seen| seen.to_move == Some(Seat::White)).await;
        let plies = last(player, |kind| match kind {
            EventKind::TakenBack { plies, .. } => Some(*plies),
            _ => None,
        });
        assert_eq!(plies, Some(0), "the computer's move is gone as well");
        let voted = EventKind::Voted {
            seat: Seat::Red,
            proposal,
            accept: true,
        };
        let red = player.seen.events.iter();
        let mut red = red.filter(|event| event.kind == voted);
        assert_eq!(red.next().map(|event| event.by), Some(None));
    }
}
