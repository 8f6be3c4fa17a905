//! Messages from the server to a client.

use std::collections::BTreeMap;

use halma_core::{Outcome, Path, Ruleset, Seat, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ChallengeMade, ChallengeOver, Clocks, CommandId, Done, ErrorMsg, Event, GameId, GameRef, Lobby,
    LobbyGame, Paired, PlayerRef, ProposalKind, Rated, SeekEnded, Seeks, TimeControl, YourTurn,
};

/// One text frame from the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to `hello`.
    Welcome(Welcome),
    /// A game as it stands: the answer to `join`, and what follows a `stale` error or an absence of the store.
    State(Box<State>),
    /// The events a resuming client has missed: the answer to `join` with `since`.
    Events(Events),
    /// Something happened in a joined game. It is stored before it is sent.
    Event(GameEvent),
    /// The legal moves, for a client that asked for them and is to move.
    Turn(Turn),
    /// Who is connected to a joined game.
    Presence(Presence),
    /// A move the computer would make: the answer to `hint`.
    Hint(Hint),
    /// A command was carried out.
    Ok(Ok),
    /// Something was refused; nothing has changed.
    Error(ErrorMsg),
    /// The answer to `ping`.
    Pong(Pong),
    /// The lobby as it stands.
    Lobby(Lobby),
    /// A game in the lobby is new or has changed.
    LobbyGame(Box<LobbyGame>),
    /// A game is no longer in the lobby.
    LobbyGone(GameRef),
    /// Who looks for a quick game now.
    Seeks(Seeks),
    /// You wait to be paired.
    Seeking(Done),
    /// You are paired; the game has begun.
    Paired(Paired),
    /// A seek has ended without a game.
    SeekEnded(SeekEnded),
    /// Somebody asks you for a game.
    Challenged(Box<LobbyGame>),
    /// A challenge by you or for you waits no more.
    ChallengeOver(ChallengeOver),
    /// Your challenge is made.
    ChallengeMade(ChallengeMade),
    /// It is your turn in one of your games.
    YourTurn(YourTurn),
    /// How a rated game of yours changed the ratings.
    Rated(Rated),
    /// A command about the lobby was carried out.
    Done(Done),
    /// The server is about to close the socket.
    Closing(Closing),
}

/// The answer to `hello`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The protocol version spoken from here on.
    pub protocol: u32,
    /// The server's name and version.
    pub server: String,
    /// Who you are; none if you only watch.
    pub player: Option<PlayerRef>,
    /// The server's clock: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub now: i64,
    /// What a client must keep to.
    pub limits: Limits,
}

/// What a client must keep to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// The largest text frame, in bytes.
    pub frame: u32,
    /// How many messages fit in `window` milliseconds.
    pub messages: u32,
    /// The span of the message budget, in milliseconds.
    pub window: u32,
    /// How many games a socket may have joined at a time.
    pub games: u32,
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// Seats are free; nothing has been moved.
    Open,
    /// All seats are taken and play goes on.
    Playing,
    /// It has ended.
    Finished,
}

/// A game as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// The id of the `join` this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: u64,
    /// The number of the last event that changed the position.
    pub at: u64,
    /// Where it stands.
    pub status: GameStatus,
    /// Its rules: what differs from `classic`.
    pub rules: Ruleset,
    /// The rules' name whoever begins, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Squares a side: 16, 10 or 8.
    pub board: u8,
    /// The position as text: rows from the top rank down, the seat to move, turns made.
    pub position: String,
    /// The seat to move, while the game is being played.
    pub to_move: Option<Seat>,
    /// The last move made, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Path>,
    /// The seats of this game, in turn order.
    pub seats: BTreeMap<Seat, SeatState>,
    /// The seats you hold.
    pub yours: Vec<Seat>,
    /// Who made the game.
    pub host: PlayerRef,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// How many connections watch without holding a seat.
    pub watchers: u32,
    /// Whether its result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// How its time is kept.
    pub clock: TimeControl,
    /// The time each seat has left at `now`, in milliseconds; only once a timed game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// After a restart of the server: until when no clock runs, in milliseconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub paused_until: Option<i64>,
    /// The server's clock: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub now: i64,
    /// What is being voted on, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// Whether one person holds every seat that a person plays, so that `undo`, `redo` and `restart` work.
    pub solo: bool,
    /// Whether those who play may ask for a `hint`.
    pub hints: bool,
    /// The key in the link of a private game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// After the end: the seats that want another game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rematch: Vec<Seat>,
    /// The game this one follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predecessor: Option<GameId>,
    /// The game that follows this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successor: Option<GameId>,
}

