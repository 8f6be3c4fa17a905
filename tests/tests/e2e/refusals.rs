//! Commands that are well formed and refused all the same: their codes, and that nothing changes.

use halma_client::Rest;
use halma_core::Seat;
use halma_protocol::{
    Claim, ClaimKind, ClientMsg, CommandId, CreateGame, ErrorCode, GameId, GiveTime, Move, OnGame,
    OnSeat, ProposalKind, Propose, ServerMsg, TimeControl, Vote,
};
use halma_tests::{Data, Engine, Player, Server, Setup, Socket, create, id, table};
use serde_json::json;
use uuid::Uuid;

use ErrorCode as Code;

async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    (data, server)
}

/// Makes a game that its host has joined and whose seats are still free.
async fn open(rest: &Rest, wish: &CreateGame) -> (GameId, Player) {
    let mut host = Player::guest(rest, "Host").await;
    let made = host.rest.create_game(wish).await.unwrap();
    host.join(made.id).await;
    (made.id, host)
}

/// Gives every command there is; each must be refused so.
async fn refused(player: &mut Player, code: ErrorCode, commands: &[Command]) {
    for command in commands {
        let error = player.command(command).await.unwrap_err();
        assert_eq!(error.code, code, "{error:?}");
        assert_eq!(error.game, Some(player.seen.game));
        assert!(!error.message.is_empty());
    }
}

type Command = fn(CommandId, GameId) -> ClientMsg;

fn on_seat(id: CommandId, game: GameId) -> OnSeat {
    OnSeat {
        id,
        game,
        seat: None,
    }
}

fn a_move(id: CommandId, game: GameId) -> ClientMsg {
    ClientMsg::Move(Move {
        id,
        game,
        at: 4,
        path: "a5-a4".parse().unwrap(),
        seat: None,
    })
}

fn a_draw(id: CommandId, game: GameId) -> ClientMsg {
    ClientMsg::Propose(Propose {
        id,
        game,
        at: 4,
        what: ProposalKind::Draw,
        seat: None,
    })
}

fn a_vote(id: CommandId, game: GameId) -> ClientMsg {
    ClientMsg::Vote(Vote {
        id,
        game,
        proposal: 9,
        accept: true,
        seat: None,
    })
}

fn a_claim(id: CommandId, game: GameId) -> ClientMsg {
    let (what, seat) = (ClaimKind::Win, None);
    ClientMsg::Claim(Claim {
        id,
        game,
        what,
        seat,
    })
}

fn time_for_black(id: CommandId, game: GameId) -> ClientMsg {
    let to = Seat::Black;
    ClientMsg::GiveTime(GiveTime { id, game, to })
}

const RESIGN: Command = |id, game| ClientMsg::Resign(on_seat(id, game));
const STAND: Command = |id, game| ClientMsg::Stand(on_seat(id, game));
const ABORT: Command = |id, game| ClientMsg::Abort(on_seat(id, game));
const WITHDRAW: Command = |id, game| ClientMsg::Withdraw(on_seat(id, game));
const REMATCH: Command = |id, game| ClientMsg::Rematch(on_seat(id, game));
const UNDO: Command = |id, game| ClientMsg::Undo(OnGame { id, game });
const REDO: Command = |id, game| ClientMsg::Redo(OnGame { id, game });
const RESTART: Command = |id, game| ClientMsg::Restart(OnGame { id, game });

