//! Those at a table: players, some of them on several seats, and who only watches.

use halma_client::Rest;
use halma_core::{Rules, Seat};
use halma_protocol::{ClientMsg, CreateGame, GameId, Ping, ServerMsg};
use halma_tests::{Dice, Player, Seen, create};
use serde_json::json;

use super::world::World;
use crate::scene::timed;

/// Somebody at the table, connected or not.
pub(super) enum Person {
    Here(Box<Player>),
    Away(Box<(Rest, Seen)>),
}

impl Person {
    pub(super) fn here(&mut self) -> Option<&mut Player> {
        match self {
            Self::Here(player) => Some(player),
            Self::Away(_) => None,
        }
    }

    pub(super) fn seen(&self) -> &Seen {
        match self {
            Self::Here(player) => &player.seen,
            Self::Away(left) => &left.1,
        }
    }

    /// Loses the connection.
    pub(super) fn vanish(self) -> Self {
        match self {
            Self::Here(player) => Self::Away(Box::new(player.vanish())),
            away @ Self::Away(_) => away,
        }
    }

    /// Comes back and gets what it has missed.
    pub(super) async fn come_back(self, game: GameId) -> Self {
        match self {
            here @ Self::Here(_) => here,
            Self::Away(left) => {
                let (rest, seen) = *left;
                let known = seen.seq;
                let mut player = Player::back(&rest).await;
                player.seen = seen;
                player.resume(game, known).await;
                Self::Here(Box::new(player))
            }
        }
    }

    /// Sees the events up to a number, if it is here, and everything that came with them.
    pub(super) async fn catch_up(&mut self, newest: u64) {
        if let Some(player) = self.here() {
            player.until_event(newest).await;
            player.send(&ClientMsg::Ping(Ping { id: None })).await;
            while !matches!(player.next().await, ServerMsg::Pong(_)) {}
        }
    }
}

/// A table as the dice want it: everybody on a seat of their own, one on all seats, or computers
/// among them; then a guest and somebody unknown who watch.
pub(super) async fn table(
    world: &World<'_>,
    dice: &mut Dice,
) -> (GameId, &'static [Seat], Vec<Seat>, Vec<Person>) {
    let mut wish = wish(dice);
    let seats = Rules::new(wish.rules.ruleset().unwrap()).unwrap().seats();
    match dice.roll(10) {
        0..2 => wish.seats = seats.to_vec(),
        2..5 => {
            for seat in &seats[1 + dice.roll(seats.len() - 1)..] {
                wish.computers.insert(*seat, 1);
            }
            wish.seats = vec![seats[0]];
        }
        _ => wish.seats = vec![seats[0]],
    }
    let rest = world.server.rest();
    let host = Player::guest(&rest, "Host").await;
    let game = host.rest.create_game(&wish).await.unwrap().id;
    let mut players = vec![host];
    let free = seats
        .iter()
        .filter(|seat| !wish.seats.contains(seat) && !wish.computers.contains_key(seat));
    for seat in free {
        let player = Player::guest(&rest, "Guest").await;
        player.rest.take_seat(game, Some(*seat)).await.unwrap();
        players.push(player);
    }
    players.push(Player::guest(&rest, "Watcher").await);
    players.push(Player::back(&rest).await);
    for player in &mut players {
        player.join(game).await;
    }
    let people = players
        .into_iter()
        .map(|player| Person::Here(Box::new(player)));
    let computers = wish.computers.into_keys().collect();
    (game, seats, computers, people.collect())
}

/// Some rules and some clock.
fn wish(dice: &mut Dice) -> CreateGame {
    let rules = dice.pick(&[
        "grasshopper",
        "grasshopper",
        "brainking-8",
        "three",
        "four",
        "partners",
    ]);
    let clocks = [
        json!({ "kind": "none" }),
        json!({ "kind": "fischer", "initial": 20_000, "increment": 1_000 }),
        json!({ "kind": "fischer", "initial": 600_000, "increment": 0 }),
        json!({ "kind": "per_move", "time": 10_000 }),
        json!({ "kind": "per_move", "time": 3_600_000 }),
    ];
    let clock = dice.pick(&clocks).clone();
    if clock["kind"] == "none" {
        create(*rules)
    } else {
        timed(*rules, clock)
    }
}
