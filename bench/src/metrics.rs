//! What a server has counted.

use anyhow::{Context, Result};
use halma_tests::Http;

/// Some of its counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Metrics {
    /// Batches the journal has committed.
    pub(crate) batches: f64,
    /// Events in them.
    pub(crate) events: f64,
    /// Moves that are stored and seen.
    pub(crate) moves: f64,
}

impl Metrics {
    pub(crate) async fn of(url: &str) -> Result<Self> {
        let text = Http::new(url).get("/metrics").await.body;
        let value = |name: &str| -> Result<f64> {
            let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
            let value = lines.find_map(|rest| rest.strip_prefix(' '));
            Ok(value.with_context(|| format!("no {name}"))?.parse()?)
        };
        Ok(Self {
            batches: value("halma_journal_appends_count")?,
            events: value("halma_journal_events_total")?,
            moves: value("halma_moves_total")?,
        })
    }

    /// How many events a batch had on average since then.
    pub(crate) fn batch_since(&self, then: &Self) -> f64 {
        (self.events - then.events) / (self.batches - then.batches)
    }
}