#[tokio::test(flavor = "multi_thread")]
async fn a_game_must_be_joined_first() {
    let (data, server) = server().await;
    let (game, players) = table(&server.rest(), &create("grasshopper")).await;
    let count = data.stored().await.count(game).await;
    let token = players[0].rest.token();
    let (mut socket, _) = Socket::greeted(&server.url(), token).await;
    for command in [a_move, RESIGN, STAND, ABORT, a_draw, a_vote, UNDO, a_claim] {
        let command = command(id(), game);
        let ServerMsg::Error(error) = socket.ask(&json!(command)).await else {
            panic!("{command:?} was not refused");
        };
        assert_eq!((error.code, error.game), (Code::NotJoined, Some(game)));
        assert_eq!(json!(error.id), json!(command)["id"]);
    }
    assert_eq!(data.stored().await.count(game).await, count);
    // Whoever was never there may leave.
    let leave = ClientMsg::Leave(OnGame { id: id(), game });
    assert!(matches!(socket.ask(&json!(leave)).await, ServerMsg::Ok(done) if done.seq.is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_only_watches_has_no_say() {
    let (data, server) = server().await;
    let (game, _players) = table(&server.rest(), &create("grasshopper")).await;
    let count = data.stored().await.count(game).await;
    let every = [
        a_move, RESIGN, STAND, ABORT, a_draw, a_vote, WITHDRAW, a_claim, UNDO, REMATCH,
    ];
    let mut nobody = Player::back(&server.rest()).await;
    nobody.join(game).await;
    refused(&mut nobody, Code::Unauthorized, &every).await;
    let mut stranger = Player::guest(&server.rest(), "Stranger").await;
    stranger.join(game).await;
    refused(
        &mut stranger,
        Code::NotSeated,
        &[a_move, RESIGN, ABORT, a_draw],
    )
    .await;
    refused(&mut stranger, Code::AlreadyStarted, &[STAND]).await;
    assert_eq!(data.stored().await.count(game).await, count);
}

/// The same for white's seat, whoever says it.
fn for_white(command: Command, id: CommandId, game: GameId) -> ClientMsg {
    let mut message = serde_json::to_value(command(id, game)).unwrap();
    message["seat"] = json!(Seat::White);
    serde_json::from_value(message).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_speaks_for_the_seat_of_another() {
    let (data, server) = server().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let stranger = Player::guest(&server.rest(), "Stranger").await;
    players.push(stranger);
    players[2].join(game).await;
    let count = data.stored().await.count(game).await;
    for forger in &mut players[1..] {
        for command in [a_move, RESIGN, ABORT, a_draw] {
            let forged = |id, game| for_white(command, id, game);
            let error = forger.command(forged).await.unwrap_err();
            assert_eq!(error.code, Code::NotSeated, "{error:?}");
        }
    }
    assert_eq!(data.stored().await.count(game).await, count);
    players[0].play_any().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_has_its_time() {
    let (data, server) = server().await;
    let (game, mut host) = open(&server.rest(), &create("grasshopper")).await;
    host.rest.take_seat(game, Some(Seat::White)).await.unwrap();
    refused(
        &mut host,
        Code::NotStarted,
        &[a_move, RESIGN, a_draw, a_claim],
    )
    .await;
    assert_eq!(data.stored().await.count(game).await, 2);

    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let [white, black] = &mut *players else {
        panic!("two seats");
    };
    let count = data.stored().await.count(game).await;
    refused(white, Code::AlreadyStarted, &[STAND]).await;
    refused(white, Code::NoProposal, &[a_vote, WITHDRAW]).await;
    refused(white, Code::NotSolo, &[UNDO, REDO, RESTART]).await;
    refused(white, Code::NotClaimable, &[a_claim]).await;
    refused(white, Code::NoClock, &[time_for_black]).await;
    refused(white, Code::NotOver, &[REMATCH]).await;
    refused(black, Code::NotYourTurn, &[a_move]).await;
    assert_eq!(data.stored().await.count(game).await, count);

    white.play_any().await;
    black.play_any().await;
    refused(black, Code::TooLate, &[ABORT]).await;
    black.resign(None).await.unwrap();
    let count = data.stored().await.count(game).await;
    white.until(|seen| seen.outcome.is_some()).await;
    refused(
        white,
        Code::GameOver,
        &[a_move, RESIGN, STAND, ABORT, a_draw, a_claim],
    )
    .await;
    assert_eq!(data.stored().await.count(game).await, count);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_proposal_at_a_time_and_not_too_often() {
    let (_data, server) = server().await;
    let (_, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let [white, black] = &mut *players else {
        panic!("two seats");
    };
    let proposal = white.command(a_draw).await.unwrap();
    refused(white, Code::ProposalOpen, &[a_draw]).await;
    black.until_event(proposal).await;
    refused(black, Code::ProposalOpen, &[a_draw]).await;
    let accept = false;
    let vote = |id, game| {
        ClientMsg::Vote(Vote {
            id,
            game,
            proposal,
            accept,
            seat: None,
        })
    };
    black.command(vote).await.unwrap();
    refused(white, Code::TooSoon, &[a_draw]).await;
    let takeback = |id, game| {
        let (at, what, seat) = (4, ProposalKind::Takeback, None);
        ClientMsg::Propose(Propose {
            id,
            game,
            at,
            what,
            seat,
        })
    };
    let error = black.command(takeback).await.unwrap_err();
    assert_eq!(error.code, Code::NothingToUndo);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_seats_need_naming() {
    let (data, server) = server().await;
    let mut wish = create("three");
    wish.seats = vec![Seat::White, Seat::Red];
    let (game, mut host) = open(&server.rest(), &wish).await;
    let count = data.stored().await.count(game).await;
    assert_eq!(host.stand(None).await.unwrap_err().code, Code::SeatNeeded);
    let other = host.stand(Some(Seat::Black)).await.unwrap_err();
    assert_eq!(other.code, Code::NotSeated);
    let none = host.stand(Some(Seat::Blue)).await.unwrap_err();
    assert_eq!(none.code, Code::NotSeated);
    assert_eq!(data.stored().await.count(game).await, count);
    host.stand(Some(Seat::Red)).await.unwrap();
    assert_eq!(
        host.stand(Some(Seat::Red)).await.unwrap_err().code,
        Code::NotSeated
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_given_by_their_rules() {
    let (data, server) = server().await;
    let rest = server.rest();
    let ada = rest.new_guest(Some("Ada")).await.unwrap();
    let mut wish = create("grasshopper");
    wish.invited.insert(Seat::Black, ada.player.id);
    let (game, mut host) = open(&rest, &wish).await;
    let code = async |rest: &Rest, seat| rest.take_seat(game, seat).await.unwrap_err().code();
    let guest = rest.new_guest(None).await.unwrap();
    let guest = rest.clone().with_token(guest.token);
    assert_eq!(code(&rest, None).await, Some(Code::Unauthorized));
    assert_eq!(code(&guest, Some(Seat::Red)).await, Some(Code::NoSuchSeat));
    assert_eq!(
        code(&guest, Some(Seat::Black)).await,
        Some(Code::SeatReserved)
    );
    assert_eq!(data.stored().await.count(game).await, 1);
    host.rest.take_seat(game, None).await.unwrap();
    assert_eq!(code(&guest, Some(Seat::White)).await, Some(Code::SeatTaken));
    assert_eq!(code(&guest, None).await, Some(Code::SeatReserved));
    assert_eq!(data.stored().await.count(game).await, 2);
    rest.clone()
        .with_token(ada.token)
        .take_seat(game, None)
        .await
        .unwrap();
    assert_eq!(code(&guest, None).await, Some(Code::AlreadyStarted));
    host.until(|seen| seen.to_move.is_some()).await;
    host.resign(None).await.unwrap();
    assert_eq!(code(&guest, None).await, Some(Code::GameOver));
    let nowhere = guest.take_seat(Uuid::new_v4(), None).await.unwrap_err();
    assert_eq!(nowhere.code(), Some(Code::NoSuchGame));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_cannot_be_are_not_made() {
    let (_data, server) = server().await;
    let guest = server.rest().new_guest(None).await.unwrap();
    let guest = server.rest().with_token(guest.token);
    let refused = async |wish: &CreateGame| guest.create_game(wish).await.unwrap_err();
    for rules in [
        json!("chess"),
        json!({ "board": 8, "seats": 4 }),
        json!({ "teams": "both_armies" }),
        json!({ "marked": true, "goal_lock": true }),
        json!({ "first": "red" }),
    ] {
        let error = refused(&create(rules.clone())).await;
        assert_eq!(error.code(), Some(Code::BadRuleset), "{rules}");
    }
    let mut wish = create("grasshopper");
    wish.start = Some("8/8/8/8/8/8/8/7q w 0,0".to_owned());
    assert_eq!(refused(&wish).await.code(), Some(Code::BadPosition));
    let mut wish = create("grasshopper");
    wish.seats = vec![Seat::Red];
    assert_eq!(refused(&wish).await.code(), Some(Code::NoSuchSeat));
    let mut wish = create("grasshopper");
    wish.clock = TimeControl::PerMove { time: 1 };
    assert_eq!(refused(&wish).await.code(), Some(Code::BadClock));
    let mut wish = create("grasshopper");
    wish.computers.insert(Seat::White, 9);
    assert_eq!(refused(&wish).await.code(), Some(Code::BadLevel));
    assert!(guest.games(None, None).await.unwrap().games.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_joins_so_many_games() {
    let data = Data::new(Engine::Sqlite).await;
    let setup = Setup::with_flags(&data, &["--games-per-socket", "2"]);
    let server = setup.start().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(open(&server.rest(), &create("classic")).await.0);
    }
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let join = |game: GameId| json!({ "type": "join", "id": id(), "game": game });
    for game in [games[0], games[1], games[1]] {
        let state = socket.ask(&join(game)).await;
        assert!(matches!(state, ServerMsg::State(state) if state.game == game));
        assert!(matches!(socket.message().await, ServerMsg::Presence(_)));
    }
    let third = socket.ask(&join(games[2])).await;
    assert!(matches!(third, ServerMsg::Error(error) if error.code == Code::TooManyGames));
    let leave = json!({ "type": "leave", "id": "l", "game": games[0] });
    assert!(matches!(socket.ask(&leave).await, ServerMsg::Ok(_)));
    assert!(matches!(
        socket.ask(&join(games[2])).await,
        ServerMsg::State(_)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_join_takes_no_place() {
    let data = Data::new(Engine::Sqlite).await;
    let setup = Setup::with_flags(&data, &["--games-per-socket", "1"]);
    let server = setup.start().await;
    let (game, _host) = open(&server.rest(), &create("classic")).await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let join = |game: GameId| json!({ "type": "join", "id": id(), "game": game });
    let nowhere = socket.ask(&join(Uuid::new_v4())).await;
    assert!(matches!(nowhere, ServerMsg::Error(error) if error.code == Code::NoSuchGame));
    assert!(matches!(socket.ask(&join(game)).await, ServerMsg::State(_)));
}
