//! Time, passed in: the system's in production, hand-driven in tests.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A source of time, in Unix milliseconds.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System,
    Manual(Arc<watch::Sender<i64>>),
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `now` until it is moved by [`Clock::advance`].
    pub fn manual(now: i64) -> Self {
        Self(Source::Manual(Arc::new(watch::Sender::new(now))))
    }

    /// Milliseconds since 1970 UTC.
    pub fn now(&self) -> i64 {
        match &self.0 {
            // A clock before 1970 or past the year 292 million reads as 1970.
            Source::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .ok()
                .and_then(|since| i64::try_from(since.as_millis()).ok())
                .unwrap_or_default(),
            Source::Manual(now) => *now.borrow(),
        }
    }

    /// Moves a manual clock on; the system's cannot be moved.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(now) = &self.0 {
            let millis = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
            now.send_modify(|now| *now = now.saturating_add(millis));
        }
    }

    /// Returns once the clock shows `time`.
    pub fn sleep_until(&self, time: i64) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        match &self.0 {
            Source::System => {
                let millis = u64::try_from(time.saturating_sub(self.now())).unwrap_or_default();
                Box::pin(tokio::time::sleep(Duration::from_millis(millis)))
            }
            Source::Manual(now) => {
                let mut now = now.subscribe();
                Box::pin(async move {
                    // The sender lives as long as the clock; if it is gone nobody waits for this any more.
                    if now.wait_for(|now| *now >= time).await.is_err() {
                        std::future::pending().await
                    }
                })
            }
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Source::System => "Clock::system",
            Source::Manual(_) => "Clock::manual",
        })
    }
}
