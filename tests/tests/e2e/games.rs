//! Whole games over real sockets, one client a seat, with the Rust client.

use std::collections::BTreeMap;

use halma_client::{Client, Game, Join, Rest, Update, legal_moves};
use halma_core::{Path, Record, Seat};
use halma_protocol::{CreateGame, Event, EventKind, GameId, State, Turn};
use halma_tests::vectors::{self, Vector};
use halma_tests::{Data, Server, on_both_engines};

on_both_engines!(classic, three, four, a_seat_goes_out, every_way_to_end);

async fn classic(data: Data) {
    let server = Server::start(&data).await;
    replay(&server.rest(), &vectors::named("classic#1")).await;
    replay(&server.rest(), &vectors::named("classic#2")).await;
}

async fn three(data: Data) {
    let server = Server::start(&data).await;
    replay(&server.rest(), &vectors::named("three#1")).await;
    replay(&server.rest(), &vectors::named("three#2")).await;
}

async fn four(data: Data) {
    let server = Server::start(&data).await;
    replay(&server.rest(), &vectors::named("four#1")).await;
    replay(&server.rest(), &vectors::named("four#2")).await;
}

async fn a_seat_goes_out(data: Data) {
    let server = Server::start(&data).await;
    replay(&server.rest(), &vectors::named("out-three#1")).await;
    replay(&server.rest(), &vectors::named("out-two#1")).await;
}

/// Ends, passes and deadlines that whole games seldom come to.
async fn every_way_to_end(data: Data) {
    let server = Server::start(&data).await;
    let short = vectors::all()
        .into_iter()
        .filter(|vector| vector.moves.len() < 10);
    for vector in short {
        replay(&server.rest(), &vector).await;
    }
}

/// One seat's client and what it has seen.
struct Seated {
    game: Game,
    events: Vec<Event>,
}

impl Seated {
    async fn sit(rest: &Rest, game: GameId, seat: Seat) -> Self {
        let guest = rest.new_guest(Some(seat.name())).await.unwrap();
        let rest = rest.clone().with_token(guest.token);
        let client = Client::connect(&rest).await.unwrap();
        let game = client
            .join(game, Join::new().since(0).legal())
            .await
            .unwrap();
        rest.take_seat(game.id(), Some(seat)).await.unwrap();
        Self {
            game,
            events: Vec::new(),
        }
    }

    /// The turn in a position no older than event `at`.
    async fn turn(&mut self, at: u64) -> Turn {
        loop {
            match self.game.next().await.unwrap() {
                Some(Update::Turn(turn)) if turn.at >= at => return turn,
                Some(Update::Event(event)) => self.events.push(event),
                Some(_) => {}
                None => panic!("the game has ended before its last move"),
            }
        }
    }

    async fn seen_up_to(mut self, seq: u64) -> Vec<Event> {
        while self.events.last().is_none_or(|last| last.seq < seq) {
            match self.game.next().await.unwrap() {
                Some(Update::Event(event)) => self.events.push(event),
                Some(_) => {}
                None => panic!("the game has ended before event {seq}"),
            }
        }
        self.events
    }
}

/// Plays a game with one client a seat, and checks what each of them sees.
async fn replay(rest: &Rest, vector: &Vector) {
    let name = &vector.name;
    let host = rest.new_guest(Some("Host")).await.unwrap();
    let host = rest.clone().with_token(host.token);
    let made = host.create_game(&create(vector)).await.unwrap();
    let mut seated = BTreeMap::new();
    for seat in made.seats.keys() {
        seated.insert(*seat, Seated::sit(rest, made.id, *seat).await);
    }
    let mut at = 0;
    for index in 0..=vector.moves.len() {
        for (_, seat, _) in vector.outs.iter().filter(|out| out.0 == index) {
            at = seated[seat].game.resign(None).await.unwrap();
        }
        let Some(path) = vector.moves.get(index) else {
            break;
        };
        let mover = seated.get_mut(&vector.seats[index]).unwrap();
        let turn = mover.turn(at).await;
        assert_eq!(turn.seat, vector.seats[index], "{name} {index}");
        assert_eq!(
            legal_moves(&turn).len(),
            vector.legal[index],
            "{name} {index}"
        );
        at = mover.game.play(turn.at, *path, None).await.unwrap();
    }
    let end = state(rest, made.id).await;
    assert_eq!(end.position, vector.r#final, "{name}");
    assert_eq!(end.outcome, vector.result, "{name}");
    let stored = rest_events(rest, made.id).await;
    assert_eq!(stored.last().unwrap().seq, end.seq, "{name}");
    assert_eq!(moves(&stored), vector.moves, "{name}");
    assert_eq!(passes(&stored), vector.passes, "{name}");
    for (seat, client) in seated {
        assert_eq!(client.seen_up_to(end.seq).await, stored, "{name}: {seat}");
    }
    let record: Record = rest.record(made.id).await.unwrap().parse().unwrap();
    assert_eq!(record.game.position().to_string(), vector.r#final, "{name}");
    assert_eq!(record.game.outcome(), vector.result.as_ref(), "{name}");
    assert_eq!(record.players[Seat::White.index()], "white");
}

/// The usual start is left to the server.
fn create(vector: &Vector) -> CreateGame {
    let mut create = vector.create();
    if vector.moves.len() > 100 {
        create.start = None;
    }
    create
}

/// The game as somebody sees it who comes only now.
async fn state(rest: &Rest, game: GameId) -> Box<State> {
    let watcher = Client::connect(rest).await.unwrap();
    let mut game = watcher.join(game, Join::new()).await.unwrap();
    match game.next().await.unwrap() {
        Some(Update::State(state)) => state,
        other => panic!("no state but {other:?}"),
    }
}

async fn rest_events(rest: &Rest, game: GameId) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        let page = rest.events(game, events.len() as u64).await.unwrap();
        if page.is_empty() {
            return events;
        }
        events.extend(page);
    }
}

fn moves(events: &[Event]) -> Vec<Path> {
    let path = |event: &Event| match event.kind {
        EventKind::Moved { path, .. } => Some(path),
        _ => None,
    };
    events.iter().filter_map(path).collect()
}

/// The passes, each with how many turns were made before it.
fn passes(events: &[Event]) -> Vec<(u32, Seat)> {
    let mut turns = 0;
    let mut passes = Vec::new();
    for event in events {
        match event.kind {
            EventKind::Moved { .. } => turns += 1,
            EventKind::Passed { seat, .. } => {
                passes.push((turns, seat));
                turns += 1;
            }
            _ => {}
        }
    }
    passes
}
