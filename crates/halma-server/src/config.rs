//! What can be set, by flag or environment. Nothing else reads the environment.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::store::Place;

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
    /// Where the data is.
    pub fn place(&self) -> Place {
        match &self.database_url {
            Some(url) => Place::Postgres(url.clone()),
            None => Place::Directory(self.data_dir.clone()),
        }
    }
}
