//! Coming back: exactly what was missed, for players and for those who watch.

use halma_client::{Client, Join, Update};
use halma_protocol::{Event, GameId, MAX_GAP};
use halma_tests::{CaughtUp, Data, Player, Server, Setup, create, on_both_engines, table};

on_both_engines!(
    exactly_the_missing_events,
    a_rejoin_amid_events_skips_and_doubles_nothing,
    a_client_that_reads_slowly_gets_every_event,
    watchers_see_what_players_see,
    the_restarted_server_knows_it_all,
);

/// Two players in a game of which some moves have been made.
async fn played(server: &Server, moves: u64) -> (GameId, Vec<Player>) {
    let (game, mut players) = table(&server.rest(), &create("classic")).await;
    for turn in 0..moves {
        players[usize::from(turn % 2 == 1)].play_any().await;
    }
    let seq = 4 + moves;
    for player in &mut players {
        player.until_event(seq).await;
    }
    (game, players)
}

fn numbers(events: &[Event]) -> Vec<u64> {
    events.iter().map(|event| event.seq).collect()
}

async fn exactly_the_missing_events(data: Data) {
    let server = Server::start(&data).await;
    // Created, two seated, started, and the moves.
    let (game, mut players) = played(&server, 220).await;
    let last = 224;
    let mut whole = players[0].seen.events.clone();
    for since in [
        last,           // nothing was missed
        last - 1,       // the smallest gap
        last - 32,      // the longest that the room remembers
        last - 33,      // the shortest that the store must tell
        last - MAX_GAP, // the longest that is told in one message
    ] {
        let mut back = Player::back(&players[0].rest).await;
        let CaughtUp::Events(events) = back.resume(game, since).await else {
            panic!("{since}: no events");
        };
        assert_eq!(numbers(&events), (since + 1..=last).collect::<Vec<_>>());
        assert!(whole.ends_with(&events), "{since}: the very same events");
        assert_eq!((back.seen.seq, back.seen.at), (last, last));
    }
    for since in [last - MAX_GAP - 1, 0, last + 1, u64::MAX] {
        let mut back = Player::back(&players[0].rest).await;
        let CaughtUp::State(state) = back.resume(game, since).await else {
            panic!("{since}: no state");
        };
        assert_eq!((state.seq, state.at), (last, last), "{since}");
    }
    // What does not fit into one message is had over REST.
    whole.insert(0, players[0].rest.events(game, 0).await.unwrap().remove(0));
    let mut pages = Vec::new();
    while pages.len() < whole.len() {
        pages.extend(
            players[0]
                .rest
                .events(game, pages.len() as u64)
                .await
                .unwrap(),
        );
    }
    assert_eq!(numbers(&pages), (1..=last).collect::<Vec<_>>());
    assert!(pages.ends_with(&whole[1..]));
    // And the connection goes on where the answer ended.
    let mut white = Player::back(&players[0].rest).await;
    white.resume(game, last - 5).await;
    assert_eq!(white.play_any().await, last + 1);
    assert_eq!(players[1].until_event(last + 1).await.seq, last + 1);
}

async fn a_rejoin_amid_events_skips_and_doubles_nothing(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = played(&server, 0).await;
    let mut watcher = Player::back(&server.rest()).await;
    watcher.join(game).await;
    let watching = tokio::spawn(async move {
        while watcher.seen.seq < 104 {
            let seq = watcher.seen.seq;
            watcher.resume(game, seq).await;
            watcher.until_event(seq + 1).await;
        }
    });
    for turn in 0..100 {
        players[turn % 2].play_any().await;
    }
    watching.await.unwrap();
}

async fn a_client_that_reads_slowly_gets_every_event(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = played(&server, 0).await;
    let client = Client::connect(&server.rest()).await.unwrap();
    // More events than wait for a reader: it must ask for the rest.
    let mut slow = client.join(game, Join::new().since(0)).await.unwrap();
    let mut late = client.join(game, Join::new().since(0)).await.unwrap();
    for turn in 0..600 {
        players[turn % 2].play_any().await;
    }
    assert_eq!(
        slow_events(&mut late, 604).await,
        (1..=604).collect::<Vec<_>>()
    );
    // The first is ended by the second; what it got before is whole.
    let mut got = Vec::new();
    while let Some(update) = slow.next().await.unwrap() {
        if let Update::Event(event) = update {
            got.push(event.seq);
        }
    }
    assert_eq!(got, (1..=got.len() as u64).collect::<Vec<_>>());
}

async fn slow_events(game: &mut halma_client::Game, last: u64) -> Vec<u64> {
    let mut seen = Vec::new();
    while seen.last() != Some(&last) {
        match game.next().await.unwrap() {
            Some(Update::Event(event)) => seen.push(event.seq),
            Some(_) => {}
            None => panic!("the game has ended"),
        }
    }
    seen
}

async fn watchers_see_what_players_see(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = played(&server, 0).await;
    let mut nobody = Player::back(&server.rest()).await;
    nobody.join(game).await;
    let mut guest = Player::guest(&server.rest(), "Watcher").await;
    guest.join(game).await;
    for turn in 0..10 {
        players[turn % 2].play_any().await;
    }
    players[0].resign(None).await.unwrap();
    let last = players[0].seen.seq;
    players[1].until_event(last).await;
    for watcher in [&mut nobody, &mut guest] {
        watcher.until_event(last).await;
        assert_eq!(watcher.seen.turn, None, "legal moves are for players");
        assert!(players[0].seen.events.ends_with(&watcher.seen.events));
        assert_eq!(watcher.seen.outcome, players[0].seen.outcome);
        assert_eq!(watcher.seen.board, players[1].seen.board);
        // The state confirms what the events have made.
        watcher.join(game).await;
        assert_eq!(watcher.seen.board, players[1].seen.board);
        assert_eq!(watcher.seen.seq, last);
    }
}

async fn the_restarted_server_knows_it_all(data: Data) {
    let server = Server::start(&data).await;
    let (game, players) = played(&server, 40).await;
    let port = server.port();
    let (mut gone, mut back) = (Vec::new(), Vec::new());
    for player in players {
        gone.push(player);
    }
    server.stop().await;
    for player in &mut gone {
        while player.hear().await.unwrap() != closing() {}
        // What the room still had to say comes first.
        let lost = loop {
            if let Err(lost) = player.hear().await {
                break lost;
            }
        };
        assert_eq!(lost, halma_client::Error::Closed(1012));
    }
    let _server = Setup::new(&data).random(8).start_on(port).await;
    for player in gone {
        let (rest, seen) = player.vanish();
        let mut player = Player::back(&rest).await;
        player.seen = seen;
        let CaughtUp::Events(events) = player.resume(game, 44).await else {
            panic!("no events");
        };
        assert_eq!(events, [], "nothing was missed");
        back.push(player);
    }
    for turn in 0..4 {
        back[turn % 2].play_any().await;
    }
}

fn closing() -> halma_protocol::ServerMsg {
    halma_protocol::ServerMsg::Closing(halma_protocol::Closing {
        reason: halma_protocol::ClosingReason::Restart,
        resume: true,
    })
}
