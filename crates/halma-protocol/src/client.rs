//! Messages from a client to the server.

use halma_core::{Path, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Challenge, CommandId, GameId, OnLobby, ProposalKind, Seek};

/// One text frame from a client. `hello` is always the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMsg {
    /// Opens the conversation.
    Hello(Hello),
    /// Watches a game, and plays in it whatever seats one holds.
    Join(Join),
    /// Stops watching a game; seats are kept.
    Leave(OnGame),
    /// Gives up a seat before the game has started.
    Stand(OnSeat),
    /// Makes a move.
    Move(Move),
    /// Gives a game up for a seat.
    Resign(OnSeat),
    /// Calls a game off, as any seat may until every seat has moved; before the start, as its host may.
    Abort(OnSeat),
    /// Proposes a draw, or to take back one's last move.
    Propose(Propose),
    /// Accepts or refuses a proposal.
    Vote(Vote),
    /// Takes one's own proposal back.
    Withdraw(OnSeat),
    /// Ends the wait for a seat that is gone on its turn.
    Claim(Claim),
    /// In a solo game: goes back to one's last own decision.
    Undo(OnGame),
    /// In a solo game: goes forward again to where `undo` came from.
    Redo(OnGame),
    /// In a solo game: begins again with the same configuration.
    Restart(OnGame),
    /// After the end: offers, or accepts, another game with the next seat first.
    Rematch(OnSeat),
    /// Gives another seat 15 seconds of time.
    GiveTime(GiveTime),
    /// Asks what the computer would play, where hints are allowed.
    Hint(AskHint),
    /// Asks to be told of the lobby, of one's turns and of challenges. The answer is `lobby`.
    Subscribe(OnLobby),
    /// Asks no longer to be told.
    Unsubscribe(OnLobby),
    /// Looks for somebody to play a quick game with.
    Seek(Seek),
    /// No longer looks for one.
    Cancel(OnLobby),
    /// Asks one player for a game.
    Challenge(Challenge),
    /// Declines a challenge, or takes one's own back.
    Decline(OnGame),
    /// Asks for a `pong`.
    Ping(Ping),
}

/// The first frame of a socket, due within 10 seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The protocol version the client speaks: 1.
    #[schemars(range(min = 1))]
    pub protocol: u32,
    /// Who you are, unless an `Authorization: Bearer` header said it already.
    /// Without either you may watch and nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// For client authors: unknown fields are then refused by name, not ignored.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strict: bool,
}

/// Watches a game. The answer is one `events` or `state`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the last event you have: the answer is then the events after it, up to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Whether to get the legal moves (`turn`) whenever a seat of yours is to move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub legal: bool,
    /// The key in the link of a private game; whoever holds a seat needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A command about a game as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnGame {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
}

/// A command for one of one's seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnSeat {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The seat; needed only by who holds several and means one that is not to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Makes a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the last event that changed the position, as you know it; another is `stale`.
    pub at: u64,
    /// The whole path, squares joined by `-`.
    pub path: Path,
    /// The seat you move for; the seat to move if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Proposes a draw, or to take back one's last move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Propose {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the last event that changed the position, as you know it.
    pub at: u64,
    /// What is proposed.
    pub what: ProposalKind,
    /// The seat that proposes, if you hold several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Accepts or refuses a proposal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Vote {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the `proposed` event.
    #[schemars(range(min = 1))]
    pub proposal: u64,
    /// Whether you accept. One refusal ends the proposal.
    pub accept: bool,
    /// The seat that votes; all of yours that have not, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// What to do about a seat that is gone on its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// With two seats: win. With more: the seat goes out and play goes on.
    Win,
    /// With two seats: a draw.
    Draw,
}

/// Ends the wait for a seat that is gone on its turn, once `presence` says that it may be claimed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// What is claimed.
    pub what: ClaimKind,
    /// The seat that claims, if you hold several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Asks what the computer would play for the seat to move, which must be yours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AskHint {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The `seq` of the last event that changed the position, as you know it.
    pub at: u64,
}

/// Gives another seat 15 seconds of time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GiveTime {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The seat that gets the time.
    pub to: Seat,
}

/// Asks for a `pong`, to see that the server is there and how far away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// Returned in the `pong`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}
