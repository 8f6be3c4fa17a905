//! Durable storage on SQLite or PostgreSQL. Knows rows, not the protocol.

mod backup;
mod calendar;
mod change;
mod conditions;
mod counting;
mod db;
mod finish;
mod games;
mod journal;
mod ladder;
mod line;
mod listing;
mod lock;
mod naming;
mod orders;
mod packed;
mod players;
mod rated;
mod rating;
mod recount;
mod secrets;
mod served;
mod statistics;
mod streaks;
mod tallying;

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::migrate::MigrateError;
use uuid::Uuid;

pub use backup::{BackupError, back_up};
pub use change::Change;
pub use db::CHECKPOINT;
pub use finish::Played;
pub use games::{EventRow, GameRow, SeatRow};
pub use journal::{Append, AppendError, INSERT, INSERT_MANY, Journal, ROWS};
pub use ladder::{Ladder, NoLadder};
pub use listing::{GameFilter, TurnRow};
pub(crate) use lock::FAREWELL as LOCK_FAREWELL;
pub use lock::{Duty, Lock};
pub use naming::{NamingRow, RenamedRow};
pub use orders::OrderRow;
pub use packed::{ImportError, ImportedGame};
pub use players::{AccountRow, Claimed, NOBODY, PersonRow, PlayerRow};
pub use rating::{SETTLED, StandingRow};
pub use recount::Recount;
pub use secrets::{BearerRow, NewToken, TokenRow};
pub use served::SpanRow;
pub use statistics::{AgainstRow, ChangeRow, Counted, RankedRow, TallyRow};
pub use streaks::Streak;

use crate::probe::Probe;
use db::{Db, Tables, on};

/// Where the data is.
#[derive(Debug, Clone)]
pub enum Place {
    /// An SQLite file in this directory, made at the first start.
    Directory(PathBuf),
    /// A PostgreSQL database, by its URL.
    Postgres(String),
}

/// The database engine and the settings that make its commits durable, by the engine's own names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Durability {
    /// Whether it is PostgreSQL; else SQLite.
    pub postgres: bool,
    /// Name and value of each setting.
    pub settings: Vec<(&'static str, String)>,
}

/// Why the store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be reached now; trying again may help.
    #[error("the database cannot be reached: {0}")]
    Unavailable(#[from] sqlx::Error),
    /// There can be no database at this address.
    #[error("the database's address is not understood: {0}")]
    Address(#[source] sqlx::Error),
    /// The data directory cannot be used.
    #[error("the data directory cannot be used: {0}")]
    Directory(#[from] std::io::Error),
    /// The database's tables are not ours, or newer than this server.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[source] MigrateError),
    /// The tables are not those of this program, and another server may be at work on them.
    #[error("the database's tables are not up to date; this version's server brings them there")]
    Outdated,
    /// Commits would not survive a crash.
    #[error("`{0}` is {1}: commits would not survive a crash; refusing to use this database")]
    NotDurable(&'static str, String),
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error {
            // The database went away in the midst of it; the tables are as they were.
            MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _)
                if is_passing(&cause) =>
            {
                Self::Unavailable(cause)
            }
            lasting => Self::Migrate(lasting),
        }
    }
}

/// Whether trying again may help: the connection broke, or the database is stopping or short of room.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| match code.len() {
            // PostgreSQL: the class of connections, resources, operators or the system.
            5 => ["08", "53", "57", "58"]
                .iter()
                .any(|class| code.starts_with(class)),
            // SQLite: busy, locked, input and output, full; whatever stands above the lowest byte.
            _ => code
                .parse::<u32>()
                .is_ok_and(|code| matches!(code & 0xff, 5 | 6 | 10 | 13)),
        }),
        _ => false,
    }
}

/// The store did not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed or is away.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A row does not make sense.
    #[error("the stored {what} of {id} cannot be read")]
    Corrupt {
        /// What was read.
        what: &'static str,
        /// Whose it is.
        id: Uuid,
    },
}

/// The one way to the database.
#[derive(Debug, Clone)]
pub struct Store {
    db: Arc<Db>,
    journal: Journal,
    durability: Arc<Durability>,
}

impl Store {
    /// Connects, brings the tables up to date, which only the holder of the lock may, checks that
    /// commits are durable and starts the journal, which lives as long as the store is held
    /// somewhere.
    pub async fn open(place: &Place, probe: Probe, _: &Lock) -> Result<Self, OpenError> {
        Self::connect(place, probe, Tables::Mend).await
    }

    /// The same for whoever does not hold the lock: it fails if the tables are not up to date.
    pub async fn open_beside(place: &Place, probe: Probe) -> Result<Self, OpenError> {
        Self::connect(place, probe, Tables::Respect).await
    }

    async fn connect(place: &Place, probe: Probe, tables: Tables) -> Result<Self, OpenError> {
        let db = Arc::new(Db::open(place, tables).await?);
        let durability = Arc::new(db.durability().await?);
        for (name, value) in &durability.settings {
            if matches!(value.as_str(), "off" | "0") {
                return Err(OpenError::NotDurable(name, value.clone()));
            }
        }
        let journal = Journal::start(&db, probe);
        Ok(Self {
            db,
            journal,
            durability,
        })
    }

    /// Where events are appended.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How the journal's own connection stores, as it was when it was opened, if the database
    /// answers now. Not asked on that connection: whoever asks must not hold up what is written.
    pub async fn durability(&self) -> Result<Durability, StoreError> {
        let _: i32 =
            on!(&*self.db, read pool => sqlx::query_scalar("SELECT 1").fetch_one(pool).await?);
        Ok(Durability::clone(&self.durability))
    }

    /// Closes every connection, once what is under way is done.
    pub async fn close(&self) {
        // Whatever the journal still waits for, from now on nobody gets a connection.
        tokio::join!(self.journal.close(), self.db.close());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Connection};

    use super::*;

    #[tokio::test]
    async fn a_busy_database_passes_and_a_wrong_statement_does_not() {
        let dir = std::env::temp_dir().join(format!("halma-{}", Uuid::new_v4()));
        let options = SqliteConnectOptions::new()
            .filename(&dir)
            .create_if_missing(true)
            .busy_timeout(Duration::ZERO);
        let mut first: SqliteConnection = options.connect().await.unwrap();
        let mut second: SqliteConnection = options.connect().await.unwrap();
        let run = async |connection: &mut SqliteConnection, sql: &'static str| {
            sqlx::query(sql).execute(connection).await
        };
        run(&mut first, "BEGIN EXCLUSIVE").await.unwrap();
        let busy = run(&mut second, "BEGIN EXCLUSIVE").await.unwrap_err();
        assert!(is_passing(&busy), "{busy}");
        let wrong = run(&mut first, "BEGUN").await.unwrap_err();
        assert!(!is_passing(&wrong), "{wrong}");
        first.close().await.unwrap();
        second.close().await.unwrap();
        std::fs::remove_file(&dir).unwrap();
    }
}
