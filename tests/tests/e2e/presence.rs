//! Who is here, in what order things are told, and how seats change hands.

use std::time::Duration;

use halma_client::legal_moves;
use halma_core::Seat;
use halma_protocol::{AwayReason, ClientMsg, ErrorCode, EventKind, OnGame, ServerMsg};
use halma_server::clock::Clock;
use halma_tests::{
    Data, Engine, NOW, Player, Seen, Server, Setup, create, eventually, on_both_engines, table,
};
use tokio::task::JoinSet;

on_both_engines!(
    a_seat_is_connected_while_any_of_its_tabs_is,
    watchers_are_counted_once_a_second,
    each_seat_is_given_once,
    a_seat_given_back_is_free_again
);

fn here(seen: &Seen, seat: Seat) -> Option<bool> {
    seen.presence.as_ref()?.seats.get(&seat).copied()
}

fn watching(seen: &Seen) -> Option<u32> {
    Some(seen.presence.as_ref()?.watchers)
}

async fn a_seat_is_connected_while_any_of_its_tabs_is(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let mut black = players.pop().unwrap();
    let mut white = players.pop().unwrap();
    white
        .until(|seen| here(seen, Seat::Black) == Some(true))
        .await;
    let mut tab = Player::back(&black.rest).await;
    tab.join(game).await;
    // The room hears of this leave before it hears of the move.
    let leave = |id, game| ClientMsg::Leave(OnGame { id, game });
    black.command(leave).await.unwrap();
    white.play_any().await;
    assert_eq!(
        here(&white.seen, Seat::Black),
        Some(true),
        "the other tab is here"
    );
    tab.vanish();
    white
        .until(|seen| here(seen, Seat::Black) == Some(false))
        .await;
    let away = &white.seen.presence.as_ref().unwrap().away;
    assert_eq!(away[&Seat::Black].since, NOW);
    black.join(game).await;
    white
        .until(|seen| here(seen, Seat::Black) == Some(true))
        .await;
    assert!(white.seen.presence.as_ref().unwrap().away.is_empty());
    black.command(leave).await.unwrap();
    white
        .until(|seen| here(seen, Seat::Black) == Some(false))
        .await;
    let away = &white.seen.presence.as_ref().unwrap().away;
    assert_eq!(away[&Seat::Black].why, AwayReason::Left);
}

async fn watchers_are_counted_once_a_second(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let white = &mut players[0];
    let mut watchers = Vec::new();
    for _ in 0..3 {
        let mut watcher = Player::back(&server.rest()).await;
        watcher.join(game).await;
        // Whoever comes hears at once who is here.
        watcher.until(|seen| seen.presence.is_some()).await;
        watchers.push(watcher);
    }
    // What the room answers now it says after all it had to say of them.
    let undo = |id, game| ClientMsg::Undo(OnGame { id, game });
    white.command(undo).await.unwrap_err();
    assert_eq!(watching(&white.seen), Some(0), "the second is not over");
    clock.advance(Duration::from_secs(1));
    white.until(|seen| watching(seen) == Some(3)).await;
    watchers.clear();
    let gone = async {
        loop {
            white.next().await;
            if watching(&white.seen) == Some(0) {
                return;
            }
        }
    };
    tokio::select! {
        () = gone => {}
        () = eventually("nothing", async || { clock.advance(Duration::from_secs(1)); None }) => unreachable!(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_is_event_ok_turn() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let mut wish = create("grasshopper");
    wish.seats = vec![Seat::White, Seat::Black];
    let mut player = Player::guest(&server.rest(), "Both").await;
    let game = player.rest.create_game(&wish).await.unwrap().id;
    player.join(game).await;
    player.turn().await;
    for _ in 0..10 {
        let turn = player.turn().await;
        let made = player.move_msg(legal_moves(&turn)[0]);
        player.send(&ClientMsg::Move(made.clone())).await;
        assert!(matches!(player.next().await, ServerMsg::Event(_)));
        assert!(matches!(player.next().await, ServerMsg::Ok(done) if done.id == made.id));
        assert!(matches!(player.next().await, ServerMsg::Turn(_)));
    }
}

async fn a_seat_given_back_is_free_again(data: Data) {
    let server = Server::start(&data).await;
    let mut host = Player::guest(&server.rest(), "Host").await;
    let game = host
        .rest
        .create_game(&create("grasshopper"))
        .await
        .unwrap()
        .id;
    host.join(game).await;
    host.rest.take_seat(game, Some(Seat::White)).await.unwrap();
    host.until_event(2).await;
    assert_eq!(host.stand(None).await, Ok(3));
    assert_eq!(host.seen.seats[&Seat::White], None);
    let mut ada = Player::guest(&server.rest(), "Ada").await;
    ada.join(game).await;
    assert_eq!(
        ada.rest.take_seat(game, None).await.unwrap().seat,
        Seat::White
    );
    host.rest.take_seat(game, None).await.unwrap();
    // Seated, seated, started.
    let seen = host.until_event(6).await;
    assert_eq!(seen.seats[&Seat::White], ada.me);
    assert_eq!(seen.to_move, Some(Seat::White));
    let summary = server.rest().game(game).await.unwrap();
    assert_eq!(summary.seats, host.seen.seats);
    ada.play_any().await;
    host.play_any().await;
}

/// A hundred players want the four seats of one game.
async fn each_seat_is_given_once(data: Data) {
    let server = Server::start(&data).await;
    let rest = server.rest();
    let mut watcher = Player::guest(&rest, "Host").await;
    let game = watcher.rest.create_game(&create("four")).await.unwrap().id;
    watcher.join(game).await;
    let mut guests = Vec::new();
    for _ in 0..100 {
        guests.push(rest.new_guest(None).await.unwrap());
    }
    let mut wanting = JoinSet::new();
    for guest in guests {
        let rest = rest.clone().with_token(guest.token);
        wanting.spawn(async move { (guest.player, rest.take_seat(game, None).await) });
    }
    let mut granted = Vec::new();
    for (player, answer) in wanting.join_all().await {
        match answer {
            Ok(seat) => granted.push((seat.seat, Some(player))),
            Err(error) => assert_eq!(error.code(), Some(ErrorCode::AlreadyStarted)),
        }
    }
    assert_eq!(granted.len(), 4, "{granted:?}");
    let granted = granted.into_iter().collect();
    assert_eq!(server.rest().game(game).await.unwrap().seats, granted);
    assert_eq!(watcher.until_event(6).await.seats, granted);
    let kinds = watcher.seen.events.iter().map(|event| &event.kind);
    let seated = kinds.filter(|kind| matches!(kind, EventKind::Seated { .. }));
    assert_eq!(seated.count(), 4);
}
