//! What is counted while the server runs, for whoever watches over it.

use std::sync::Arc;
use std::time::Duration;

use halma_protocol::{CloseCode, ErrorCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::store::AppendError;

/// What sessions, rooms and requests count. Clones count together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meters(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    /// Frames taken in on sockets.
    frames: Counter,
    /// Moves and passes that are stored.
    moves: Counter,
    refusals: Family<Refused, Counter>,
    closes: Family<Closed, Counter>,
}

impl Default for Counts {
    fn default() -> Self {
        let counts = Self {
            frames: Counter::default(),
            moves: Counter::default(),
            refusals: Family::default(),
            closes: Family::default(),
        };
        // Who watches looks for growth, which is seen only of what was there before.
        drop(counts.refusals.get_or_create(&ErrorCode::Internal.into()));
        for code in CloseCode::ALL {
            drop(counts.closes.get_or_create(&code.into()));
        }
        counts
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refused {
    code: String,
}

impl From<ErrorCode> for Refused {
    fn from(code: ErrorCode) -> Self {
        let code = crate::json(&code).trim_matches('"').to_owned();
        Self { code }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Closed {
    code: u16,
}

impl From<CloseCode> for Closed {
    fn from(code: CloseCode) -> Self {
        Self { code: code.code() }
    }
}

impl Meters {
    /// A frame came in.
    pub(crate) fn frame(&self) {
        self.0.frames.inc();
    }

    /// A move is stored and seen.
    pub(crate) fn moved(&self) {
        self.0.moves.inc();
    }

    /// Somebody was refused something.
    pub(crate) fn refused(&self, code: ErrorCode) {
        self.0.refusals.get_or_create(&code.into()).inc();
    }

    /// The server closed a socket.
    pub(crate) fn closed(&self, code: CloseCode) {
        self.0.closes.get_or_create(&code.into()).inc();
    }

    /// Shows the counts.
    pub(crate) fn show(&self, shown: &mut Registry) {
        let counts = &self.0;
        shown.register(
            "frames",
            "Frames taken in on sockets",
            counts.frames.clone(),
        );
        shown.register("moves", "Moves and passes stored", counts.moves.clone());
        let refusals = counts.refusals.clone();
        shown.register("refusals", "Refusals by error code", refusals);
        let closes = counts.closes.clone();
        shown.register("closes", "Sockets the server closed, by close code", closes);
    }
}

/// What a pool of threads counts.
#[derive(Debug, Clone)]
pub(crate) struct PoolMeters {
    /// Seconds a question waited for a thread.
    pub(crate) waited: Histogram,
    /// Seconds of thought.
    pub(crate) thought: Histogram,
}

impl Default for PoolMeters {
    fn default() -> Self {
        // From a millisecond to half a minute.
        let seconds = || Histogram::new(exponential_buckets(0.001, 2.0, 16));
        Self {
            waited: seconds(),
            thought: seconds(),
        }
    }
}

/// What the journal counts.
#[derive(Debug, Clone)]
pub(crate) struct JournalMeters {
    appends: Histogram,
    events: Counter,
    seconds: Histogram,
    failures: Family<Failed, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Failed {
    why: &'static str,
}

impl From<AppendError> for Failed {
    fn from(error: AppendError) -> Self {
        let why = match error {
            AppendError::Conflict => "conflict",
            AppendError::Unavailable => "unavailable",
            AppendError::Unknown => "unknown",
        };
        Self { why }
    }
}

impl Default for JournalMeters {
    fn default() -> Self {
        let failures = Family::default();
        // There before they grow, like the others that are watched.
        for error in [
            AppendError::Conflict,
            AppendError::Unavailable,
            AppendError::Unknown,
        ] {
            drop(failures.get_or_create(&error.into()));
        }
        Self {
            appends: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            events: Counter::default(),
            // From 50 microseconds to 13 seconds, which is beyond the journal's patience.
            seconds: Histogram::new(exponential_buckets(0.000_05, 2.0, 19)),
            failures,
        }
    }
}

impl JournalMeters {
    /// So many appends of so many events were committed together.
    pub(crate) fn committed(&self, appends: usize, events: usize, took: Duration) {
        // Whole numbers far below where they could be rounded.
        #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
        self.appends.observe(appends as f64);
        self.events.inc_by(events as u64);
        self.seconds.observe(took.as_secs_f64());
    }

    /// A batch was not stored, or nobody knows.
    pub(crate) fn failed(&self, error: AppendError) {
        self.failures.get_or_create(&error.into()).inc();
    }

    /// Shows the counts.
    pub(crate) fn show(&self, shown: &mut Registry) {
        shown.register(
            "journal_appends",
            "Appends in a batch",
            self.appends.clone(),
        );
        shown.register("journal_events", "Events stored", self.events.clone());
        let seconds = self.seconds.clone();
        shown.register(
            "journal_seconds",
            "Seconds until a batch was durable",
            seconds,
        );
        let failures = self.failures.clone();
        shown.register("journal_failures", "Batches not stored, by cause", failures);
    }
}

/// Shows a number as it is now.
pub(crate) fn level(shown: &mut Registry, name: &str, help: &str, now: usize) {
    let now = i64::try_from(now).unwrap_or(i64::MAX);
    shown.register(name, help, ConstGauge::new(now));
}
