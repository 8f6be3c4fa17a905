//! Seats: kept for a player, drawn, private, and given back.

use halma_core::Seat;
use halma_protocol::{
    ClientMsg, ErrorCode, GameStatus, Join, OnSeat, PlayerInfo, ServerMsg, TakeSeat,
};
use halma_tests::{CaughtUp, Data, Player, create, id, on_both_engines};

use crate::scene::{Scene, on_seat};

on_both_engines!(
    every_kind_of_seat_at_one_table,
    an_invited_seat_is_kept,
    a_private_game_needs_its_key,
    the_first_seat_can_be_drawn,
    its_host_calls_an_open_game_off,
    a_room_without_anybody_comes_back
);

async fn every_kind_of_seat_at_one_table(data: Data) {
    let scene = Scene::new(&data).await;
    let mut host = scene.account("Host").await;
    let mut friend = scene.account("Friend").await;
    let mut other = Player::guest(&scene.server.rest(), "Other").await;
    // The host finds its friend by name.
    let found = scene.server.http().get("/api/players?name=fri").await;
    let found: Vec<PlayerInfo> = found.json();
    assert_eq!(found[0].name, "Friend");
    let mut game = create("four");
    game.seats = vec![Seat::White];
    game.computers.insert(Seat::Red, 1);
    game.invited.insert(Seat::Black, found[0].id);
    let made = host.rest.create_game(&game).await.unwrap();
    for player in [&mut host, &mut friend, &mut other] {
        player.join(made.id).await;
    }
    let refused = async |player: &Player, seat| {
        let refusal = player.rest.take_seat(made.id, Some(seat)).await;
        refusal.unwrap_err().code().unwrap()
    };
    assert_eq!(refused(&other, Seat::White).await, ErrorCode::SeatTaken);
    assert_eq!(refused(&other, Seat::Red).await, ErrorCode::SeatTaken);
    assert_eq!(refused(&other, Seat::Black).await, ErrorCode::SeatReserved);
    let granted = other.rest.take_seat(made.id, None).await.unwrap();
    assert_eq!(granted.seat, Seat::Blue, "the one that is open");
    other.stand(None).await.unwrap();
    other
        .rest
        .take_seat(made.id, Some(Seat::Blue))
        .await
        .unwrap();
    let open = host.rest.game(made.id).await.unwrap();
    assert_eq!(open.status, GameStatus::Open, "one is still missing");
    let granted = friend.rest.take_seat(made.id, None).await.unwrap();
    assert_eq!(granted.seat, Seat::Black);
    // Red plays by itself.
    for player in [&mut host, &mut friend, &mut other] {
        player.play_any().await;
    }
}

async fn an_invited_seat_is_kept(data: Data) {
    let scene = Scene::new(&data).await;
    let rest = scene.server.rest();
    let (host, guest, other) = (
        Player::guest(&rest, "Host").await,
        Player::guest(&rest, "Guest").await,
        Player::guest(&rest, "Other").await,
    );
    let mut game = create("classic");
    game.seats = vec![Seat::White];
    game.invited
        .insert(Seat::Black, guest.me.clone().unwrap().id);
    let made = host.rest.create_game(&game).await.unwrap();
    let kept = other.rest.take_seat(made.id, None).await.unwrap_err();
    let halma_client::Error::Refused(kept) = kept else {
        panic!("refused")
    };
    assert_eq!(kept.code, ErrorCode::SeatReserved);
    let granted = guest.rest.take_seat(made.id, None).await.unwrap();
    assert_eq!(granted.seat, Seat::Black);
    assert_eq!(
        rest.game(made.id).await.unwrap().status,
        GameStatus::Playing
    );
}

