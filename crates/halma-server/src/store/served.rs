//! When games could be stored: spans of time, noted while they last.

use sqlx::FromRow;

use super::db::on;
use super::{AppendError, Store};

/// Notes a span, or that it goes on.
pub(super) const NOTE: &str = "INSERT INTO served (since, until) VALUES ($1, $2) \
    ON CONFLICT (since) DO UPDATE SET until = excluded.until \
    WHERE excluded.until >= served.until";

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

    /// Notes a span, or that it goes on, by the journal: if games cannot be stored it fails.
    pub async fn note_span(&self, span: SpanRow) -> Result<(), AppendError> {
        self.journal.note(span).await
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
