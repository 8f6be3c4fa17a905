//! Messages from a client to the server.

use halma_core::{Path, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CommandId, GameId};

/// One text frame from a client. `hello` is always the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMsg {
    /// Opens the conversation.
    Hello(Hello),
    /// Watches a game, and plays in it whatever seats one holds.
    Join(Join),
    /// Stops watching a game; seats are kept.
    Leave(Leave),
    /// Gives up a seat before the game has started.
    Stand(Stand),
    /// Makes a move.
    Move(Move),
    /// Gives a game up for a seat.
    Resign(Resign),
    /// Asks for a `pong`.
    Ping(Ping),
}

/// The first frame of a socket, due within 10 seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The protocol version the client speaks: 1.
    pub protocol: u32,
    /// Who you are, unless an `Authorization: Bearer` header said it already.
    /// Without either you may watch and nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// For client authors: unknown fields are then refused by name, not ignored.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strict: bool,
}

/// Watches a game. The answer is one `events` or `state`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the last event you have: the answer is then the events after it, up to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Whether to get the legal moves (`turn`) whenever a seat of yours is to move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub legal: bool,
}

/// Stops watching a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Leave {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
}

/// Gives up a seat before the game has started.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stand {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The seat, if you hold several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Makes a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the last event that changed the position, as you know it; another is `stale`.
    pub at: u64,
    /// The whole path, squares joined by `-`.
    pub path: Path,
    /// The seat you move for; the seat to move if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Gives a game up for a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Resign {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The seat, if you hold several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Asks for a `pong`, to see that the server is there and how far away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// Returned in the `pong`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}
