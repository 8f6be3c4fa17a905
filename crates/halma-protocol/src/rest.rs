//! Bodies of the REST interface.

use std::collections::BTreeMap;

use halma_core::{Outcome, Ruleset, RulesetSpec, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CommandId, Details, ErrorCode, Event, GameId, GameStatus, PlayerId, PlayerRef, TimeControl,
};

/// Asks for a guest: a player without a password.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name to be shown, 1 to 24 characters; the server makes one up if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A new guest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Guest {
    /// The player.
    pub player: PlayerRef,
    /// The secret that says who you are. It is shown this once; keep it.
    pub token: String,
}

/// Makes a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// A preset's name, or a ruleset.
    pub rules: RulesetSpec,
    /// A position to start from, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The seats you take at once; naming every seat makes a game on one screen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seat>,
    /// Seats kept for players.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub invited: BTreeMap<Seat, PlayerId>,
    /// Seats the computer plays, and its level in each: 1 to 8.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub computers: BTreeMap<Seat, u8>,
    /// Whether everybody may ask for hints; where one person plays alone they always may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Whether its result is to change the players' ratings: a preset, a clock, accounts only, a seat each.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How its time is kept.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub clock: TimeControl,
    /// Whether only those who have its link may watch and join.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Whether the first seat to move is drawn; else it is the rules' `first`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw_first: bool,
}

/// Takes a seat of an open game.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// Makes a retry safe: the same id gets the first answer again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The seat; the first free one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The key in the link of a private game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A seat was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatGranted {
    /// The seat that is yours now.
    pub seat: Seat,
    /// The number of the `seated` event.
    #[schemars(range(min = 1))]
    pub seq: u64,
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameSummary {
    /// The game.
    pub id: GameId,
    /// Where it stands.
    pub status: GameStatus,
    /// Its rules: what differs from `classic`.
    pub rules: Ruleset,
    /// The rules' name whoever begins, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Its seats and the people who hold them: none if a seat is free, or a computer plays it.
    pub seats: BTreeMap<Seat, Option<PlayerRef>>,
    /// The seats the computer plays, and its level in each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub computers: BTreeMap<Seat, u8>,
    /// Who made it.
    pub host: PlayerRef,
    /// When it was made: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub created: i64,
    /// When play began: milliseconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub started: Option<i64>,
    /// When it ended: milliseconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub finished: Option<i64>,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// How its time is kept.
    pub clock: TimeControl,
    /// Whether its result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// Where a person plays or watches it; the link of a private game holds its key.
    pub url: String,
}

/// A page of games, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Ask again with this as `before` for the next page; none on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<GameId>,
}

/// A page of a game's events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameEvents {
    /// The game.
    pub game: GameId,
    /// Its events in order, beginning after the `since` asked for.
    pub events: Vec<Event>,
}

/// A named ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RulesetInfo {
    /// Its name.
    pub name: String,
    /// One line that says how it plays.
    pub description: String,
    /// Its options: what differs from `classic`.
    pub rules: Ruleset,
}

/// A level of the computer player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComputerLevel {
    /// 1, a beginner, to 8, full strength.
    #[schemars(range(min = 1, max = 8))]
    pub level: u8,
    /// Its name.
    pub name: String,
    /// How long it usually thinks about a move, in milliseconds.
    pub thinking: u32,
}

/// Why a request was refused, as `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The HTTP status.
    #[schemars(range(min = 400, max = 599))]
    pub status: u16,
    /// What to switch on.
    pub code: ErrorCode,
    /// The status in words.
    pub title: String,
    /// A sentence for a person.
    pub detail: String,
    /// What else is known.
    #[serde(default)]
    pub details: Details,
}

/// Whether the server can play, as `/readyz` tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Readiness {
    /// Whether the store answers, its migrations are done and its lock is held.
    pub ready: bool,
    /// What is being waited for, if it is not ready.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting_for: Option<String>,
    /// How the journal's own connection stores, read from that connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub durability: Option<Durability>,
}

/// How the journal's own connection stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Durability {
    /// The database engine.
    pub engine: StoreEngine,
    /// The settings that make a commit durable, by the engine's own names.
    pub settings: BTreeMap<String, String>,
}

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoreEngine {
    /// The embedded one: a file.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}
