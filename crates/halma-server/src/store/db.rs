//! The two engines' connection pools, and the one dispatch between them.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{Migrate, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::{Durability, OpenError, Place};

/// The embedded database's file in its directory.
pub(super) const FILE: &str = "halma.db";

/// How long a request waits for a connection before the store counts as away.
const ACQUIRE: Duration = Duration::from_secs(3);

/// After how many pages of the write-ahead log they are copied into the embedded database: 32 MB.
/// The pages that running games add to are written to the log again and again, and copied once.
pub const CHECKPOINT: &str = "8000";

static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");
static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

/// Connections to one of the two engines.
///
/// SQLite takes one writer at a time, so everything that writes shares one
/// connection there; on PostgreSQL the journal has a connection to itself.
#[derive(Debug)]
pub(super) enum Db {
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
    Postgres {
        pool: PgPool,
        journal: PgPool,
    },
}

/// Runs one body on a pool of either engine: the reading one or the writing one.
macro_rules! on {
    ($db:expr, read $pool:ident => $body:expr) => {
        match $db {
            $crate::store::db::Db::Sqlite { readers: $pool, .. } => $body,
            $crate::store::db::Db::Postgres { pool: $pool, .. } => $body,
        }
    };
    ($db:expr, write $pool:ident => $body:expr) => {
        match $db {
            $crate::store::db::Db::Sqlite { writer: $pool, .. } => $body,
            $crate::store::db::Db::Postgres { pool: $pool, .. } => $body,
        }
    };
}
pub(super) use on;

/// What is done about tables that are not as this program needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tables {
    /// They are brought up to date, or made.
    Mend,
    /// They are left alone: another may be at work on them.
    Respect,
}

/// Whether the tables are as this program knows them.
async fn check(migrator: &Migrator, on: &mut impl Migrate) -> Result<(), OpenError> {
    match on.list_applied_migrations(&migrator.table_name).await {
        Ok(applied) => {
            let known = migrator
                .iter()
                .map(|known| (known.version, &known.checksum));
            let applied = applied.iter().map(|one| (one.version, &one.checksum));
            applied.eq(known).then_some(()).ok_or(OpenError::Outdated)
        }
        // There may be no tables at all yet.
        Err(error) => match OpenError::from(error) {
            OpenError::Migrate(_) => Err(OpenError::Outdated),
            passing => Err(passing),
        },
    }
}

/// What is read here is little: to start workers for it takes longer than to read it.
async fn alone(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let sql = "SET max_parallel_workers_per_gather = 0";
    sqlx::query(sql).execute(connection).await.map(|_| ())
}

impl Db {
    pub(super) async fn open(place: &Place, tables: Tables) -> Result<Self, OpenError> {
        match place {
            Place::Directory(dir) => {
                std::fs::create_dir_all(dir)?;
                let options = SqliteConnectOptions::new()
                    .filename(dir.join(FILE))
                    .create_if_missing(tables == Tables::Mend)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .foreign_keys(true)
                    .pragma("wal_autocheckpoint", CHECKPOINT)
                    .busy_timeout(Duration::from_secs(5));
                let writer = SqlitePoolOptions::new()
                    .max_connections(1)
                    .test_before_acquire(false)
                    .acquire_timeout(ACQUIRE)
                    .connect_with(options.clone())
                    .await?;
                match tables {
                    Tables::Mend => SQLITE_MIGRATIONS.run(&writer).await?,
                    Tables::Respect => {
                        check(&SQLITE_MIGRATIONS, &mut *writer.acquire().await?).await?;
                    }
                }
                let readers = SqlitePoolOptions::new()
                    .max_connections(4)
                    .test_before_acquire(false)
                    .acquire_timeout(ACQUIRE)
                    .connect_lazy_with(options.read_only(true));
                Ok(Self::Sqlite { readers, writer })
            }
            Place::Postgres(url) => {
                let options = PgConnectOptions::from_str(url).map_err(OpenError::Address)?;
                let options = options.application_name("halma-server");
                let pool = PgPoolOptions::new()
                    .max_connections(8)
                    .acquire_timeout(ACQUIRE)
                    .after_connect(|connection, _| Box::pin(alone(connection)))
                    .connect_lazy_with(options.clone());
                let journal = PgPoolOptions::new()
                    .max_connections(1)
                    .test_before_acquire(false)
                    .acquire_timeout(ACQUIRE)
                    .connect_lazy_with(options.application_name("halma-journal"));
                match tables {
                    Tables::Mend => POSTGRES_MIGRATIONS.run(&pool).await?,
                    Tables::Respect => {
                        check(&POSTGRES_MIGRATIONS, &mut *pool.acquire().await?).await?;
                    }
                }
                Ok(Self::Postgres { pool, journal })
            }
        }
    }

    /// Reads the settings on the very connection the journal commits with.
    pub(super) async fn durability(&self) -> Result<Durability, sqlx::Error> {
        match self {
            Self::Sqlite { writer, .. } => {
                let mut connection = writer.acquire().await?;
                let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
                    .fetch_one(&mut *connection)
                    .await?;
                let journal_mode: String = sqlx::query_scalar("PRAGMA journal_mode")
                    .fetch_one(&mut *connection)
                    .await?;
                let settings = vec![
                    ("synchronous", synchronous.to_string()),
                    ("journal_mode", journal_mode),
                ];
                Ok(Durability {
                    postgres: false,
                    settings,
                })
            }
            Self::Postgres { journal, .. } => {
                let mut connection = journal.acquire().await?;
                let fsync: String = sqlx::query_scalar("SHOW fsync")
                    .fetch_one(&mut *connection)
                    .await?;
                let commit: String = sqlx::query_scalar("SHOW synchronous_commit")
                    .fetch_one(&mut *connection)
                    .await?;
                let settings = vec![("fsync", fsync), ("synchronous_commit", commit)];
                Ok(Durability {
                    postgres: true,
                    settings,
                })
            }
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres { pool, journal } => {
                journal.close().await;
                pool.close().await;
            }
        }
    }
}
