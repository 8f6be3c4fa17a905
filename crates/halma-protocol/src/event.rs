//! The events a game is made of: stored, numbered without gaps, and sent as stored.

use std::collections::BTreeMap;

use halma_core::{Path, Reason, Ruleset, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ClaimKind, Clocks, CommandId, GameId, PlayerId, PlayerRef, TimeControl};

/// Something that happened in a game. `seq` counts from 1 without a gap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The event's number in its game, from 1.
    #[schemars(range(min = 1))]
    pub seq: u64,
    /// When it happened: milliseconds since 1970 UTC, by the server's clock.
    #[schemars(range(min = 0))]
    pub time: i64,
    /// The player whose command caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerId>,
    /// The id of that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The time each seat has left after it, in milliseconds; only once a timed game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What can be proposed to the other seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalKind {
    /// To end the game as a draw.
    Draw,
    /// To go back to before the proposer's last move.
    Takeback,
}

/// A seat and the path it moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Played {
    /// The seat whose turn it was.
    pub seat: Seat,
    /// The whole path of the moved piece.
    pub path: Path,
}

/// What happened. The kinds that carry `next` change the position: their `seq`
/// is the game's new `at`.
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
        /// How its time is kept.
        #[serde(default, skip_serializing_if = "TimeControl::is_none")]
        clock: TimeControl,
        /// The key without which nobody may watch or join, if it is private.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Seats kept for players.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        invited: BTreeMap<Seat, PlayerRef>,
        /// Seats the computer plays, and its level in each.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        computers: BTreeMap<Seat, u8>,
        /// Whether everybody may ask for hints.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hints: bool,
        /// Whether its result changes the players' ratings.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rated: bool,
        /// The game this one follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        predecessor: Option<GameId>,
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
    /// A seat ran out of time; its pieces leave the board.
    Flagged {
        /// The seat.
        seat: Seat,
        /// The seat to move after it; none if the game has ended.
        next: Option<Seat>,
    },
    /// A seat that was gone was claimed against.
    Claimed {
        /// The seat that was gone.
        seat: Seat,
        /// The seat that claimed.
        by_seat: Seat,
        /// What was claimed.
        what: ClaimKind,
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
    /// A seat proposed something; the proposal's name is this event's `seq`.
    Proposed {
        /// The seat; it has accepted.
        seat: Seat,
        /// What it proposed.
        what: ProposalKind,
    },
    /// A seat accepted or refused; one refusal ends the proposal.
    Voted {
        /// The seat.
        seat: Seat,
        /// The proposal.
        #[schemars(range(min = 1))]
        proposal: u64,
        /// Whether it accepted.
        accept: bool,
    },
    /// A proposal ended without a decision.
    Withdrawn {
        /// The seat that had proposed.
        seat: Seat,
        /// The proposal.
        #[schemars(range(min = 1))]
        proposal: u64,
    },
    /// By agreement the game went back.
    TakenBack {
        /// The proposal.
        #[schemars(range(min = 1))]
        proposal: u64,
        /// How many moves, passes and seats going out are left of the game.
        plies: u32,
        /// The position now.
        position: String,
        /// The seat to move.
        next: Option<Seat>,
    },
    /// A person alone went back.
    Undone {
        /// How many moves, passes and seats going out are left of the game.
        plies: u32,
        /// The position now.
        position: String,
        /// The seat to move.
        next: Option<Seat>,
    },
    /// A person alone went forward again.
    Redone {
        /// The moves made again, in order.
        moves: Vec<Played>,
        /// The position now.
        position: String,
        /// The seat to move.
        next: Option<Seat>,
    },
    /// A seat was given time.
    TimeGiven {
        /// The seat that got it.
        seat: Seat,
        /// How much, in milliseconds.
        millis: u32,
    },
    /// A seat wants, or accepts, another game.
    RematchOffered {
        /// The seat.
        seat: Seat,
    },
    /// Another game follows this one.
    Succeeded {
        /// That game.
        successor: GameId,
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
    /// The seat to move after an event that changes the position (`Some(None)`: the game has
    /// ended); `None` for an event that changes nothing on the board.
    pub fn next(&self) -> Option<Option<Seat>> {
        match self {
            Self::Started { next }
            | Self::Moved { next, .. }
            | Self::Passed { next, .. }
            | Self::Resigned { next, .. }
            | Self::Flagged { next, .. }
            | Self::Claimed { next, .. }
            | Self::MissedDeadline { next, .. }
            | Self::TakenBack { next, .. }
            | Self::Undone { next, .. }
            | Self::Redone { next, .. } => Some(*next),
            Self::Created { .. }
            | Self::Seated { .. }
            | Self::Stood { .. }
            | Self::Proposed { .. }
            | Self::Voted { .. }
            | Self::Withdrawn { .. }
            | Self::TimeGiven { .. }
            | Self::RematchOffered { .. }
            | Self::Succeeded { .. }
            | Self::Finished { .. } => None,
        }
    }

    /// Whether the event changes the position, so that its `seq` becomes the game's `at`.
    pub fn changes_position(&self) -> bool {
        self.next().is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields of an event and of the frame around it share one object.
    #[test]
    fn no_kind_has_a_field_of_its_frame() {
        let schema = schemars::schema_for!(EventKind);
        let kinds = schema
            .get("oneOf")
            .and_then(|kinds| kinds.as_array())
            .unwrap();
        assert!(kinds.len() > 10);
        for kind in kinds {
            let fields = kind["properties"].as_object().unwrap();
            for taken in ["type", "game", "seq", "time", "by", "id", "clocks"] {
                assert!(!fields.contains_key(taken), "{taken} in {kind}");
            }
        }
    }
}
