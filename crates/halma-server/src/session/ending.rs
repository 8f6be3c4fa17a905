//! The end of a session that comes from this side.

use std::sync::{Arc, OnceLock};

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

/// Why one session ends though the server goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// Its client does not read what it is sent.
    Lagging,
    /// The token it was opened by is revoked.
    Revoked,
}

/// Whether a session must end, and why: one thing to wait for, whatever the cause.
#[derive(Debug, Clone)]
pub(crate) struct Ending {
    begun: CancellationToken,
    why: Arc<OnceLock<Why>>,
}

impl Ending {
    /// That of a session which ends with whatever `stop` ends.
    pub(crate) fn with(stop: &CancellationToken) -> Self {
        Self {
            begun: stop.child_token(),
            why: Arc::default(),
        }
    }

    /// Ends the session. The first cause counts, before the server's stop.
    pub(crate) fn begin(&self, why: Why) {
        let _ = self.why.set(why);
        self.begun.cancel();
    }

    /// Waits until it must end.
    pub(crate) fn begun(&self) -> WaitForCancellationFuture<'_> {
        self.begun.cancelled()
    }

    /// Why it ends; `None` if everything does.
    pub(crate) fn why(&self) -> Option<Why> {
        self.why.get().copied()
    }
}
