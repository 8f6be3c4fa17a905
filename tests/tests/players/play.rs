//! Short games, played to an end.

use halma_client::Rest;
use halma_core::Seat;
use halma_protocol::GameId;
use halma_tests::{Player, Server};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, expect};

/// A rated game with ten minutes a seat.
pub(crate) fn rated(preset: &str) -> Value {
    json!({
        "rules": preset,
        "rated": true,
        "clock": { "kind": "fischer", "initial": 600_000, "increment": 0 },
    })
}

/// A game of two seats, a move each, that one of them then gives up.
pub(crate) async fn resigned(
    server: &Server,
    white: &Api,
    black: &Api,
    game: Value,
    by_white: bool,
) -> GameId {
    let end = if by_white { "resign" } else { "resign last" };
    play(server, &[white, black], game, end, 2).await
}

/// A game made by the first player: so many moves, then it is ended, by resigning until it is over
/// or by calling it off.
pub(crate) async fn play(
    server: &Server,
    players: &[&Api],
    game: Value,
    end: &str,
    moves: usize,
) -> GameId {
    let key = game["private"].as_bool() == Some(true);
    let taken = game.get("seats").is_some();
    let made = expect(
        players[0].post("/api/games", game).await,
        StatusCode::CREATED,
    );
    let id: GameId = made["id"].as_str().unwrap().parse().unwrap();
    let key = key.then(|| {
        made["url"]
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned()
    });
    let mut at_table: Vec<Player> = Vec::new();
    for api in players {
        let rest = Rest::new(&server.url())
            .unwrap()
            .with_token(api.token().unwrap());
        if !taken {
            let body = json!({ "key": key });
            let seat = api.post(&format!("/api/games/{id}/seats"), body).await;
            expect(seat, StatusCode::CREATED);
        }
        at_table.push(Player::back(&rest).await);
    }
    for player in &mut at_table {
        player.join(id).await;
    }
    let seats = made["seats"].as_object().unwrap().keys();
    let mut seats: Vec<Seat> = seats.map(|seat| seat.parse().unwrap()).collect();
    seats.sort_unstable();
    let first: Seat = made["rules"]["first"]
        .as_str()
        .unwrap_or("white")
        .parse()
        .unwrap();
    let first = seats.iter().position(|seat| *seat == first).unwrap();
    for made in 0..moves {
        let mover = (first + made) % at_table.len();
        at_table[mover].play_any().await;
    }
    match end {
        "abort" => {
            let id = halma_tests::id();
            let abort = halma_protocol::OnSeat {
                id: id.clone(),
                game: at_table[0].seen.game,
                seat: None,
            };
            at_table[0]
                .send(&halma_protocol::ClientMsg::Abort(abort))
                .await;
            at_table[0].answer(&id).await.unwrap();
        }
        "resign last" => {
            at_table.last_mut().unwrap().resign(None).await.unwrap();
        }
        _ => {
            for index in 0..at_table.len().max(2) - 1 {
                let named = at_table.len() != seats.len() || taken;
                if at_table[index].seen.outcome.is_some() {
                    break;
                }
                let done = at_table[index].resign(named.then(|| seats[index])).await;
                // Partners are out together: the last of them has nothing left to give up.
                assert!(done.is_ok() || at_table[index].seen.outcome.is_some() || index > 0);
            }
        }
    }
    let first = at_table.first_mut().unwrap();
    first.until(|seen| seen.outcome.is_some()).await;
    id
}
