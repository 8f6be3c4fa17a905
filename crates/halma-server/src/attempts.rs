//! Failed logins slow the next ones down, by account and address. Nobody is locked out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use halma_protocol::{ErrorCode, ErrorMsg};

use crate::address::network;

/// A failure counts for this long, in milliseconds.
const MEMORY: i64 = 15 * 60 * 1_000;

/// How many login attempts may wait by account and address together, and in all.
const WAITING: u32 = 3;
const WAITING_IN_ALL: u32 = 256;

/// The table is cleared of what is old whenever it has doubled beyond this.
const TABLE: usize = 1_024;

/// What failures are counted by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// The owner of an account comes from elsewhere and hardly feels what others do to it.
    Both(String, IpAddr),
    Account(String),
    Address(IpAddr),
}

#[derive(Debug, Default)]
struct Failures {
    count: u32,
    last: i64,
    waiting: u32,
}

/// The failed logins of the last quarter of an hour.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    failures: HashMap<Key, Failures>,
    prune_at: usize,
    waiting: u32,
}

/// An attempt that has been let in; it makes room when dropped.
#[derive(Debug)]
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    account: String,
    address: IpAddr,
    /// When it may be looked at, in Unix milliseconds.
    pub(crate) from: i64,
}

impl Attempts {
    /// Lets an attempt in, to be looked at when its time has come; refused if others like it wait.
    pub(crate) fn enter(
        &self,
        account: &str,
        address: IpAddr,
        now: i64,
    ) -> Result<Attempt<'_>, ErrorMsg> {
        let (account, address) = (account.to_owned(), network(address));
        let mut table = self.table();
        let count = |key: Key| {
            let failures = table.failures.get(&key);
            failures.map_or(0, |failures| {
                if now - failures.last > MEMORY {
                    0
                } else {
                    failures.count
                }
            })
        };
        let both = delay(count(Key::Both(account.clone(), address)), 3, 30_000);
        let by_account = delay(count(Key::Account(account.clone())), 10, 2_000);
        let by_address = delay(count(Key::Address(address)), 20, 10_000);
        let delay = both.max(by_account).max(by_address);
        let key = Key::Both(account.clone(), address);
        let alike = table
            .failures
            .get(&key)
            .map_or(0, |failures| failures.waiting);
        if alike >= WAITING || table.waiting >= WAITING_IN_ALL {
            return Err(ErrorMsg::new(
                ErrorCode::RateLimited,
                "too many attempts at once; wait for the answer to the last ones",
            ));
        }
        table.waiting += 1;
        table.failures.entry(key).or_default().waiting += 1;
        Ok(Attempt {
            attempts: self,
            account,
            address,
            from: now + delay,
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // The table is whole whatever panicked while it was locked.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempt<'_> {
    /// It failed.
    pub(crate) fn failed(self, now: i64) {
        let mut table = self.attempts.table();
        for key in [
            Key::Both(self.account.clone(), self.address),
            Key::Account(self.account.clone()),
            Key::Address(self.address),
        ] {
            let failures = table.failures.entry(key).or_default();
            if now - failures.last > MEMORY {
                failures.count = 0;
            }
            failures.count += 1;
            failures.last = now;
        }
        if table.failures.len() > table.prune_at.max(TABLE) {
            table
                .failures
                .retain(|_, failures| failures.waiting > 0 || now - failures.last <= MEMORY);
            table.prune_at = 2 * table.failures.len();
        }
    }

    /// It was the owner: what went wrong from this address before is forgotten.
    pub(crate) fn succeeded(self) {
        let mut table = self.attempts.table();
        if let Some(failures) = table
            .failures
            .get_mut(&Key::Both(self.account.clone(), self.address))
        {
            failures.count = 0;
        }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut table = self.attempts.table();
        table.waiting -= 1;
        let key = Key::Both(self.account.clone(), self.address);
        if let Some(failures) = table.failures.get_mut(&key) {
            failures.waiting -= 1;
            if failures.waiting == 0 && failures.count == 0 {
                table.failures.remove(&key);
            }
        }
    }
}

/// Half a second after the free attempts, twice as long after each more, up to a most.
fn delay(failures: u32, free: u32, most: i64) -> i64 {
    match failures.checked_sub(free) {
        None => 0,
        Some(over) => (500_i64 << over.min(16)).min(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const AWAY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 9));

    fn wait(attempts: &Attempts, account: &str, address: IpAddr, now: i64) -> i64 {
        attempts.enter(account, address, now).unwrap().from - now
    }

    #[test]
    fn each_failure_more_takes_twice_as_long_up_to_a_most() {
        let attempts = Attempts::default();
        let mut waits = Vec::new();
        for _ in 0..12 {
            let attempt = attempts.enter("ada", AWAY, 0).unwrap();
            waits.push(attempt.from);
            attempt.failed(0);
        }
        assert_eq!(waits[..7], [0, 0, 0, 500, 1_000, 2_000, 4_000]);
        assert_eq!(waits[11], 30_000);
        assert_eq!(
            wait(&attempts, "ada", AWAY, MEMORY + 1),
            0,
            "it is forgotten"
        );
    }

    #[test]
    fn the_owner_is_never_locked_out_by_others() {
        let attempts = Attempts::default();
        for n in 0..10_000_u32 {
            let address = IpAddr::V4(std::net::Ipv4Addr::from_bits(0x0a00_0000 | (n / 4)));
            attempts.enter("ada", address, 0).unwrap().failed(0);
        }
        assert_eq!(wait(&attempts, "ada", HOME, 0), 2_000);
        attempts.enter("ada", HOME, 0).unwrap().succeeded();
    }

    #[test]
    fn attempts_do_not_pile_up_and_leave_nothing_behind() {
        let attempts = Attempts::default();
        let waiting: Vec<_> = (0..3)
            .map(|_| attempts.enter("ada", HOME, 0).unwrap())
            .collect();
        assert!(attempts.enter("ada", HOME, 0).is_err());
        assert!(
            attempts.enter("ada", AWAY, 0).is_ok(),
            "others are not in the way"
        );
        drop(waiting);
        assert!(attempts.enter("ada", HOME, 0).is_ok());
        assert!(attempts.table().failures.is_empty());
    }

    #[test]
    fn old_failures_are_cleared_away() {
        let attempts = Attempts::default();
        for n in 0..5_000_u32 {
            attempts
                .enter(&n.to_string(), HOME, i64::from(n) * 10_000)
                .unwrap()
                .failed(i64::from(n) * 10_000);
        }
        assert!(attempts.table().failures.len() < 2_500);
    }
}
