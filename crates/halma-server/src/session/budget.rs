//! The message budget of one socket, spent before a frame is parsed.

/// So many messages in a span of time, refilled evenly.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    /// Millionths of a message, so that refilling loses nothing to rounding.
    credit: i64,
    refilled: i64,
    messages: i64,
    window: i64,
}

const UNIT: i64 = 1_000_000;

impl Budget {
    /// A full budget of `messages` in `window` milliseconds, at time `now`.
    pub(crate) fn new(messages: u32, window: u32, now: i64) -> Self {
        let messages = i64::from(messages);
        Self {
            credit: messages * UNIT,
            refilled: now,
            messages,
            window: i64::from(window.max(1)),
        }
    }

    /// Spends one message at time `now`; `false` if there is none left.
    pub(crate) fn spend(&mut self, now: i64) -> bool {
        let since = (now - self.refilled).clamp(0, self.window);
        self.refilled = now;
        self.credit =
            (self.credit + since * self.messages * UNIT / self.window).min(self.messages * UNIT);
        let enough = self.credit >= UNIT;
        if enough {
            self.credit -= UNIT;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_runs_out_and_refills_evenly() {
        let mut budget = Budget::new(100, 20_000, 0);
        assert_eq!((0..150).filter(|_| budget.spend(0)).count(), 100);
        assert!(!budget.spend(199));
        assert!(budget.spend(200), "one message comes back every 200 ms");
        assert!(!budget.spend(201));
        assert_eq!(
            (0..150).filter(|_| budget.spend(1_000_000)).count(),
            100,
            "never more than full"
        );
    }
}
