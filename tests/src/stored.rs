//! What is stored, seen through a connection of the test's own.

use halma_protocol::{Event, GameId};
use halma_server::store::Place;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

/// A second connection to a server's database.
#[derive(Debug)]
pub enum Stored {
    /// To SQLite.
    Sqlite(SqliteConnection),
    /// To PostgreSQL.
    Postgres(PgConnection),
}

const EVENT: &str = "SELECT body FROM events WHERE game = $1 AND seq = $2";
const DEADLINE: &str = "SELECT deadline FROM games WHERE id = $1";
const COUNT: &str = "SELECT COUNT(*) FROM events WHERE game = $1";

impl Stored {
    pub(crate) async fn connect(place: &Place) -> Self {
        match place {
            Place::Directory(dir) => {
                let options = SqliteConnectOptions::new()
                    .filename(dir.join("halma.db"))
                    .read_only(true);
                Self::Sqlite(options.connect().await.unwrap())
            }
            Place::Postgres(url) => Self::Postgres(PgConnection::connect(url).await.unwrap()),
        }
    }

    /// The event of that number, if it is stored.
    ///
    /// # Panics
    ///
    /// If the database cannot be read.
    pub async fn event(&mut self, game: GameId, seq: u64) -> Option<Event> {
        let seq = seq.cast_signed();
        let body: Option<String> = match self {
            Self::Sqlite(connection) => {
                let query = sqlx::query_scalar(EVENT).bind(game).bind(seq);
                query.fetch_optional(connection).await.unwrap()
            }
            Self::Postgres(connection) => {
                let query = sqlx::query_scalar(EVENT).bind(game).bind(seq);
                query.fetch_optional(connection).await.unwrap()
            }
        };
        body.map(|body| serde_json::from_str(&body).unwrap())
    }

    /// How many events of a game are stored.
    ///
    /// # Panics
    ///
    /// If the database cannot be read.
    pub async fn count(&mut self, game: GameId) -> u64 {
        let count: i64 = match self {
            Self::Sqlite(connection) => {
                let query = sqlx::query_scalar(COUNT).bind(game);
                query.fetch_one(connection).await.unwrap()
            }
            Self::Postgres(connection) => {
                let query = sqlx::query_scalar(COUNT).bind(game);
                query.fetch_one(connection).await.unwrap()
            }
        };
        count.cast_unsigned()
    }

    /// When time will bring something about in a game, in Unix milliseconds.
    ///
    /// # Panics
    ///
    /// If the database cannot be read, or has no such game.
    pub async fn deadline(&mut self, game: GameId) -> Option<i64> {
        match self {
            Self::Sqlite(connection) => {
                let query = sqlx::query_scalar(DEADLINE).bind(game);
                query.fetch_one(connection).await.unwrap()
            }
            Self::Postgres(connection) => {
                let query = sqlx::query_scalar(DEADLINE).bind(game);
                query.fetch_one(connection).await.unwrap()
            }
        }
    }
}
