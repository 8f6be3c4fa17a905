//! The same inserts: the events of a recorded game, in batches of one size, each durable before
//! the next. The same library, schema, statements and settings as the server's; nothing else.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use halma_server::probe::Probe;
use halma_server::store::{CHECKPOINT, Duty, INSERT, INSERT_MANY, Lock, Place, ROWS, Store};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, PgConnection, QueryBuilder, SqliteConnection};
use uuid::Uuid;

use crate::process::processor;
use crate::recording::{Ply, Recording};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of an embedded database
    #[arg(long, required_unless_present = "database_url")]
    data_dir: Option<PathBuf>,
    /// A PostgreSQL database instead
    #[arg(long)]
    database_url: Option<String>,
    /// The recorded game
    #[arg(long)]
    recording: PathBuf,
    /// How many games are played at a time
    #[arg(long)]
    rooms: usize,
    /// How many events are inserted at a time, on average
    #[arg(long)]
    batch: f64,
    /// For how long
    #[arg(long)]
    seconds: u64,
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Inserted {
    pub(crate) rows_a_second: f64,
    /// Microseconds of processor a row, by this process.
    pub(crate) processor_a_row: f64,
}

/// Inserts for so long, and prints what came of it.
pub(crate) async fn run(args: &Args) -> Result<()> {
    let place = match (&args.database_url, &args.data_dir) {
        (Some(url), _) => Place::Postgres(url.clone()),
        (None, dir) => Place::Directory(dir.clone().unwrap_or_default()),
    };
    // It makes the tables.
    let lock = Lock::try_take(&place, Duty::Serve).await?;
    let lock = lock.context("a server runs on this data")?;
    Store::open(&place, Probe::none(), &lock)
        .await?
        .close()
        .await;
    let recording = Recording::read(&args.recording)?;
    let bodies: Vec<String> = recording.plies.iter().map(Ply::body).collect();
    let rows = Rows::of(&bodies, args.rooms);
    let inserted = match place {
        Place::Directory(dir) => {
            let mut connection = SqliteConnectOptions::new()
                .filename(dir.join("halma.db"))
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .pragma("wal_autocheckpoint", CHECKPOINT)
                .connect()
                .await?;
            insert(args, rows, async |batch| {
                sqlite(&mut connection, batch).await
            })
            .await?
        }
        Place::Postgres(url) => {
            let mut connection = PgConnection::connect(&url).await?;
            insert(args, rows, async |batch| {
                postgres(&mut connection, batch).await
            })
            .await?
        }
    };
    println!("{}", serde_json::to_string(&inserted)?);
    Ok(())
}

/// An event's row.
type Row<'a> = (Uuid, i64, &'a str);

/// The events of games that are played at the same time, one move in each in turn; when they are
/// over others begin.
struct Rows<'a> {
    bodies: &'a [String],
    games: Vec<Uuid>,
    next: usize,
}

impl<'a> Rows<'a> {
    fn of(bodies: &'a [String], rooms: usize) -> Self {
        Self {
            bodies,
            games: (0..rooms).map(|_| Uuid::now_v7()).collect(),
            next: 0,
        }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        let (game, ply) = (self.next % self.games.len(), self.next / self.games.len());
        self.next += 1;
        let seq = ply % self.bodies.len();
        if seq == 0 {
            self.games[game] = Uuid::now_v7();
        }
        Some((self.games[game], seq as i64 + 1, &self.bodies[seq]))
    }
}

/// Inserts batch after batch.
async fn insert(
    args: &Args,
    mut rows: Rows<'_>,
    mut store: impl AsyncFnMut(Vec<Row<'_>>) -> sqlx::Result<()>,
) -> Result<Inserted> {
    let (begun, before) = (Instant::now(), processor(std::process::id())?);
    let end = begun + Duration::from_secs(args.seconds);
    let mut batches = 0.0;
    loop {
        batches += 1.0;
        let size = (batches * args.batch).round() as usize - rows.next;
        store(rows.by_ref().take(size.max(1)).collect()).await?;
        if Instant::now() >= end {
            break;
        }
    }
    let used = processor(std::process::id())? - before;
    let inserted = rows.next as f64;
    Ok(Inserted {
        rows_a_second: inserted / begun.elapsed().as_secs_f64(),
        processor_a_row: used.as_secs_f64() * 1e6 / inserted,
    })
}

async fn sqlite(connection: &mut SqliteConnection, batch: Vec<Row<'_>>) -> sqlx::Result<()> {
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
    for rows in batch.chunks(ROWS) {
        QueryBuilder::new(INSERT)
            .push_values(rows, |mut row, (game, seq, body)| {
                row.push_bind(game).push_bind(seq).push_bind(body);
            })
            .build()
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await
}

async fn postgres(connection: &mut PgConnection, batch: Vec<Row<'_>>) -> sqlx::Result<()> {
    let mut tx = connection.begin().await?;
    sqlx::query(INSERT_MANY)
        .bind(batch.iter().map(|row| row.0).collect::<Vec<_>>())
        .bind(batch.iter().map(|row| row.1).collect::<Vec<_>>())
        .bind(batch.iter().map(|row| row.2).collect::<Vec<_>>())
        .execute(&mut *tx)
        .await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use halma_tests::{Data, Server, on_both_engines, vectors};

    use super::*;

    on_both_engines!(a_batch_is_stored);

    const COUNT: &str = "SELECT seq, COUNT(DISTINCT game) FROM events WHERE body = $1 GROUP BY seq";

    /// Two games, whose moves take turns in a batch of three rows.
    async fn a_batch_is_stored(data: Data) {
        let server = Server::start(&data).await;
        let moves = vectors::named("classic#2").moves;
        let recorded = Recording::of(&server.url(), &moves[..2]).await.unwrap();
        server.stop().await;
        let dir = tempfile::tempdir().unwrap();
        let recording = dir.path().join("recording");
        recorded.write(&recording).unwrap();
        let args = Args {
            data_dir: data.directory().map(ToOwned::to_owned),
            database_url: data.url().map(ToOwned::to_owned),
            recording,
            rooms: 2,
            batch: 3.0,
            seconds: 0,
        };
        run(&args).await.unwrap();
        for (ply, games) in recorded.plies.iter().zip([2, 1]) {
            let body = ply.body();
            let counted: Vec<(i64, i64)> = match data.place() {
                Place::Directory(dir) => {
                    let file = SqliteConnectOptions::new().filename(dir.join("halma.db"));
                    let mut connection = file.connect().await.unwrap();
                    let query = sqlx::query_as(COUNT).bind(body);
                    query.fetch_all(&mut connection).await.unwrap()
                }
                Place::Postgres(url) => {
                    let mut connection = PgConnection::connect(&url).await.unwrap();
                    let query = sqlx::query_as(COUNT).bind(body);
                    query.fetch_all(&mut connection).await.unwrap()
                }
            };
            // Those of the game that was recorded lie further on.
            let inserted = counted.iter().find(|(seq, _)| *seq < 3);
            assert_eq!(inserted.map(|(_, games_of)| *games_of), Some(games));
        }
    }
}
