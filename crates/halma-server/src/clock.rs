//! Time, passed in: the system's in production, hand-driven in tests.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Waits for a time to come.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A source of time, in Unix milliseconds.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System,
    Manual(Arc<watch::Sender<Hand>>),
}

/// Where the hand of a manual clock stands.
#[derive(Debug, Clone, Copy)]
struct Hand {
    now: i64,
    /// From when until when nobody could look at the clock, the last time that was so.
    frozen: (i64, i64),
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `now` until it is moved by [`Clock::advance`].
    pub fn manual(now: i64) -> Self {
        let frozen = (now, now);
        Self(Source::Manual(Arc::new(watch::Sender::new(Hand {
            now,
            frozen,
        }))))
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
            Source::Manual(hand) => hand.borrow().now,
        }
    }

    /// For how long what was due at `time` has not been done though it could have been, in
    /// milliseconds: the machine was suspended, or the process held. Nobody is late only because a
    /// test has moved a manual clock.
    pub fn overdue(&self, time: i64) -> i64 {
        let late = match &self.0 {
            Source::System => self.now().saturating_sub(time),
            Source::Manual(hand) => {
                let (from, until) = hand.borrow().frozen;
                until.saturating_sub(from.max(time))
            }
        };
        late.max(0)
    }

    /// Moves a manual clock on; the system's cannot be moved.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(hand) = &self.0 {
            hand.send_modify(|hand| hand.now = hand.now.saturating_add(millis(by)));
        }
    }

    /// The same, as if nobody could have looked at the clock meanwhile.
    pub fn freeze(&self, by: Duration) {
        if let Source::Manual(hand) = &self.0 {
            hand.send_modify(|hand| {
                let from = hand.now;
                hand.now = from.saturating_add(millis(by));
                hand.frozen = (from, hand.now);
            });
        }
    }

    /// Returns once the clock shows `time`.
    pub fn sleep_until(&self, time: i64) -> Sleep {
        match &self.0 {
            Source::System => {
                let millis = u64::try_from(time.saturating_sub(self.now())).unwrap_or_default();
                Box::pin(tokio::time::sleep(Duration::from_millis(millis)))
            }
            Source::Manual(hand) => {
                let mut hand = hand.subscribe();
                Box::pin(async move {
                    // The sender lives as long as the clock; if it is gone nobody waits for this any more.
                    if hand.wait_for(|hand| hand.now >= time).await.is_err() {
                        std::future::pending().await
                    }
                })
            }
        }
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Rings once some time has come. Its time changes often and mostly to a later one, so it is only
/// wound anew when it would ring too late: it may ring early, or for nothing.
pub(crate) struct Alarm {
    clock: Clock,
    /// When it rings, and what waits for that.
    wound: Option<(i64, Sleep)>,
}

impl Alarm {
    /// An alarm that does not ring.
    pub(crate) fn new(clock: Clock) -> Self {
        Self { clock, wound: None }
    }

    /// Is to ring at `time`, in Unix milliseconds, if at all.
    pub(crate) fn set(&mut self, time: Option<i64>) {
        let Some(time) = time else { return };
        if self.wound.as_ref().is_none_or(|(wound, _)| time < *wound) {
            self.wound = Some((time, self.clock.sleep_until(time)));
        }
    }

    /// Waits until it rings. Cancel-safe.
    pub(crate) async fn ring(&mut self) {
        match &mut self.wound {
            Some((_, sleep)) => sleep.await,
            None => std::future::pending().await,
        }
        self.wound = None;
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
