//! The journal: appends of all rooms, committed in groups.
//!
//! One task takes whatever is waiting, writes it in one transaction and answers
//! each room. The fuller the mailbox, the larger the group: a slow disk makes
//! batches, not queues.

use std::sync::Arc;
use std::time::{Duration, Instant};

use halma_core::{Outcome, Seat};
use sqlx::{Connection, Postgres, QueryBuilder, Sqlite, Transaction};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use uuid::Uuid;

use super::EventRow;
use super::change::{Change, write_change};
use super::db::Db;
use super::finish::{Played, finish_games};
use crate::meters::JournalMeters;
use crate::probe::{Point, Probe};

/// The most appends one transaction carries.
const BATCH: usize = 256;

/// How many appends may wait; a room waits for its place.
const MAILBOX: usize = 1024;

/// How long the database may take over a batch before it counts as away.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a room wants stored: all of it or nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Append {
    /// The game.
    pub game: Uuid,
    /// Its next events, in order.
    pub events: Vec<EventRow>,
    /// What they change in the game's summary.
    pub changes: Vec<Change>,
}

/// An append was not acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has written this game's next event. Nothing was stored.
    #[error("another writer was first")]
    Conflict,
    /// The database failed or is away. Nothing was stored.
    #[error("the database is away")]
    Unavailable,
    /// The commit's answer was lost: it may be stored or not. Read the game again.
    #[error("the commit's answer was lost")]
    Unknown,
}

struct Entry {
    /// Stored together or not at all.
    appends: Vec<Append>,
    done: oneshot::Sender<Result<(), AppendError>>,
}

/// A handle to the journal's task.
#[derive(Debug, Clone)]
pub struct Journal {
    mailbox: mpsc::Sender<Entry>,
    meters: JournalMeters,
}

impl Journal {
    pub(super) fn start(db: Arc<Db>, probe: Probe) -> Self {
        let (mailbox, entries) = mpsc::channel(MAILBOX);
        let meters = JournalMeters::default();
        let writer = Writer {
            db,
            probe,
            meters: meters.clone(),
        };
        tokio::spawn(writer.run(entries));
        Self { mailbox, meters }
    }

    /// How many appends wait to be written.
    pub(crate) fn waiting(&self) -> usize {
        self.mailbox.max_capacity() - self.mailbox.capacity()
    }

    pub(crate) fn meters(&self) -> &JournalMeters {
        &self.meters
    }

    /// Stores appends, all or none, and returns once they are durable.
    pub async fn append(&self, appends: Vec<Append>) -> Result<(), AppendError> {
        let (done, answer) = oneshot::channel();
        // The task ends only after every handle is gone; if it panicked, what it held may be stored.
        self.mailbox
            .send(Entry { appends, done })
            .await
            .map_err(|_| AppendError::Unavailable)?;
        answer.await.unwrap_or(Err(AppendError::Unknown))
    }

    /// Whether its task still writes.
    pub(crate) fn is_alive(&self) -> bool {
        !self.mailbox.is_closed()
    }
}

struct Writer {
    db: Arc<Db>,
    probe: Probe,
    meters: JournalMeters,
}

impl Writer {
    async fn run(self, mut entries: mpsc::Receiver<Entry>) {
        let mut batch = Vec::with_capacity(BATCH);
        while entries.recv_many(&mut batch, BATCH).await > 0 {
            let (groups, answers): (Vec<_>, Vec<_>) = batch
                .drain(..)
                .map(|entry| (entry.appends, entry.done))
                .unzip();
            match self.commit(&groups).await {
                // One room's conflict must not touch the others: try each by itself.
                Err(AppendError::Conflict) if groups.len() > 1 => {
                    for (group, done) in groups.chunks(1).zip(answers) {
                        let _ = done.send(self.commit(group).await);
                    }
                }
                result => answers.into_iter().for_each(|done| {
                    let _ = done.send(result);
                }),
            }
        }
    }

    async fn commit(&self, groups: &[Vec<Append>]) -> Result<(), AppendError> {
        let begun = Instant::now();
        let done = self.write(groups).await;
        match done {
            Ok(()) => {
                let events = events(groups).count();
                self.meters.committed(groups.len(), events, begun.elapsed());
            }
            Err(error) => self.meters.failed(error),
        }
        done
    }

