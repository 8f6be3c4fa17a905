//! The connection that the journal writes by.

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};

/// A connection for one batch after the other.
#[derive(Debug)]
pub(super) struct Line<DB: Database> {
    pool: Pool<DB>,
    /// Whether it stays with the journal. A pool asks what is given back whether it still answers,
    /// without a limit of time, and the next batch would wait for that.
    keeps: bool,
    kept: Option<PoolConnection<DB>>,
}

impl<DB: Database> Line<DB> {
    /// One that is shared with whoever else writes.
    pub(super) fn shared(pool: Pool<DB>) -> Self {
        Self {
            pool,
            keeps: false,
            kept: None,
        }
    }

    /// One that is the journal's alone.
    pub(super) fn own(pool: Pool<DB>) -> Self {
        Self {
            keeps: true,
            ..Self::shared(pool)
        }
    }

    pub(super) async fn take(&mut self) -> Result<PoolConnection<DB>, sqlx::Error> {
        match self.kept.take() {
            Some(connection) if !self.pool.is_closed() => Ok(connection),
            _ => self.pool.acquire().await,
        }
    }

    /// What a spoilt connection, broken or stalled, still does must not meet the next batch.
    pub(super) fn give_back(&mut self, mut connection: PoolConnection<DB>, is_spoilt: bool) {
        if is_spoilt {
            connection.close_on_drop();
        } else if self.keeps {
            self.kept = Some(connection);
        }
    }

    /// Lets go of what it keeps, so that its pool can be closed.
    pub(super) fn close(&mut self) {
        self.kept = None;
    }
}
