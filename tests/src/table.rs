//! Games with their players, ready to be played.

use halma_client::Rest;
use halma_protocol::{CommandId, CreateGame, GameId, Hello, PROTOCOL};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::player::Player;

/// A new command id.
pub fn id() -> CommandId {
    CommandId::from(Uuid::new_v4())
}

/// The hello of whoever `rest` speaks for.
pub fn hello(rest: &Rest) -> Hello {
    Hello {
        protocol: PROTOCOL,
        token: rest.token().map(str::to_owned),
        strict: true,
    }
}

/// A request to make a game by these rules: a preset's name or a record.
///
/// # Panics
///
/// If the rules are neither.
pub fn create(rules: impl Into<Value>) -> CreateGame {
    serde_json::from_value(json!({ "rules": rules.into() })).unwrap()
}

/// Makes a game with a guest on every seat, who has joined it, in the order of the seats.
///
/// # Panics
///
/// If the server does not let them.
pub async fn table(rest: &Rest, game: &CreateGame) -> (GameId, Vec<Player>) {
    let host = Player::guest(rest, "Seat 1").await;
    let made = host.rest.create_game(game).await.unwrap();
    let mut players = vec![host];
    for number in 2..=made.seats.len() {
        players.push(Player::guest(rest, &format!("Seat {number}")).await);
    }
    for (seat, player) in made.seats.keys().zip(&mut players) {
        player.join(made.id).await;
        player.rest.take_seat(made.id, Some(*seat)).await.unwrap();
    }
    for player in &mut players {
        player
            .until(|seen| seen.to_move.is_some() || seen.outcome.is_some())
            .await;
    }
    (made.id, players)
}
