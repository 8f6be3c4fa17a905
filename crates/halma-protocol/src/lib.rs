//! What travels on the Halma socket and in REST bodies.
//!
//! Every public wire type lives here once; the server, the Rust client and the
//! generated documents all use these same types. Squares, seats, paths and
//! rulesets come from `halma-core`, whose text forms are the wire forms.

mod account;
mod client;
mod close;
mod decode;
mod error;
mod event;
mod export;
mod id;
mod lobby;
mod query;
mod rest;
mod server;
mod statistics;
mod time;

pub use account::{
    AccountMade, ChangeMe, ChangePassword, Confirm, LoggedIn, Login, NewAccount, NewToken,
    PlayerInfo, PlayerKind, Recover, RecoveryCodes, SessionInfo, SessionKind, TokenMade,
};
pub use client::{
    AskHint, Claim, ClaimKind, ClientMsg, GiveTime, Hello, Join, Move, OnGame, OnSeat, Ping,
    Propose, Vote,
};
pub use close::CloseCode;
pub use decode::{decode, unknown_fields};
pub use error::{Details, ErrorCode, ErrorMsg};
pub use event::{Event, EventKind, Played, ProposalKind, event_frame};
pub use export::GameExport;
pub use id::{CommandId, GameId, PlayerId, PlayerRef};
pub use lobby::{
    Challenge, ChallengeMade, ChallengeOver, Challenges, Done, GameRef, Lobby, LobbyGame,
    NewChallenge, OnLobby, Paired, Rated, Seek, SeekEnd, SeekEnded, SeekInfo, Seeks, YourGame,
    YourTurn,
};
pub use query::{
    CookieQuery, EventsQuery, ExportFormat, ExportQuery, GamesQuery, KeyQuery, LadderQuery,
    MyGamesQuery, PlayersQuery,
};
pub use rest::{
    ComputerLevel, CreateGame, Durability, GameEvents, GameSummary, GamesPage, Guest, NewGuest,
    Problem, Readiness, RulesetInfo, SeatGranted, StoreEngine, TakeSeat,
};
pub use server::{
    Away, AwayReason, Claimable, Closing, ClosingReason, Events, GameEvent, GameStatus, Hint,
    Limits, Ok, PieceMoves, Pong, Presence, Proposal, SeatState, ServerMsg, State, Turn, Welcome,
};
pub use statistics::{
    Against, EndedBy, Extent, Leaderboard, PlayerStatistics, PlayerTally, Pool, Ranked, Rating,
    RatingChange, Share, Statistics, StatisticsFilter, Streaks, Tally, WonBy,
};
pub use time::{BadTime, ClockClass, Clocks, TimeControl};

/// The protocol's version: `hello` names it and the server refuses another.
pub const PROTOCOL: u32 = 1;

/// The largest text frame a client may send, in bytes.
pub const MAX_FRAME: usize = 8 * 1024;

/// The most events one `events` message carries; a longer gap is answered by a `state`.
pub const MAX_GAP: u64 = 200;
