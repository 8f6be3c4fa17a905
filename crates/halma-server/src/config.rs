//! What can be set, by flag or environment. Nothing else reads the environment.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use halma_protocol::{Limits, MAX_FRAME};

use crate::admin::Wish;
use crate::live::Settings;
use crate::room::Terms;
use crate::store::Place;

/// In milliseconds.
const SECOND: i64 = 1_000;
const HOUR: i64 = 3_600 * SECOND;

/// The Halma server: authoritative rooms over WebSocket, durable games, a page to play on.
#[derive(Debug, Clone, Parser)]
#[command(name = "halma-server", version)]
pub struct Command {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// How to serve.
    #[command(flatten)]
    pub config: Config,
}

/// What the program can do besides serving.
#[derive(Debug, Clone, Subcommand)]
pub enum Task {
    /// Ask the server on the listening port whether it is up; exit status 0 if it is.
    Healthcheck,
    /// Do what only the host may do, whether a server runs on the data or not.
    #[command(subcommand)]
    Admin(Wish),
    /// See to the statistics; no server may run on the data.
    #[command(subcommand)]
    Stats(Stats),
    /// Copy the embedded database, whole and at one moment, while a server may be running on it.
    Backup {
        /// The file to be made; to restore it, put it into an empty data directory as `halma.db`.
        file: PathBuf,
    },
    /// Take in games that were played elsewhere, as the export gives them: one JSON text a line.
    Import {
        /// The file; - is the standard input.
        file: PathBuf,
    },
}

/// What can be done about the statistics.
#[derive(Debug, Clone, Copy, Subcommand)]
pub enum Stats {
    /// Count every game again, say what differed and put it right.
    Rebuild,
}

