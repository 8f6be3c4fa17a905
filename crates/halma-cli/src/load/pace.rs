//! When a table is to make its moves.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Even steps of time; or none, and everything is due at once.
#[derive(Debug)]
pub(crate) struct Pace {
    step: Option<Duration>,
    next: Instant,
}

impl Pace {
    /// The pace of one table of so many, which make `rate` moves a second together, each in its
    /// turn.
    pub(crate) fn of(rate: Option<f64>, tables: u32, number: u32) -> Self {
        let step = rate.map(|rate| Duration::from_secs_f64(f64::from(tables) / rate));
        let turn = step.map_or(Duration::ZERO, |step| step * number / tables);
        Self {
            step,
            next: Instant::now() + turn,
        }
    }

    /// Waits for the next move's time, and gives it. A table that is late has it in the past: how
    /// long a move waited for its turn is part of how long it took.
    pub(crate) async fn next(&mut self) -> Instant {
        let Some(step) = self.step else {
            return Instant::now();
        };
        let due = self.next;
        self.next += step;
        sleep_until(due).await;
        due
    }

    /// Begins anew, where something else took time.
    pub(crate) fn reset(&mut self) {
        self.next = self.next.max(Instant::now());
    }
}