/// Something that is being voted on. Play goes on meanwhile; a move is a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// Its name: the `seq` of the `proposed` event.
    pub proposal: u64,
    /// What is proposed.
    pub what: ProposalKind,
    /// The seat that proposed it.
    pub seat: Seat,
    /// The seats that have accepted, the proposer's among them.
    pub accepted: Vec<Seat>,
    /// The seats whose votes are still missing.
    pub waiting: Vec<Seat>,
}

/// One seat of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatState {
    /// Who holds it; none if it is free.
    pub player: Option<PlayerRef>,
    /// Whom it is kept for, if it is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<PlayerRef>,
    /// The level of the computer that plays it, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 8))]
    pub computer: Option<u8>,
    /// Whether its player is connected to this game.
    pub connected: bool,
    /// Turns it has made, passes included.
    pub made: u32,
    /// Whether it has gone out of the game.
    pub out: bool,
    /// The squares its pieces start from.
    pub home: Vec<Square>,
    /// The squares its pieces must reach.
    pub goal: Vec<Square>,
}

/// The events after the `since` of a `join`, in order; empty if nothing was missed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// The id of the `join` this answers.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The number of the game's last event.
    pub seq: u64,
    /// The number of the last event that changed the position.
    pub at: u64,
    /// What was missed.
    pub events: Vec<Event>,
    /// The time each seat has left at `now`, in milliseconds; only once a timed game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// After a restart of the server: until when no clock runs, in milliseconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub paused_until: Option<i64>,
    /// The server's clock: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub now: i64,
}

/// An event of a joined game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameEvent {
    /// The game.
    pub game: GameId,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// The legal moves of the seat to move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// The game.
    pub game: GameId,
    /// Name this in the `move`.
    pub at: u64,
    /// The seat to move.
    pub seat: Seat,
    /// Every piece that can move.
    pub pieces: Vec<PieceMoves>,
}

/// Where one piece may go.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PieceMoves {
    /// The piece's square.
    pub from: Square,
    /// Neighbours it may step to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Square>,
    /// From each square a chain may be on, the squares it may jump to. Any walk
    /// that begins at `from` and visits no square twice is a legal chain.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hops: BTreeMap<Square, Vec<Square>>,
    /// Where the move may end, if the rules now forbid some of the ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Vec<Square>>,
}

/// A move the computer would make for you. It need not be the best one, and nothing is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The command's id.
    pub id: CommandId,
    /// The game.
    pub game: GameId,
    /// The position it is for.
    pub at: u64,
    /// The move.
    pub path: Path,
    /// How the computer sees the game after it: hundredths of a move ahead, negative if behind.
    pub score: i32,
    /// The moves it expects, this one first.
    pub line: Vec<Path>,
}

/// Who is connected to a joined game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// The game.
    pub game: GameId,
    /// For each seat that is taken, whether its player is connected.
    pub seats: BTreeMap<Seat, bool>,
    /// How many connections watch without holding a seat.
    pub watchers: u32,
    /// For each seat whose player has gone: since when, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<Seat, Away>,
    /// The seat to move, and from when on it can be claimed against if nothing changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Claimable>,
}

/// A player who is not connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Away {
    /// Since when: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub since: i64,
    /// Why.
    pub why: AwayReason,
}

/// Why a player is not connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AwayReason {
    /// Said so.
    Left,
    /// The connection broke, or was given up.
    Lost,
    /// Has not come back since the server loaded the game.
    Absent,
}

/// A seat that may be claimed against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claimable {
    /// The seat to move.
    pub seat: Seat,
    /// From when on: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub from: i64,
}

/// A command was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ok {
    /// The command's id.
    pub id: CommandId,
    /// The game it was about.
    pub game: GameId,
    /// The number of the event it caused, if it caused one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub seq: Option<u64>,
}

/// The answer to `ping`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pong {
    /// The ping's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The server's clock: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub now: i64,
}

/// The server is about to close the socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Closing {
    /// Why.
    pub reason: ClosingReason,
    /// Whether to come back and resume.
    pub resume: bool,
}

/// Why the server closes a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosingReason {
    /// The server restarts or stops.
    Restart,
    /// Another server holds the database now.
    LostLock,
}
