//! A running server, as those see it who play on it.

use std::time::Duration;

use anyhow::Context;
use halma_client::{Error, Rest};
use halma_core::{Ruleset, RulesetSpec, Seat};
use halma_protocol::{CreateGame, GameSummary};
use serde_json::json;
use tokio::time::sleep;

/// How often a server is asked that has too much to do, and how long it is left alone in between.
pub(crate) const TRIES: u32 = 20;
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

/// A server with a guest for each seat. They play in all games.
pub(crate) struct Server {
    guests: [Rest; 4],
}

impl Server {
    /// Makes the guests.
    pub(crate) async fn enter(url: &str) -> anyhow::Result<Self> {
        let rest = Rest::new(url)?;
        let mut guests = [const { None }; 4];
        for seat in Seat::ALL {
            let name = format!("Check {seat}");
            let guest = willing(async || rest.new_guest(Some(&name)).await).await?;
            guests[seat.index()] = Some(rest.clone().with_token(guest.token));
        }
        let [Some(white), Some(red), Some(black), Some(blue)] = guests else {
            return None.context("a seat has no guest");
        };
        Ok(Self {
            guests: [white, red, black, blue],
        })
    }

    /// What speaks for the guest on that seat.
    pub(crate) const fn guest(&self, seat: Seat) -> &Rest {
        &self.guests[seat.index()]
    }

    /// Makes a game and seats the guests, so that it starts.
    pub(crate) async fn game(&self, ruleset: &Ruleset, start: &str) -> anyhow::Result<GameSummary> {
        // Every game has a white seat.
        let host = Seat::White;
        // From JSON, where everything else a game may be made with has its default.
        let wish: CreateGame = serde_json::from_value(json!({
            "rules": RulesetSpec::from(*ruleset),
            "start": start,
            "seats": [host],
        }))?;
        let game = willing(async || self.guest(host).create_game(&wish).await).await?;
        for &seat in game.seats.keys().filter(|&&seat| seat != host) {
            willing(async || self.guest(seat).take_seat(game.id, Some(seat)).await).await?;
        }
        Ok(game)
    }
}

/// Asks again while the server refuses because it has too much to do.
async fn willing<T>(ask: impl AsyncFn() -> Result<T, Error>) -> Result<T, Error> {
    for _ in 1..TRIES {
        match ask().await {
            Err(error @ Error::Refused(_)) if error.may_pass() => sleep(PAUSE).await,
            answer => return answer,
        }
    }
    ask().await
}
