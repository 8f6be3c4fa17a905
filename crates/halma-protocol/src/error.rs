//! Errors a client can switch on.

use std::num::NonZeroU32;

use halma_core::IllegalMove;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CommandId, GameId};

/// Why something was refused. A refusal changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The frame or body is not JSON.
    BadJson,
    /// The frame is no object with a `type`.
    BadMessage,
    /// The `type` is not one the server knows.
    UnknownType,
    /// A field is missing or of the wrong type; `details.field` names it where known.
    BadField,
    /// Under `strict`: a field the server does not know; `details.field` names it.
    UnknownField,
    /// The frame or body is larger than allowed.
    TooLarge,
    /// Binary frames are not spoken here.
    Binary,
    /// The first frame must be `hello`, within 10 seconds.
    HelloFirst,
    /// `hello` was already said.
    HelloTwice,
    /// The server does not speak that protocol version.
    UnsupportedProtocol,
    /// The token is not valid.
    BadToken,
    /// Only a known player may do this.
    Unauthorized,
    /// Too many messages; slow down.
    RateLimited,
    /// The socket has joined as many games as it may.
    TooManyGames,
    /// The game's room has too much to do; send the command again.
    Busy,
    /// The store is away; send the command again.
    StorageUnavailable,
    /// The server is starting or stopping; come back.
    Unavailable,
    /// The server failed; the failure is in its log.
    Internal,
    /// There is no such page, game or player.
    NotFound,
    /// The address does not take this method.
    MethodNotAllowed,
    /// The request is not understood.
    BadRequest,
    /// The name is empty, too long or has characters that are not allowed.
    BadName,
    /// An account has this name, or one that looks like it.
    NameTaken,
    /// The password is too short, too long or the name itself.
    BadPassword,
    /// No account has this name and password, or code.
    WrongLogin,
    /// Only an account may do this, or only a guest; `message` says which.
    NotForYou,
    /// The host has shut this player out.
    Banned,
    /// You may not do this.
    Forbidden,
    /// One of you has blocked the other.
    Blocked,
    /// The game cannot be rated, or not with this player; `message` says why.
    NotRated,
    /// The account has played rated games as a person's and stays one; a program needs its own.
    RatedAlready,
    /// The ruleset is unknown or unsound; `message` names the clash.
    BadRuleset,
    /// The start position does not fit the ruleset.
    BadPosition,
    /// There is no such game.
    NoSuchGame,
    /// Join the game first.
    NotJoined,
    /// You hold no such seat in this game.
    NotSeated,
    /// You hold several seats; name one.
    SeatNeeded,
    /// The game has no such seat.
    NoSuchSeat,
    /// Somebody else holds the seat, or every seat.
    SeatTaken,
    /// The game has already started.
    AlreadyStarted,
    /// The game has not started yet.
    NotStarted,
    /// The game is over.
    GameOver,
    /// Another seat is to move.
    NotYourTurn,
    /// The seat is kept for another player.
    SeatReserved,
    /// The time control is out of its range; `details.field` names what.
    BadClock,
    /// The game has no clock.
    NoClock,
    /// The computer has no such level; they are 1 to 8.
    BadLevel,
    /// No hints in this game: others play in it, and it was not made with hints.
    NoHints,
    /// Another proposal is open.
    ProposalOpen,
    /// No such proposal is open, or it does not wait for this seat.
    NoProposal,
    /// After a refusal: make ten moves first, or wait until another seat proposes.
    TooSoon,
    /// There is nothing to take back, undo or redo.
    NothingToUndo,
    /// Only in a game where one person holds every seat that a person plays.
    NotSolo,
    /// Every seat has moved; the game can no longer be aborted.
    TooLate,
    /// So much has happened in the game that it can only be ended.
    TooLong,
    /// Nobody is gone for long enough; `presence` tells from when on a claim is good.
    NotClaimable,
    /// The game is not over yet.
    NotOver,
    /// The position has changed since `at`; `details.at` is the current one and a `state` follows.
    Stale,
    /// The path is not written as squares joined by `-`.
    BadPath,
    /// The path has fewer than two squares.
    TooShort,
    /// A square of the path is off this board.
    OffBoard,
    /// No piece stands on the path's first square.
    NoPiece,
    /// The piece there is not yours to move.
    NotYourPiece,
    /// The hop ends on a piece.
    Occupied,
    /// The hop is neither a step to a neighbour nor a straight jump over one square.
    NotAdjacent,
    /// The hop jumps over an empty square.
    NothingToJump,
    /// The hop lands on a square this turn has already been on.
    Visited,
    /// A step and a jump in one turn, or more than one step.
    StepAndJumpMixed,
    /// In Colour Halma this piece may not move so.
    WrongKind,
    /// The hop leaves the goal, which these rules forbid.
    GoalLocked,
    /// These rules now demand a move out of the home.
    MustLeave,
}

/// What else is known of an error; which fields are there depends on the code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Details {
    /// The hop of the path that was wrong, counted from 1 (0: the starting square).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 63))]
    pub hop: Option<u8>,
    /// The column of a text that was wrong, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub column: Option<u32>,
    /// The current `at`, for `stale`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// The field that was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Box<str>>,
    /// The limit that was passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// The highest protocol version that is spoken here, for `unsupported_protocol`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<NonZeroU32>,
}

impl Details {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A refusal, as a client gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorMsg {
    /// The id of the refused command, where it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The game the command named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// What to switch on.
    pub code: ErrorCode,
    /// A sentence for a person.
    pub message: String,
    /// What else is known.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub details: Details,
}

impl ErrorMsg {
    /// An error with its sentence, about no particular command.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            id: None,
            game: None,
            code,
            message: message.into(),
            details: Details::default(),
        }
    }

    /// The same error, about this command.
    #[must_use]
    pub fn about(mut self, id: CommandId, game: GameId) -> Self {
        self.id = Some(id);
        self.game = Some(game);
        self
    }

    /// The same error, naming a field.
    #[must_use]
    pub fn field(mut self, field: impl Into<Box<str>>) -> Self {
        self.details.field = Some(field.into());
        self
    }
}

impl std::fmt::Display for ErrorMsg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ErrorMsg {}

impl From<IllegalMove> for ErrorMsg {
    fn from(illegal: IllegalMove) -> Self {
        let code = match illegal {
            IllegalMove::TooShort => ErrorCode::TooShort,
            IllegalMove::OffBoard { .. } => ErrorCode::OffBoard,
            IllegalMove::NoPiece => ErrorCode::NoPiece,
            IllegalMove::NotYourPiece => ErrorCode::NotYourPiece,
            IllegalMove::Occupied { .. } => ErrorCode::Occupied,
            IllegalMove::NotAdjacent { .. } => ErrorCode::NotAdjacent,
            IllegalMove::NothingToJump { .. } => ErrorCode::NothingToJump,
            IllegalMove::Visited { .. } => ErrorCode::Visited,
            IllegalMove::StepAndJumpMixed { .. } => ErrorCode::StepAndJumpMixed,
            IllegalMove::WrongKind { .. } => ErrorCode::WrongKind,
            IllegalMove::GoalLocked { .. } => ErrorCode::GoalLocked,
            IllegalMove::MustLeave => ErrorCode::MustLeave,
        };
        let mut error = Self::new(code, illegal.to_string());
        error.details.hop = illegal.hop();
        error
    }
}
