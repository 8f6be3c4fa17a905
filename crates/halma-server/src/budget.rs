//! Budgets: so much in a span of time, for a socket or for an address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::address::network;

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
        self.refill(now);
        let enough = self.credit >= UNIT;
        if enough {
            self.credit -= UNIT;
        }
        enough
    }

    fn refill(&mut self, now: i64) {
        let since = (now - self.refilled).clamp(0, self.window);
        self.refilled = now;
        let credit = self.credit + since * self.messages * UNIT / self.window;
        self.credit = credit.min(self.messages * UNIT);
    }

    fn is_full(&self) -> bool {
        self.credit == self.messages * UNIT
    }
}

/// The table is cleared of full budgets whenever it has doubled beyond this.
const TABLE: usize = 1_024;

/// A budget for each address.
#[derive(Debug)]
pub(crate) struct Budgets {
    messages: u32,
    window: u32,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    by_address: HashMap<IpAddr, Budget>,
    prune_at: usize,
}

impl Budgets {
    /// So many messages of each address in `window` milliseconds.
    pub(crate) fn new(messages: u32, window: u32) -> Self {
        Self {
            messages,
            window,
            table: Mutex::default(),
        }
    }

    /// Spends one message of an address at time `now`; `false` if it has none left.
    pub(crate) fn spend(&self, address: IpAddr, now: i64) -> bool {
        let full = || Budget::new(self.messages, self.window, now);
        let mut table = self.table();
        let budget = table.by_address.entry(network(address));
        let enough = budget.or_insert_with(full).spend(now);
        if table.by_address.len() > table.prune_at.max(TABLE) {
            table.by_address.retain(|_, budget| {
                budget.refill(now);
                !budget.is_full()
            });
            table.prune_at = 2 * table.by_address.len();
        }
        enough
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // The table is whole whatever panicked while it was locked.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[test]
    fn addresses_have_budgets_of_their_own() {
        let budgets = Budgets::new(2, 1_000);
        let [one, other] = [1, 2].map(|n| IpAddr::V4(std::net::Ipv4Addr::from_bits(n)));
        assert!(budgets.spend(one, 0) && budgets.spend(one, 0));
        assert!(!budgets.spend(one, 0));
        assert!(budgets.spend(other, 0));
    }

    #[test]
    fn full_budgets_are_forgotten() {
        let budgets = Budgets::new(2, 1_000);
        for n in 0..10_000 {
            budgets.spend(IpAddr::V4(n.into()), i64::from(n));
        }
        assert!(budgets.table().by_address.len() < 2_500);
    }
}