    async fn write(&self, groups: &[Vec<Append>]) -> Result<(), AppendError> {
        /// The engines differ in how a transaction begins and how events are inserted.
        macro_rules! commit {
            ($pool:expr, $begin:literal, $insert:path) => {{
                let mut connection = $pool.acquire().await.map_err(away)?;
                let mut tx = {
                    let begun = timeout(PATIENCE, connection.begin_with($begin)).await;
                    let begun = begun.map_err(late).and_then(|begun| begun.map_err(away));
                    match begun {
                        Ok(tx) => tx,
                        Err(error) => {
                            drop(begun);
                            // It may still answer, to somebody else.
                            connection.close_on_drop();
                            return Err(error);
                        }
                    }
                };
                let written = timeout(PATIENCE, async {
                    $insert(&mut tx, groups).await?;
                    // Most moves change no summary. What does is boxed: the many statements for it
                    // make a future that is long to move.
                    if changes(groups).next().is_some() {
                        Box::pin(async {
                            for (game, change) in changes(groups) {
                                write_change!(&mut *tx, game, change);
                            }
                            Ok(())
                        })
                        .await?;
                    }
                    if endings(groups).next().is_some() {
                        let counted: Result<(), sqlx::Error> = Box::pin(async {
                            finish_games!(&mut *tx, endings(groups));
                            Ok(())
                        })
                        .await;
                        counted.map_err(refused)?;
                    }
                    Ok(())
                });
                if let Err(error) = written
                    .await
                    .unwrap_or_else(|_| Err(AppendError::Unavailable))
                {
                    drop(tx);
                    // What a broken or stalled connection still does must not meet the next batch.
                    if error != AppendError::Conflict {
                        connection.close_on_drop();
                    }
                    return Err(error);
                }
                self.probe.at(Point::BeforeCommit);
                let committed = timeout(PATIENCE, tx.commit()).await;
                if !matches!(committed, Ok(Ok(()))) {
                    tracing::warn!(
                        ?committed,
                        appends = groups.len(),
                        "the commit's answer was lost"
                    );
                    connection.close_on_drop();
                    return Err(AppendError::Unknown);
                }
                self.probe.at(Point::AfterCommit);
                Ok(())
            }};
        }
        match &*self.db {
            Db::Sqlite { writer, .. } => commit!(writer, "BEGIN IMMEDIATE", insert_sqlite),
            Db::Postgres { journal, .. } => commit!(journal, "BEGIN", insert_postgres),
        }
    }
}

/// How many rows one statement inserts into an embedded database. Each number of rows is a
/// statement of its own that stays prepared, and each statement a way to its thread and back.
pub const ROWS: usize = 32;

/// How an embedded database does, before the rows.
pub const INSERT: &str = "INSERT INTO events (game, seq, body) ";

/// How PostgreSQL inserts a batch.
pub const INSERT_MANY: &str = "INSERT INTO events (game, seq, body) \
    SELECT * FROM UNNEST($1::uuid[], $2::bigint[], $3::text[])";

async fn insert_sqlite(
    tx: &mut Transaction<'_, Sqlite>,
    groups: &[Vec<Append>],
) -> Result<(), AppendError> {
    let rows: Vec<(Uuid, &EventRow)> = events(groups).collect();
    for rows in rows.chunks(ROWS) {
        QueryBuilder::new(INSERT)
            .push_values(rows, |mut row, (game, event)| {
                row.push_bind(*game)
                    .push_bind(event.seq)
                    .push_bind(&*event.body);
            })
            .build()
            .execute(&mut **tx)
            .await
            .map_err(refused)?;
    }
    Ok(())
}

async fn insert_postgres(
    tx: &mut Transaction<'_, Postgres>,
    groups: &[Vec<Append>],
) -> Result<(), AppendError> {
    let games: Vec<Uuid> = events(groups).map(|(game, _)| game).collect();
    let seqs: Vec<i64> = events(groups).map(|(_, event)| event.seq).collect();
    let bodies: Vec<&str> = events(groups).map(|(_, event)| &*event.body).collect();
    sqlx::query(INSERT_MANY)
        .bind(games)
        .bind(seqs)
        .bind(bodies)
        .execute(&mut **tx)
        .await
        .map_err(refused)?;
    Ok(())
}

fn events(groups: &[Vec<Append>]) -> impl Iterator<Item = (Uuid, &EventRow)> {
    groups
        .iter()
        .flatten()
        .flat_map(|append| append.events.iter().map(|event| (append.game, event)))
}

fn changes(groups: &[Vec<Append>]) -> impl Iterator<Item = (Uuid, &Change)> {
    groups
        .iter()
        .flatten()
        .flat_map(|append| append.changes.iter().map(|change| (append.game, change)))
}

/// The games that end and are to be counted.
fn endings(groups: &[Vec<Append>]) -> impl Iterator<Item = (Uuid, &Outcome, i64, Played)> {
    changes(groups).filter_map(|(game, change)| match change {
        Change::Finished {
            outcome,
            time,
            played: Some(played),
        } => Some((game, outcome, *time, *played)),
        _ => None,
    })
}

/// Before the commit every failure is definite: the transaction is rolled back.
fn refused(error: sqlx::Error) -> AppendError {
    match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => AppendError::Conflict,
        _ => away(error),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn away(error: sqlx::Error) -> AppendError {
    tracing::warn!(%error, "the journal cannot write");
    AppendError::Unavailable
}

fn late(_: tokio::time::error::Elapsed) -> AppendError {
    tracing::warn!("the journal's database does not answer");
    AppendError::Unavailable
}
