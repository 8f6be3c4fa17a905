//! Every way a path can be wrong: its code, its hop, and that nothing has changed.

use halma_protocol::{CreateGame, ErrorCode, GameId, ServerMsg, State};
use halma_tests::{CaughtUp, Data, Engine, Player, Server, Socket, create};
use serde_json::{Value, json};

use ErrorCode as Code;

#[tokio::test(flavor = "multi_thread")]
async fn hops_are_refused_by_name_and_number() {
    // 8 w b . . . . . .
    // 7 . . . . . . . .
    // 6 . . . . . . . .
    // 5 . . . b . . . .
    // 4 . . w . . . . .
    // 3 . . . w . . . .
    // 2 . . . . . . . .
    // 1 . . . . . . . b
    let start = "wb6/8/8/3b4/2w5/3w4/8/7b w 5,5";
    let cases = [
        ("a8", Code::TooShort, None),
        ("i9-h8", Code::OffBoard, Some(0)),
        ("c4-e2-i2", Code::OffBoard, Some(2)),
        ("a1-a2", Code::NoPiece, None),
        ("b8-c8", Code::NotYourPiece, None),
        ("c4-d5", Code::Occupied, Some(1)),
        ("c4-e2-c4", Code::Visited, Some(2)),
        ("c4-c7", Code::NotAdjacent, Some(1)),
        ("c4-e2-h5", Code::NotAdjacent, Some(2)),
        ("c4-c6", Code::NothingToJump, Some(1)),
        ("c4-e2-e4", Code::NothingToJump, Some(2)),
        ("c4-b4-b5", Code::StepAndJumpMixed, Some(2)),
        ("c4-e2-f2", Code::StepAndJumpMixed, Some(2)),
    ];
    refuse(json!({ "board": 8 }), start, &cases, "c4-e2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn colours_bind_pieces_to_their_kind() {
    let cases = [
        ("c4-b4", Code::WrongKind, Some(1)),
        ("c5-b4", Code::WrongKind, Some(1)),
        ("c5-e5-c3", Code::WrongKind, Some(2)),
    ];
    let rules = json!({ "board": 8, "movement": "colour" });
    refuse(rules, "8/8/8/2wb4/2wb4/8/8/8 w 5,5", &cases, "c4-b3").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_goal_lets_nothing_out() {
    let cases = [
        ("h3-f5", Code::GoalLocked, Some(1)),
        ("g5-g3-e3", Code::GoalLocked, Some(2)),
    ];
    let rules = json!({ "board": 8, "goal_lock": true });
    refuse(rules, "8/8/8/6w1/6b1/5b1w/8/8 w 5,5", &cases, "g5-g3").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_seat_must_leave_home() {
    let cases = [
        ("f5-f4", Code::MustLeave, None),
        ("b6-b7", Code::MustLeave, None),
        ("b6-b4", Code::NothingToJump, Some(1)),
    ];
    let deadline = json!({ "moves": 5, "then": "must_leave" });
    let rules = json!({ "board": 8, "home_deadline": deadline });
    refuse(rules, "8/8/1w6/5w2/8/8/8/7b w 5,5", &cases, "b6-c6").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_path_tells_its_column() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let (game, mut player) = solo(&server, &create("grasshopper")).await;
    let before = state(&mut player, game).await;
    let (mut socket, _) = Socket::greeted(&server.url(), player.rest.token()).await;
    let too_long = vec!["a5"; 65].join("-");
    let cases = [
        ("", 1),
        ("a5-", 4),
        ("a5 b5", 1),
        ("a5-B5", 4),
        ("a5-b05", 4),
        ("a5-q1", 4),
        ("a5-a17", 4),
        (&*too_long, 1),
    ];
    for (path, column) in cases {
        let said = json!({ "type": "move", "id": path.len().to_string(), "game": game,
            "at": before.at, "path": path });
        let ServerMsg::Error(refusal) = socket.ask(&said).await else {
            panic!("{path} was not refused");
        };
        assert_eq!(refusal.code, Code::BadPath, "{path}");
        assert_eq!(refusal.details.column, Some(column), "{path}");
        assert_eq!(refusal.game, Some(game));
        assert_eq!(json!(refusal.id), said["id"]);
    }
    assert_eq!(state(&mut player, game).await, before);
}

/// Tries every case, each of which must be refused so, and then a move that is legal.
async fn refuse(rules: Value, start: &str, cases: &[(&str, ErrorCode, Option<u8>)], legal: &str) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let mut wish = create(rules);
    wish.start = Some(start.to_owned());
    let (game, mut player) = solo(&server, &wish).await;
    let mut watcher = Player::back(&server.rest()).await;
    watcher.join(game).await;
    let before = state(&mut player, game).await;
    for (path, code, hop) in cases {
        let refusal = player.play(path.parse().unwrap()).await.unwrap_err();
        assert_eq!((refusal.code, refusal.details.hop), (*code, *hop), "{path}");
        assert!(!refusal.message.is_empty(), "{path}");
    }
    assert_eq!(
        state(&mut player, game).await,
        before,
        "nothing has changed"
    );
    assert_eq!(data.stored().await.count(game).await, before.seq);
    let seq = player.play(legal.parse().unwrap()).await.unwrap();
    assert_eq!(seq, before.seq + 1);
    // Its next event is the legal move: nobody else has heard of the others.
    watcher.until_event(seq).await;
    assert_eq!(watcher.seen.events.len(), 1);
}

/// A game in which one player holds every seat.
async fn solo(server: &Server, wish: &CreateGame) -> (GameId, Player) {
    let mut player = Player::guest(&server.rest(), "Solo").await;
    let made = player.rest.create_game(wish).await.unwrap();
    player.join(made.id).await;
    for seat in made.seats.keys() {
        player.rest.take_seat(made.id, Some(*seat)).await.unwrap();
    }
    player.until(|seen| seen.to_move.is_some()).await;
    (made.id, player)
}

/// The game as it stands, without what differs from one answer to the next.
async fn state(player: &mut Player, game: GameId) -> Box<State> {
    match player.join(game).await {
        CaughtUp::State(state) => Box::new(State { id: None, ..*state }),
        CaughtUp::Events(events) => panic!("no state but {events:?}"),
    }
}
