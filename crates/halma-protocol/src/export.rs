//! A whole game as one JSON value, for export and import.

use std::collections::BTreeMap;

use halma_core::{Outcome, RulesetSpec, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{GameId, TimeControl};

/// A finished game. One of these a line is NDJSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameExport {
    /// The game; an import of one that is there already is refused. Left out, it gets a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<GameId>,
    /// A preset's name, or a ruleset.
    pub rules: RulesetSpec,
    /// The position it started from, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The players' names; `Computer 3` is the computer's third level.
    pub players: BTreeMap<Seat, String>,
    /// How its time was kept.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub clock: TimeControl,
    /// Whether it was rated where it was played; an imported game rates nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// When play began: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub started: i64,
    /// When it ended: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub finished: i64,
    /// Moves, passes (`--`) and seats going out (`w!resign`, `w!time`), in order, one space between.
    pub moves: String,
    /// How it ended.
    pub outcome: Outcome,
}
