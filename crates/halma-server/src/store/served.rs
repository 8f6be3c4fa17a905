//! When games could be stored: spans of time, noted while they last.

use std::io;
use std::time::Duration;

use sqlx::FromRow;
use tokio::time::timeout;

use super::Store;
use super::db::on;

/// A span of time in which games could be stored, in Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct SpanRow {
    /// When it began.
    pub since: i64,
    /// When it was last noted to last.
    pub until: i64,
}

impl Store {
    /// Every span that is remembered, oldest first.
    pub async fn spans(&self) -> Result<Vec<SpanRow>, sqlx::Error> {
        const SQL: &str = "SELECT since, until FROM served ORDER BY since";
        Ok(on!(&*self.db, read pool => sqlx::query_as(SQL).fetch_all(pool).await?))
    }

    /// Notes a span, or that it goes on, within `patience`; on the very connection that games are
    /// stored by.
    pub async fn note_span(&self, span: SpanRow, patience: Duration) -> Result<(), sqlx::Error> {
        const SQL: &str = "INSERT INTO served (since, until) VALUES ($1, $2) \
            ON CONFLICT (since) DO UPDATE SET until = excluded.until";
        on!(&*self.db, journal pool => {
            let mut connection = pool.acquire().await?;
            let note = sqlx::query(SQL).bind(span.since).bind(span.until);
            let noted = timeout(patience, note.execute(&mut *connection)).await;
            let noted = noted.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()));
            if noted.is_err() {
                // What a broken or stalled connection still does must not meet the next batch.
                connection.close_on_drop();
            }
            noted.map(|_| ())
        })
    }

    /// Forgets the spans after which another began before `time`.
    pub async fn forget_spans(&self, time: i64) -> Result<(), sqlx::Error> {
        const SQL: &str = "DELETE FROM served WHERE EXISTS (SELECT 1 FROM served AS later \
            WHERE later.since > served.since AND later.since < $1)";
        on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(time)
            .execute(pool)
            .await
            .map(|_| ())?);
        Ok(())
    }
}
