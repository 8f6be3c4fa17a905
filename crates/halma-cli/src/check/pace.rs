//! Keeping within the number of messages that a server allows a socket.

use std::time::Duration;

use halma_protocol::Limits;
use tokio::time::{Instant, sleep};

/// How much of the allowance is used. The rest is for answers to the server's pings, which count
/// too, and for messages that arrive closer together than they were sent.
const SHARE: f64 = 0.9;

/// A socket's allowance of messages, refilled evenly as the server refills its own.
pub(crate) struct Pace {
    credit: f64,
    most: f64,
    per_second: f64,
    refilled: Instant,
}

impl Pace {
    /// The pace of a socket that has sent nothing yet.
    pub(crate) fn new(limits: &Limits) -> Self {
        let messages = f64::from(limits.messages.max(1)) * SHARE;
        let window = f64::from(limits.window.max(1)) / 1000.0;
        // There must be room for one message.
        let most = messages.max(1.0);
        Self {
            credit: most,
            most,
            per_second: messages / window,
            refilled: Instant::now(),
        }
    }

    /// Waits until one more message may be sent.
    pub(crate) async fn wait(&mut self) {
        let now = Instant::now();
        let refill = (now - self.refilled).as_secs_f64() * self.per_second;
        self.credit = (self.credit + refill).min(self.most) - 1.0;
        self.refilled = now;
        if self.credit < 0.0 {
            sleep(Duration::from_secs_f64(-self.credit / self.per_second)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long `count` messages take, in tenths of a second.
    async fn tenths(messages: u32, window: u32, count: u32) -> u128 {
        let (frame, games) = (8192, 64);
        let mut pace = Pace::new(&Limits {
            frame,
            messages,
            window,
            games,
        });
        let began = Instant::now();
        for _ in 0..count {
            pace.wait().await;
        }
        began.elapsed().as_millis() / 100
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_free_and_the_rest_is_spread() {
        assert_eq!(tenths(100, 20_000, 90).await, 0);
        assert_eq!(tenths(100, 20_000, 180).await, 200);
        assert_eq!(tenths(1, 9_000, 3).await, 200);
    }
}
