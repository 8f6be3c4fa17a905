//! Finding somebody to play with: what travels about open games, seeks and challenges.

use halma_core::{RulesetSpec, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CommandId, GameId, GameSummary, PlayerId, PlayerRef, RatingChange, TimeControl};

/// A command about the lobby as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnLobby {
    /// The command's id.
    pub id: CommandId,
}

/// Looks for somebody to play a quick game with. The answer is `seeking`, and `paired` once
/// somebody is found. Another seek takes the place of the last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seek {
    /// The command's id; `paired` and `seek_ended` name it.
    pub id: CommandId,
    /// One of the `standard` presets.
    pub preset: String,
    /// How time is to be kept.
    pub clock: TimeControl,
    /// Whether it is to be rated; only for accounts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The least rating the others may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
    /// The greatest rating the others may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

/// Asks one player for a game. It is an open game with a seat kept for them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// Whom.
    pub to: PlayerId,
    /// A preset's name, or a ruleset of two seats.
    pub rules: RulesetSpec,
    /// How time is to be kept.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub clock: TimeControl,
    /// Whether it is to be rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The seat you want; drawn if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether only the two of you may watch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// Asks one player for a game. The answer is `challenge_made`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Challenge {
    /// The command's id.
    pub id: CommandId,
    /// Whom.
    pub to: PlayerId,
    /// A preset's name, or a ruleset of two seats.
    pub rules: RulesetSpec,
    /// How time is to be kept.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub clock: TimeControl,
    /// Whether it is to be rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The seat you want; drawn if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether only the two of you may watch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

impl Challenge {
    /// The command's id, and the challenge itself.
    pub fn split(self) -> (CommandId, NewChallenge) {
        let Self {
            id,
            to,
            rules,
            clock,
            rated,
            seat,
            private,
        } = self;
        (
            id,
            NewChallenge {
                to,
                rules,
                clock,
                rated,
                seat,
                private,
            },
        )
    }
}

/// Somebody who looks for a quick game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeekInfo {
    /// Who.
    pub player: PlayerRef,
    /// The preset.
    pub preset: String,
    /// How time is to be kept.
    pub clock: TimeControl,
    /// Whether it is to be rated.
    pub rated: bool,
    /// How the player rates there.
    pub rating: f64,
    /// The least rating the others may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
    /// The greatest rating the others may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Since when: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub since: i64,
}

/// The lobby as it stands: the answer to `subscribe`. It is sent again if news was missed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lobby {
    /// The id of the `subscribe` this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// Games that anybody may join, newest first, at most 100.
    pub games: Vec<GameSummary>,
    /// Who looks for a quick game, the longest wait first.
    pub seeks: Vec<SeekInfo>,
}

/// A game in the lobby is new or has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyGame {
    /// The game as it is now.
    pub game: GameSummary,
}

/// Something about a game, and no more than that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameRef {
    /// The game.
    pub game: GameId,
}

/// Who looks for a quick game now; sent when it changes, at most once a second.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seeks {
    /// The longest wait first.
    pub seeks: Vec<SeekInfo>,
}

/// You are paired; the game has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Paired {
    /// The id of your `seek`.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// Your seat in it.
    pub seat: Seat,
}

/// A seek has ended without a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeekEnded {
    /// The id of your `seek`.
    pub id: CommandId,
    /// Why.
    pub why: SeekEnd,
}

/// Why a seek ended without a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeekEnd {
    /// You cancelled it.
    Cancelled,
    /// You are seeking something else, here or on another socket.
    Replaced,
}

/// A command about the lobby was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// The command's id.
    pub id: CommandId,
}

/// A challenge is made; it waits for the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChallengeMade {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
}

/// A challenge by you or for you waits no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChallengeOver {
    /// The game.
    pub game: GameId,
    /// Whether it was accepted; else it was declined, taken back or forgotten, and is called off.
    pub accepted: bool,
}

/// In one of your games it is your turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YourTurn {
    /// The game.
    pub game: GameId,
    /// Your seat to move.
    pub seat: Seat,
}

/// A rated game of yours has ended: how it changed the ratings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rated {
    /// The game.
    pub game: GameId,
    /// One for each player.
    pub changes: Vec<RatingChange>,
}

/// A game of yours that is not over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct YourGame {
    /// Whether it waits for you to move.
    pub your_turn: bool,
    /// The seat to move, once it is being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// The game.
    pub game: GameSummary,
}

/// Challenges that wait.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Challenges {
    /// By others, for you: take the seat, or decline.
    pub received: Vec<GameSummary>,
    /// By you, for others.
    pub sent: Vec<GameSummary>,
}