async fn a_private_game_needs_its_key(data: Data) {
    let scene = Scene::new(&data).await;
    let rest = scene.server.rest();
    let host = Player::guest(&rest, "Host").await;
    let mut guest = Player::guest(&rest, "Guest").await;
    let mut game = create("classic");
    game.seats = vec![Seat::White];
    game.private = true;
    let made = host.rest.create_game(&game).await.unwrap();
    let key = made.url.rsplit_once('/').unwrap().1.to_owned();
    assert!(made.url.ends_with(&format!("{}/{key}", made.id)));
    assert!(
        rest.games(None, None).await.unwrap().games.is_empty(),
        "it is never listed"
    );

    let http = scene.server.http();
    for path in ["", "/events", "/record"] {
        let path = format!("/api/games/{}{path}", made.id);
        assert_eq!(
            http.get(&path).await.problem().code,
            ErrorCode::NoSuchGame,
            "{path}"
        );
        let wrong = http
            .get(&format!("{path}?key=00000000000000000000000000000000"))
            .await;
        assert_eq!(wrong.problem().code, ErrorCode::NoSuchGame);
        assert!(
            http.get(&format!("{path}?key={key}"))
                .await
                .status
                .is_success()
        );
    }
    let seats = format!("/api/games/{}/seats", made.id);
    let token = guest.rest.token().unwrap().to_owned();
    let blind = serde_json::to_value(TakeSeat::default()).unwrap();
    assert_eq!(
        http.post(&seats, Some(&token), &blind).await.problem().code,
        ErrorCode::NoSuchGame
    );

    let join = |key: Option<String>| {
        ClientMsg::Join(Join {
            id: id(),
            game: made.id,
            since: None,
            legal: false,
            key,
        })
    };
    guest.send(&join(None)).await;
    let ServerMsg::Error(error) = guest.next().await else {
        panic!("an error")
    };
    assert_eq!(error.code, ErrorCode::NoSuchGame);
    // Nor does any other word find out that it exists.
    let resigned = id();
    let (game, seat) = (made.id, None);
    guest
        .send(&ClientMsg::Resign(OnSeat {
            id: resigned.clone(),
            game,
            seat,
        }))
        .await;
    assert_eq!(
        guest.answer(&resigned).await.unwrap_err().code,
        ErrorCode::NotJoined
    );
    guest.send(&join(Some(key.clone()))).await;
    assert!(matches!(guest.next().await, ServerMsg::State(_)));
    let with_key = serde_json::json!({ "key": key });
    assert!(
        http.post(&seats, Some(&token), &with_key)
            .await
            .status
            .is_success()
    );
    let mut host = host;
    let CaughtUp::State(state) = host.join(made.id).await else {
        panic!("a state")
    };
    assert_eq!(
        state.key,
        Some(key),
        "whoever holds a seat needs none, and can pass it on"
    );
}

async fn the_first_seat_can_be_drawn(data: Data) {
    let scene = Scene::new(&data).await;
    let host = Player::guest(&scene.server.rest(), "Host").await;
    let mut game = create("four");
    game.draw_first = true;
    let mut firsts = std::collections::BTreeSet::new();
    for _ in 0..24 {
        firsts.insert(host.rest.create_game(&game).await.unwrap().rules.first);
    }
    assert_eq!(firsts.len(), 4, "every seat comes first now and then");
}

async fn its_host_calls_an_open_game_off(data: Data) {
    let scene = Scene::new(&data).await;
    let rest = scene.server.rest();
    let (mut host, mut other) = (
        Player::guest(&rest, "Host").await,
        Player::guest(&rest, "Other").await,
    );
    let made = host.rest.create_game(&create("classic")).await.unwrap();
    other.join(made.id).await;
    let refusal = on_seat(&mut other, ClientMsg::Abort).await.unwrap_err();
    assert_eq!(refusal.code, ErrorCode::NotSeated);
    host.join(made.id).await;
    on_seat(&mut host, ClientMsg::Abort).await.unwrap();
    other.until(|seen| seen.outcome.is_some()).await;
}

async fn a_room_without_anybody_comes_back(data: Data) {
    let scene = Scene::new(&data).await;
    let (game, mut players) = scene.table(&create("grasshopper")).await;
    let seq = players[0].play_any().await;
    players[1].until_event(seq).await;
    let rests: Vec<_> = players.into_iter().map(|player| player.rest).collect();
    scene.clock.advance(std::time::Duration::from_secs(61));
    let mut black = Player::back(&rests[1]).await;
    let CaughtUp::State(state) = black.join(game).await else {
        panic!("a state")
    };
    assert_eq!((state.seq, state.to_move), (seq, Some(Seat::Black)));
    black.play_any().await;
}
