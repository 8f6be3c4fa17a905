//! Who makes guests and games.

use halma_client::Rest;
use halma_core::{RulesetSpec, Seat};
use halma_protocol::{CreateGame, GameId};
use serde_json::json;
use uuid::Uuid;

use super::games::Moves;

/// What is at the address.
#[derive(Debug, Clone)]
pub(crate) enum Host {
    /// A server, asked as nobody.
    Server(Rest),
    /// A relay of messages, to compare servers with: it knows nobody, and a game is there as soon
    /// as somebody joins it.
    Relay(Rest),
}

impl Host {
    /// A new guest.
    pub(crate) async fn guest(&self) -> anyhow::Result<Rest> {
        Ok(match self {
            Self::Server(rest) => {
                let guest = rest.new_guest(Some("Load")).await?;
                rest.clone().with_token(guest.token)
            }
            Self::Relay(rest) => rest.clone(),
        })
    }

    /// Makes a game of these rules and seats both.
    pub(crate) async fn set(
        &self,
        [white, black]: &[Rest; 2],
        moves: &Moves,
        clock: bool,
    ) -> anyhow::Result<GameId> {
        if let Self::Relay(_) = self {
            return Ok(Uuid::new_v4());
        }
        let clock = if clock {
            json!({ "kind": "fischer", "initial": 600_000, "increment": 5_000 })
        } else {
            json!({ "kind": "none" })
        };
        let wish: CreateGame = serde_json::from_value(json!({
            "rules": RulesetSpec::from(moves.rules),
            "seats": [Seat::White],
            "clock": clock,
        }))?;
        let game = white.create_game(&wish).await?.id;
        black.take_seat(game, None).await?;
        Ok(game)
    }

    /// Whether a game is more than its messages, so that it has to be ended.
    pub(crate) fn keeps_games(&self) -> bool {
        matches!(self, Self::Server(_))
    }
}
