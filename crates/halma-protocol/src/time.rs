//! How a game's time is kept.

use std::collections::BTreeMap;

use halma_core::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The time each seat has left, in milliseconds.
pub type Clocks = BTreeMap<Seat, u32>;

/// How a game's time is kept. All times are in milliseconds.
///
/// A seat's clock runs from its second turn on; its first move is due within a
/// minute (`fischer`), or within the time of any other move (`per_move`), else
/// the game is aborted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// So much time for the whole game, and some more after each move.
    Fischer {
        /// At the start: 1 second to 3 hours.
        initial: u32,
        /// Added after each move: at most 3 minutes.
        increment: u32,
    },
    /// So much time for each move.
    PerMove {
        /// For each move: 10 seconds to 14 days.
        time: u32,
    },
}

/// A time is out of its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` is to be from {least} to {most} milliseconds")]
pub struct BadTime {
    /// The field.
    pub field: &'static str,
    /// The least it may be.
    pub least: u32,
    /// The most it may be.
    pub most: u32,
}

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

impl TimeControl {
    /// Whether no time is kept.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// What a seat has at the start, in milliseconds.
    pub fn initial(&self) -> Option<u32> {
        match *self {
            Self::None => None,
            Self::Fischer { initial, .. } => Some(initial),
            Self::PerMove { time } => Some(time),
        }
    }

    /// Checks every time against its range.
    pub fn check(&self) -> Result<(), BadTime> {
        let within = |field, value: u32, least: u32, most: u32| {
            let fits = (least..=most).contains(&value);
            fits.then_some(()).ok_or(BadTime { field, least, most })
        };
        match *self {
            Self::None => Ok(()),
            Self::Fischer { initial, increment } => {
                within("initial", initial, SECOND, 3 * HOUR)?;
                within("increment", increment, 0, 3 * MINUTE)
            }
            Self::PerMove { time } => within("time", time, 10 * SECOND, 14 * DAY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_ranges() {
        assert!(TimeControl::None.check().is_ok());
        let fischer = |initial, increment| TimeControl::Fischer { initial, increment }.check();
        assert!(fischer(SECOND, 0).is_ok() && fischer(3 * HOUR, 3 * MINUTE).is_ok());
        assert_eq!(fischer(SECOND - 1, 0).unwrap_err().field, "initial");
        assert_eq!(
            fischer(SECOND, 3 * MINUTE + 1).unwrap_err().field,
            "increment"
        );
        assert!(TimeControl::PerMove { time: 14 * DAY }.check().is_ok());
        assert!(TimeControl::PerMove { time: 14 * DAY + 1 }.check().is_err());
    }

    #[test]
    fn the_text_form_names_the_kind() {
        let json = serde_json::to_string(&TimeControl::PerMove { time: 60_000 }).unwrap();
        assert_eq!(json, r#"{"kind":"per_move","time":60000}"#);
    }
}
