//! How long the network takes to a client and back, measured by pings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// One socket's lag in milliseconds, as far as it is not charged. The session measures it; the
/// rooms it has joined read it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lag(Arc<AtomicU32>);

impl Lag {
    /// The lag as last measured.
    pub(crate) fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes a measurement over: from `sent` to `heard`, in Unix milliseconds, at most `most`.
    pub(super) fn measure(&self, sent: i64, heard: i64, most: u32) {
        let lag = u32::try_from(heard.saturating_sub(sent)).unwrap_or_default();
        self.0.store(lag.min(most), Ordering::Relaxed);
    }
}
