//! The journal: appends of all rooms, committed in groups.
//!
//! One task takes whatever is waiting, writes it in one transaction and answers
//! each room. The fuller the mailbox, the larger the group: a slow disk makes
//! batches, not queues. Whether games can be stored it finds out the same way.

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
use super::line::Line;
use super::served::{NOTE, SpanRow};
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

type Answer = oneshot::Sender<Result<(), AppendError>>;

enum Entry {
    /// Stored together or not at all.
    Appends(Vec<Append>, Answer),
    /// Notes that games can be stored.
    Note(SpanRow, Answer),
    /// The connection is given up once all before it is done.
    Close(oneshot::Sender<()>),
}

/// A handle to the journal's task.
#[derive(Debug, Clone)]
pub struct Journal {
    mailbox: mpsc::Sender<Entry>,
    meters: JournalMeters,
}

impl Journal {
    pub(super) fn start(db: &Db, probe: Probe) -> Self {
        let (mailbox, entries) = mpsc::channel(MAILBOX);
        let meters = JournalMeters::default();
        let writer = Writer {
            lines: match db {
                Db::Sqlite { writer, .. } => Lines::Sqlite(Line::shared(writer.clone())),
                Db::Postgres { journal, .. } => Lines::Postgres(Line::own(journal.clone())),
            },
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
        self.ask(|answer| Entry::Appends(appends, answer)).await
    }

    /// Notes that games can be stored since some time, if they can.
    pub(super) async fn note(&self, span: SpanRow) -> Result<(), AppendError> {
        self.ask(|answer| Entry::Note(span, answer)).await
    }

    async fn ask(&self, entry: impl FnOnce(Answer) -> Entry) -> Result<(), AppendError> {
        let (done, answer) = oneshot::channel();
        // The task ends only after every handle is gone; if it panicked, what it held may be stored.
        self.mailbox
            .send(entry(done))
            .await
            .map_err(|_| AppendError::Unavailable)?;
        answer.await.unwrap_or(Err(AppendError::Unknown))
    }

    /// Gives the journal's connection up once everything before is done.
    pub(super) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.mailbox.send(Entry::Close(done)).await.is_ok() {
            // A task that is gone has no connection.
            let _ = closed.await;
        }
    }

    /// Whether its task still writes.
    pub(crate) fn is_alive(&self) -> bool {
        !self.mailbox.is_closed()
    }
}

enum Lines {
    Sqlite(Line<Sqlite>),
    Postgres(Line<Postgres>),
}

struct Writer {
    lines: Lines,
    probe: Probe,
    meters: JournalMeters,
}

impl Writer {
    async fn run(mut self, mut entries: mpsc::Receiver<Entry>) {
        let mut batch = Vec::with_capacity(BATCH);
        while entries.recv_many(&mut batch, BATCH).await > 0 {
            let (mut groups, mut answers) = (Vec::new(), Vec::new());
            let (mut notes, mut farewells) = (Vec::new(), Vec::new());
            for entry in batch.drain(..) {
                match entry {
                    Entry::Appends(appends, done) => {
                        groups.push(appends);
                        answers.push(done);
                    }
                    Entry::Note(span, done) => notes.push((span, done)),
                    Entry::Close(done) => farewells.push(done),
                }
            }
            if !groups.is_empty() {
                self.store(&groups, answers).await;
            }
            for (span, done) in notes {
                let _ = done.send(self.note(span).await);
            }
            for done in farewells {
                self.close();
                let _ = done.send(());
            }
        }
    }

    async fn store(&mut self, groups: &[Vec<Append>], answers: Vec<Answer>) {
        match self.commit(groups).await {
            // One room's conflict must not touch the others: try each by itself, unless the
            // database has gone away meanwhile.
            Err(AppendError::Conflict) if groups.len() > 1 => {
                let mut failed_in_a_row = 0;
                for (group, done) in groups.chunks(1).zip(answers) {
                    let result = match failed_in_a_row {
                        0 | 1 => self.commit(group).await,
                        _ => Err(AppendError::Unavailable),
                    };
                    failed_in_a_row = if spoils(result) {
                        failed_in_a_row + 1
                    } else {
                        0
                    };
                    let _ = done.send(result);
                }
            }
            result => answers.into_iter().for_each(|done| {
                let _ = done.send(result);
            }),
        }
    }

    async fn note(&mut self, span: SpanRow) -> Result<(), AppendError> {
        macro_rules! note {
            ($line:expr) => {{
                let mut connection = $line.take().await.map_err(away)?;
                let note = sqlx::query(NOTE).bind(span.since).bind(span.until);
                let noted = timeout(PATIENCE, note.execute(&mut *connection)).await;
                let noted = noted.map_err(late).and_then(|noted| noted.map_err(away));
                $line.give_back(connection, noted.is_err());
                noted.map(|_| ())
            }};
        }
        match &mut self.lines {
            Lines::Sqlite(line) => note!(line),
            Lines::Postgres(line) => note!(line),
        }
    }

    fn close(&mut self) {
        match &mut self.lines {
            Lines::Sqlite(line) => line.close(),
            Lines::Postgres(line) => line.close(),
        }
    }

    async fn commit(&mut self, groups: &[Vec<Append>]) -> Result<(), AppendError> {
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

    async fn write(&mut self, groups: &[Vec<Append>]) -> Result<(), AppendError> {
        /// The engines differ in how a transaction begins and how events are inserted.
        macro_rules! commit {
            ($line:expr, $begin:literal, $insert:path) => {{
                let mut connection = $line.take().await.map_err(away)?;
                let done = async {
                    let begun = timeout(PATIENCE, connection.begin_with($begin)).await;
                    let mut tx = begun.map_err(late)?.map_err(away)?;
                    let written = timeout(PATIENCE, async {
                        $insert(&mut tx, groups).await?;
                        // Most moves change no summary. What does is boxed: the many statements for
                        // it make a future that is long to move.
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
                    match written.await.map_err(late)? {
                        Ok(()) => {}
                        Err(AppendError::Conflict) => {
                            let back = timeout(PATIENCE, tx.rollback()).await;
                            back.map_err(late)?.map_err(away)?;
                            return Err(AppendError::Conflict);
                        }
                        Err(error) => return Err(error),
                    }
                    self.probe.at(Point::BeforeCommit);
                    let committed = timeout(PATIENCE, tx.commit()).await;
                    if !matches!(committed, Ok(Ok(()))) {
                        let appends = groups.len();
                        tracing::warn!(?committed, appends, "the commit's answer was lost");
                        return Err(AppendError::Unknown);
                    }
                    self.probe.at(Point::AfterCommit);
                    Ok(())
                }
                .await;
                $line.give_back(connection, spoils(done));
                done
            }};
        }
        match &mut self.lines {
            Lines::Sqlite(line) => commit!(line, "BEGIN IMMEDIATE", insert_sqlite),
            Lines::Postgres(line) => commit!(line, "BEGIN", insert_postgres),
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

/// Whether the connection can no longer be relied on.
fn spoils(done: Result<(), AppendError>) -> bool {
    matches!(done, Err(AppendError::Unavailable | AppendError::Unknown))
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
