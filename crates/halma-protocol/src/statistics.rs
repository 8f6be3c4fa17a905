//! Bodies of the REST interface about what has been played, and how well.

use std::collections::BTreeMap;

use halma_core::{Reason, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ClockClass, GameId, PlayerId, PlayerInfo, PlayerRef};

/// Which games are counted; what is left out does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatisticsFilter {
    /// The first day on which they may have ended, UTC: `2026-01-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The last such day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Only rated games, or only casual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Only games with such a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockClass>,
    /// Only games in which no program played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub humans: bool,
    /// Only games by this preset; `custom` is every ruleset without a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// A number of games and its share in percent, to two decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// How many.
    pub games: u64,
    /// Their share of all, in percent. Shares of one whole add up to exactly 100.
    #[schemars(range(min = 0, max = 100))]
    pub percent: f64,
}

/// Games won by a set of seats: one, or two partners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WonBy {
    /// The winners, in seat order.
    pub seats: Vec<Seat>,
    /// How many games they won.
    #[serde(flatten)]
    pub share: Share,
}

/// Games that ended for one reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndedBy {
    /// The reason.
    pub reason: Reason,
    /// How many ended so.
    #[serde(flatten)]
    pub share: Share,
}

/// The mean and the most of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Extent {
    /// The mean, to one decimal.
    #[schemars(range(min = 0))]
    pub average: f64,
    /// The most.
    pub longest: u64,
}

/// What came of some games.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// Wins by their set of winners, in seat order. With `draws` they add up to 100 %.
    pub wins: Vec<WonBy>,
    /// Draws.
    pub draws: Share,
    /// Games won by the seat that began.
    pub first_mover: Share,
    /// Why they ended, the commonest first; adds up to 100 %.
    pub reasons: Vec<EndedBy>,
    /// How many moves, of all seats together.
    pub moves: Extent,
    /// How long, in milliseconds.
    pub millis: Extent,
    /// The most jumps in one move.
    pub longest_chain: u64,
}

/// What came of all games that a filter lets through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Which games.
    pub filter: StatisticsFilter,
    /// All of them.
    pub all: Tally,
    /// By preset; `custom` is every ruleset without a name.
    pub presets: BTreeMap<String, Tally>,
}

/// What came of some games of one player.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerTally {
    /// How many games.
    pub games: u64,
    /// Won. With `draws` and `losses` they add up to 100 %.
    pub wins: Share,
    /// Drawn.
    pub draws: Share,
    /// Lost.
    pub losses: Share,
    /// Games in which the player began and won.
    pub first_mover: Share,
    /// Why they ended, the commonest first; adds up to 100 %.
    pub reasons: Vec<EndedBy>,
    /// How many moves, of all seats together.
    pub moves: Extent,
    /// How long, in milliseconds.
    pub millis: Extent,
    /// The most jumps in one move of such a game, whoever made it.
    pub longest_chain: u64,
}

/// Games in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Streaks {
    /// Won in a row up to now; lost, if negative.
    pub now: i64,
    /// The most ever won in a row.
    pub won: u64,
    /// The most ever lost in a row.
    pub lost: u64,
}

/// One player's games against another, with two seats. Of a filter, days and `humans` do not matter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Against {
    /// The other.
    pub opponent: PlayerRef,
    /// How many games.
    pub games: u64,
    /// Won by the one. With `draws` and `losses` they add up to 100 %.
    pub wins: Share,
    /// Drawn.
    pub draws: Share,
    /// Won by the other.
    pub losses: Share,
}

/// What came of one player's games that a filter lets through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerStatistics {
    /// The player.
    pub player: PlayerInfo,
    /// Which games.
    pub filter: StatisticsFilter,
    /// All of them.
    pub all: PlayerTally,
    /// By preset; `custom` is every ruleset without a name.
    pub presets: BTreeMap<String, PlayerTally>,
    /// By the seat held.
    pub seats: BTreeMap<Seat, PlayerTally>,
    /// The commonest opponents, at most 20. Days and `humans` do not matter here.
    pub opponents: Vec<Against>,
    /// Games in a row, of the filter's preset or of all. The rest of the filter does not matter here.
    pub streaks: Streaks,
}

/// How a player rates on one ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// The pool: `humans` or `bots`.
    pub pool: Pool,
    /// The preset.
    pub preset: String,
    /// The clock.
    pub clock: ClockClass,
    /// The rating; everybody begins at 1500.
    pub rating: f64,
    /// How uncertain it is, on the same scale: the true strength is within twice this, most likely.
    #[schemars(range(min = 0))]
    pub deviation: f64,
    /// Whether too few games were played for it to mean much; it is then on no leaderboard.
    pub provisional: bool,
    /// How many rated games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
}

/// Who is rated against each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pool {
    /// People.
    #[default]
    Humans,
    /// Accounts of bots.
    Bots,
}

/// A place on a leaderboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ranked {
    /// The place, from 1.
    #[schemars(range(min = 1))]
    pub rank: u32,
    /// Who.
    pub player: PlayerRef,
    /// How they rate.
    #[serde(flatten)]
    pub rating: Rating,
}

/// The best of one ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Leaderboard {
    /// The pool.
    pub pool: Pool,
    /// The preset.
    pub preset: String,
    /// The clock.
    pub clock: ClockClass,
    /// The best, best first.
    pub players: Vec<Ranked>,
}

/// What a game did to a player's rating.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingChange {
    /// The game; left out of a history if it is a private one of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The player.
    pub player: PlayerId,
    /// Which of the player's rated games on this ladder it was, from 1.
    pub number: u64,
    /// When the game ended: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub time: i64,
    /// The rating before it.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
    /// How uncertain it is then.
    #[schemars(range(min = 0))]
    pub deviation: f64,
    /// Whether it is provisional then.
    pub provisional: bool,
}