/// How to serve.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Address and port to listen on.
    #[arg(
        long,
        env = "HALMA_LISTEN",
        default_value = "0.0.0.0:8080",
        value_name = "ADDRESS:PORT"
    )]
    pub listen: SocketAddr,

    /// Directory of the embedded database; made if it is not there.
    #[arg(
        long,
        env = "HALMA_DATA_DIR",
        default_value = "data",
        value_name = "DIR"
    )]
    pub data_dir: PathBuf,

    /// PostgreSQL to use instead of the embedded database: postgres://user:password@host/name
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<String>,

    /// Where people reach this server, for links: https://halma.example
    #[arg(long, env = "HALMA_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// Addresses of proxies in front of this server, whose X-Forwarded-For is believed.
    #[arg(
        long,
        env = "HALMA_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_name = "ADDRESS"
    )]
    pub trusted_proxies: Vec<std::net::IpAddr>,

    /// Messages a socket may send in each window.
    #[arg(long, env = "HALMA_MESSAGES", default_value_t = 100, value_name = "N")]
    pub messages: u32,

    /// Length of that window, in seconds.
    #[arg(
        long,
        env = "HALMA_WINDOW",
        default_value_t = 20,
        value_name = "SECONDS"
    )]
    pub window: u32,

    /// Games a socket may have joined at a time.
    #[arg(
        long,
        env = "HALMA_GAMES_PER_SOCKET",
        default_value_t = 64,
        value_name = "N"
    )]
    pub games_per_socket: u32,

    /// Connections at a time, in all.
    #[arg(
        long,
        env = "HALMA_CONNECTIONS",
        default_value_t = 16_384,
        value_name = "N"
    )]
    pub connections: u32,

    /// Connections at a time from one address (IPv6: from one network of 64 bits).
    #[arg(
        long,
        env = "HALMA_CONNECTIONS_PER_ADDRESS",
        default_value_t = 256,
        value_name = "N"
    )]
    pub connections_per_address: u32,

    /// Seconds a request's head, the next piece of its body, or the reading of any of its answer
    /// may be awaited.
    #[arg(
        long,
        env = "HALMA_PATIENCE",
        default_value_t = 10,
        value_name = "SECONDS"
    )]
    pub patience: u32,

    /// Requests an address may make in a minute, to the API or to open a socket.
    #[arg(
        long,
        env = "HALMA_REQUESTS",
        default_value_t = 1_200,
        value_name = "N"
    )]
    pub requests: u32,

    /// How many of them may change something.
    #[arg(long, env = "HALMA_CHANGES", default_value_t = 240, value_name = "N")]
    pub changes: u32,

    /// Games a player may have made that have not started.
    #[arg(long, env = "HALMA_OPEN_GAMES", default_value_t = 32, value_name = "N")]
    pub open_games: u32,

    /// Sessions and tokens a player may have; whoever logs in more often loses the oldest session.
    #[arg(
        long,
        env = "HALMA_TOKENS_PER_PLAYER",
        default_value_t = 100,
        value_name = "N"
    )]
    pub tokens_per_player: u32,

    /// Passwords worked out at a time; each takes a processor and 19 MiB.
    #[arg(
        long,
        env = "HALMA_PASSWORDS_AT_ONCE",
        default_value_t = 2,
        value_name = "N"
    )]
    pub passwords_at_once: u32,

    /// Exports of games under way at a time.
    #[arg(long, env = "HALMA_EXPORTS", default_value_t = 8, value_name = "N")]
    pub exports: u32,

    /// Most milliseconds of network time that are not charged to a move.
    #[arg(
        long,
        env = "HALMA_MAX_LAG",
        default_value_t = 500,
        value_name = "MILLISECONDS"
    )]
    pub max_lag: u32,

    /// Threads that think for computer players; 0: half the cores.
    #[arg(long, env = "HALMA_BOT_THREADS", default_value_t = 0, value_name = "N")]
    pub bot_threads: usize,

    /// Hours until a game that has not started is called off.
    #[arg(
        long,
        env = "HALMA_OPEN_EXPIRY",
        default_value_t = 24,
        value_name = "HOURS"
    )]
    pub open_expiry: u32,

    /// Days without a move until a game without a clock ends.
    #[arg(
        long,
        env = "HALMA_ABANDONED_AFTER",
        default_value_t = 30,
        value_name = "DAYS"
    )]
    pub abandoned_after: u32,

    /// Seconds the seat to move may be gone before it can be claimed against, in games without a clock; 0: never.
    #[arg(
        long,
        env = "HALMA_CLAIM_UNTIMED",
        default_value_t = 120,
        value_name = "SECONDS"
    )]
    pub claim_untimed: u32,

    /// The same in games with a Fischer clock.
    #[arg(
        long,
        env = "HALMA_CLAIM_FISCHER",
        default_value_t = 60,
        value_name = "SECONDS"
    )]
    pub claim_fischer: u32,

    /// The same in games with a time for each move.
    #[arg(
        long,
        env = "HALMA_CLAIM_PER_MOVE",
        default_value_t = 0,
        value_name = "SECONDS"
    )]
    pub claim_per_move: u32,

    /// Hours the seat to move may sit there idle before it can be claimed against, in games without a clock.
    #[arg(
        long,
        env = "HALMA_CLAIM_IDLE",
        default_value_t = 24,
        value_name = "HOURS"
    )]
    pub claim_idle: u32,

    /// Events in a game from which on it can only be ended.
    #[arg(
        long,
        env = "HALMA_GAME_EVENTS",
        default_value_t = 50_000,
        value_name = "N"
    )]
    pub game_events: u32,

    /// What to log, as `level` or `target=level`, separated by commas.
    #[arg(long, env = "HALMA_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// How to log.
    #[arg(long, env = "HALMA_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// How to log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line, for machines.
    Json,
}

impl Config {
    /// What rooms and sessions keep to.
    pub(crate) fn settings(&self) -> Settings {
        let grace = |seconds: u32| (seconds > 0).then_some(i64::from(seconds) * SECOND);
        Settings {
            limits: Limits {
                frame: MAX_FRAME as u32,
                messages: self.messages,
                window: self.window.saturating_mul(1000),
                games: self.games_per_socket,
            },
            terms: Terms {
                open_expiry: i64::from(self.open_expiry) * HOUR,
                abandoned_after: i64::from(self.abandoned_after) * 24 * HOUR,
                claim_untimed: grace(self.claim_untimed),
                claim_fischer: grace(self.claim_fischer),
                claim_per_move: grace(self.claim_per_move),
                claim_idle: i64::from(self.claim_idle) * HOUR,
                longest: u64::from(self.game_events),
            },
            max_lag: self.max_lag,
            open_games: self.open_games,
            tokens_per_player: self.tokens_per_player.max(1),
            passwords_at_once: self.passwords_at_once.max(1),
            exports: self.exports,
            base_url: self
                .public_url
                .as_deref()
                .unwrap_or_default()
                .trim_end_matches('/')
                .to_owned(),
            bot_threads: match self.bot_threads {
                0 => std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2),
                threads => threads,
            },
        }
    }

    /// How long a request's head, the next piece of its body, or the reading of any of its answer
    /// may be awaited.
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.max(1).into())
    }

    /// Where the data is.
    pub fn place(&self) -> Place {
        match &self.database_url {
            Some(url) => Place::Postgres(url.clone()),
            None => Place::Directory(self.data_dir.clone()),
        }
    }
}
