//! What may follow the question mark of a REST address.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ClockClass, GameId, GameStatus, PlayerId, Pool};

/// Where the secret goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CookieQuery {
    /// Whether the secret is to go into a cookie, as this server's own page wants it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cookie: bool,
}

/// Which players to look for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayersQuery {
    /// How the names of the accounts begin.
    pub name: String,
}

/// What a private game is seen with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyQuery {
    /// The key in the link of a private game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Which of a game's events to give.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventsQuery {
    /// The number of the last event you have; 0 if you have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// At most so many: 1 to 200, 200 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The key in the link of a private game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Which games to give; what is left out does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GamesQuery {
    /// Only games that stand so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<GameStatus>,
    /// Only open games that anybody may join.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joinable: bool,
    /// Only games of this player; private ones only for the player's own eyes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Only games by this preset; `custom` is every ruleset without a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Only rated games, or only casual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Only games with such a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockClass>,
    /// Only games with this result: the winning seats joined by `+`, or `draw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The first day on which they may have ended, UTC: `2026-01-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The last such day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Only games made before this one: the `next` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<GameId>,
    /// At most so many: 1 to 200, 50 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}

/// Which of your games that are not over to give. To read them page by page, read those that wait
/// for you and the others apart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MyGamesQuery {
    /// Only games that wait for you to move, or only others; if left out, those that wait come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub your_turn: Option<bool>,
    /// Only games made before this one: the last of the page before. Only along with `your_turn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<GameId>,
    /// At most so many: 1 to 200, 200 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}

/// How exported games are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// One JSON text a line.
    #[default]
    Ndjson,
    /// A JSON list.
    Json,
    /// Records, with a blank line between.
    Record,
}

/// How to export games, and how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExportQuery {
    /// How games are written.
    #[serde(default)]
    pub format: ExportFormat,
    /// At most so many games; all of them if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

/// Which ladder, and which part of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LadderQuery {
    /// Who is rated against each other; `humans` if left out.
    #[serde(default)]
    pub pool: Pool,
    /// The preset; `standard` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The clock; `rapid` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockClass>,
    /// Of a history: only what was before the game of this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// At most so many: 1 to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}
