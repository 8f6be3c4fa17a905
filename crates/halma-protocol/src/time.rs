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
        #[schemars(range(min = 1000, max = 10800000))]
        initial: u32,
        /// Added after each move: at most 3 minutes.
        #[schemars(range(min = 0, max = 180000))]
        increment: u32,
    },
    /// So much time for each move.
    PerMove {
        /// For each move: 10 seconds to 14 days.
        #[schemars(range(min = 10000, max = 1209600000))]
        time: u32,
    },
}

/// How fast games with such a clock are played. Ratings and statistics are kept apart by it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ClockClass {
    /// No clock.
    Untimed,
    /// Less than 10 minutes a seat for a game of 80 moves.
    Blitz,
    /// Less than 30 minutes.
    Rapid,
    /// 30 minutes or more.
    Classical,
    /// An hour or more for each move.
    Correspondence,
}

impl ClockClass {
    /// Every class, from no clock to the slowest.
    pub const ALL: [Self; 5] = [
        Self::Untimed,
        Self::Blitz,
        Self::Rapid,
        Self::Classical,
        Self::Correspondence,
    ];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Untimed => "untimed",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}

/// How many moves a seat makes in a long game; for telling clocks apart.
const LONG_GAME: u64 = 80;

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

    /// How fast such games are played.
    pub fn class(&self) -> ClockClass {
        let whole_game = match *self {
            Self::None => return ClockClass::Untimed,
            Self::PerMove { time } if time >= HOUR => return ClockClass::Correspondence,
            Self::PerMove { time } => LONG_GAME * u64::from(time),
            Self::Fischer { initial, increment } => {
                u64::from(initial) + LONG_GAME * u64::from(increment)
            }
        };
        match whole_game / u64::from(MINUTE) {
            0..10 => ClockClass::Blitz,
            10..30 => ClockClass::Rapid,
            _ => ClockClass::Classical,
        }
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
    fn a_clock_has_a_class() {
        let fischer = |initial, increment| TimeControl::Fischer { initial, increment }.class();
        let per_move = |time| TimeControl::PerMove { time }.class();
        assert_eq!(TimeControl::None.class(), ClockClass::Untimed);
        assert_eq!(fischer(5 * MINUTE, 3 * SECOND), ClockClass::Blitz);
        assert_eq!(fischer(10 * MINUTE, 0), ClockClass::Rapid);
        assert_eq!(fischer(15 * MINUTE, 15 * SECOND), ClockClass::Classical);
        assert_eq!(per_move(10 * SECOND), ClockClass::Rapid);
        assert_eq!(per_move(HOUR - 1), ClockClass::Classical);
        assert_eq!(per_move(DAY), ClockClass::Correspondence);
    }

    #[test]
    fn the_text_form_names_the_kind() {
        let json = serde_json::to_string(&TimeControl::PerMove { time: 60_000 }).unwrap();
        assert_eq!(json, r#"{"kind":"per_move","time":60000}"#);
    }
}
