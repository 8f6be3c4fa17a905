//! The events a game is made of: stored, numbered without gaps, and sent as stored.

use halma_core::{Path, Reason, Ruleset, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CommandId, GameId, PlayerId, PlayerRef};

/// Something that happened in a game. `seq` counts from 1 without a gap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The event's number in its game, from 1.
    pub seq: u64,
    /// When it happened: milliseconds since 1970 UTC, by the server's clock.
    pub time: i64,
    /// The player whose command caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerId>,
    /// The id of that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened. `moved`, `passed`, `resigned`, `missed_deadline` and `started`
/// change the position: their `seq` is the game's new `at`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The game was made.
    Created {
        /// Its rules: what differs from `classic`.
        rules: Ruleset,
        /// The position it starts from, if not the usual one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<String>,
        /// Who made it.
        host: PlayerRef,
    },
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerRef,
    },
    /// A player gave up a seat before the start.
    Stood {
        /// The seat, free again.
        seat: Seat,
    },
    /// All seats were taken and play began.
    Started {
        /// The seat to move; none if the game ends at once.
        next: Option<Seat>,
    },
    /// A seat made a move.
    Moved {
        /// The seat whose turn it was.
        seat: Seat,
        /// The whole path of the moved piece.
        path: Path,
        /// The seat to move after it; none if the game has ended.
        next: Option<Seat>,
    },
    /// A seat had no legal move; its turn passed by itself.
    Passed {
        /// The seat.
        seat: Seat,
        /// The seat to move after it; none if the game has ended.
        next: Option<Seat>,
    },
    /// A seat gave up; its pieces leave the board.
    Resigned {
        /// The seat.
        seat: Seat,
        /// The seat to move after it; none if the game has ended.
        next: Option<Seat>,
    },
    /// The move before left a piece in its home past the deadline: the seat is out and its pieces leave the board.
    MissedDeadline {
        /// The seat.
        seat: Seat,
        /// The seat to move after it; none if the game has ended.
        next: Option<Seat>,
    },
    /// The game ended.
    Finished {
        /// Who won, in seat order; empty for a draw.
        winners: Vec<Seat>,
        /// Why it ended.
        reason: Reason,
    },
}

impl EventKind {
    /// Whether the event changes the position, so that its `seq` becomes the game's `at`.
    pub fn changes_position(&self) -> bool {
        match self {
            Self::Started { .. }
            | Self::Moved { .. }
            | Self::Passed { .. }
            | Self::Resigned { .. }
            | Self::MissedDeadline { .. } => true,
            Self::Created { .. }
            | Self::Seated { .. }
            | Self::Stood { .. }
            | Self::Finished { .. } => false,
        }
    }
}

/// The frame that carries a stored event, made of the event's own JSON text so
/// that what is stored and what is sent are the same bytes, serialized once.
pub fn event_frame(game: GameId, event_json: &str) -> String {
    let rest = event_json.strip_prefix('{').unwrap_or(event_json);
    let mut frame = String::with_capacity(rest.len() + 64);
    frame.push_str(r#"{"type":"event","game":""#);
    frame.push_str(
        game.hyphenated()
            .encode_lower(&mut [0; uuid::fmt::Hyphenated::LENGTH]),
    );
    frame.push_str(r#"","#);
    frame.push_str(rest);
    frame
}
