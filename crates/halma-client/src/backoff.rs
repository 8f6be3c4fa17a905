//! Growing pauses between tries, up to an end.

use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(3);

/// Pauses that double up to three seconds, each varied by half, until patience runs out.
#[derive(Debug)]
pub(crate) struct Backoff {
    patience: Duration,
    deadline: Instant,
    next: Duration,
}

impl Backoff {
    pub(crate) fn new(patience: Duration) -> Self {
        Self {
            patience,
            deadline: Instant::now() + patience,
            next: FIRST,
        }
    }

    /// Begins anew.
    pub(crate) fn reset(&mut self) {
        *self = Self::new(self.patience);
    }

    /// How long to pause before the next try; none if there should be no more.
    pub(crate) fn pause(&mut self) -> Option<Duration> {
        // Spread out, so that a restarted server does not meet everybody at once.
        let pause = self.next.mul_f64(rand::random_range(0.5..1.5));
        self.next = LONGEST.min(2 * self.next);
        (Instant::now() + pause <= self.deadline).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_until_patience_runs_out() {
        let mut backoff = Backoff::new(Duration::from_secs(20));
        let mut pauses = Vec::new();
        while let Some(pause) = backoff.pause() {
            tokio::time::advance(pause).await;
            pauses.push(pause);
        }
        assert!(pauses[0] < FIRST.mul_f64(1.5));
        assert!(pauses.iter().all(|pause| *pause < LONGEST.mul_f64(1.5)));
        assert!(pauses.len() > 5, "{pauses:?}");
        backoff.reset();
        assert!(backoff.pause() < Some(FIRST.mul_f64(1.5)));
    }
}
