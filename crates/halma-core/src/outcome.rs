//! How games end.

use std::fmt;
use std::str::FromStr;

use crate::{Seat, SeatSet};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who has won: nobody in a draw, both partners of a team, else one seat.
    pub winners: SeatSet,
    /// Why the game has ended.
    pub reason: Reason,
}

impl Outcome {
    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self {
            winners: SeatSet::EMPTY,
            reason,
        }
    }

    /// A win of that seat alone.
    #[must_use]
    pub const fn win(seat: Seat, reason: Reason) -> Self {
        Self {
            winners: SeatSet::of(seat),
            reason,
        }
    }

    /// Whether nobody has won.
    #[must_use]
    pub const fn is_draw(&self) -> bool {
        self.winners.is_empty()
    }
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reason {
    /// An army, or a team's armies, got home.
    Home,
    /// With equal turns several seats got home in one round.
    AllHome,
    /// The last seat to go out had pieces at home past the limit.
    Deadline,
    /// Nobody could move.
    NoMoves,
    /// The same position came for the third time.
    Repetition,
    /// Everyone had made as many turns as a game may have.
    MoveCap,
    /// The players agreed on a draw.
    Agreement,
    /// The last seat to go out resigned.
    Resign,
    /// The last seat to go out ran out of time.
    Time,
    /// Somebody stayed away.
    Abandoned,
    /// The game was called off.
    Aborted,
}

/// The text names no reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a reason a game ends for")]
pub struct ReasonError;

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 11] = [
        Self::Home,
        Self::AllHome,
        Self::Deadline,
        Self::NoMoves,
        Self::Repetition,
        Self::MoveCap,
        Self::Agreement,
        Self::Resign,
        Self::Time,
        Self::Abandoned,
        Self::Aborted,
    ];

    /// The name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::AllHome => "all_home",
            Self::Deadline => "deadline",
            Self::NoMoves => "no_moves",
            Self::Repetition => "repetition",
            Self::MoveCap => "move_cap",
            Self::Agreement => "agreement",
            Self::Resign => "resign",
            Self::Time => "time",
            Self::Abandoned => "abandoned",
            Self::Aborted => "aborted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Reason {
    type Err = ReasonError;

    fn from_str(text: &str) -> Result<Self, ReasonError> {
        Self::ALL
            .into_iter()
            .find(|reason| reason.name() == text)
            .ok_or(ReasonError)
    }
}

/// Why a seat goes out otherwise than by its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OutCause {
    /// It resigned.
    Resign,
    /// It ran out of time.
    Time,
}

impl OutCause {
    /// Both causes.
    pub const ALL: [Self; 2] = [Self::Resign, Self::Time];

    /// The reason of a game that ends by it.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::Resign => Reason::Resign,
            Self::Time => Reason::Time,
        }
    }
}
