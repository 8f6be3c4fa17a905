//! Failed logins slow the next ones down, by account and address. Nobody is locked out.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use halma_protocol::{ErrorCode, ErrorMsg};

use crate::address::network;

/// A failure counts for this long, in milliseconds.
const MEMORY: i64 = 15 * 60 * 1_000;

/// How many login attempts may wait by account and address together, and by address. How many in all
/// is bounded by the connections: a number that others can use up would lock the owner out.
const WAITING: u32 = 3;
const WAITING_BY_ADDRESS: u32 = 64;

/// The table is cleared of what is old whenever it has doubled beyond this.
const TABLE: usize = 1_024;

/// What failures are counted by. Names are kept as keyed hashes: they may be as long as a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The owner of an account comes from elsewhere and hardly feels what others do to it.
    Both(u64, IpAddr),
    Account(u64),
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
    names: RandomState,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    failures: HashMap<Key, Failures>,
    prune_at: usize,
}

/// An attempt that has been let in; it makes room when dropped.
#[derive(Debug)]
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    account: u64,
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
        let (account, address) = (self.names.hash_one(account), network(address));
        let mut table = self.table();
        let count = |key: Key| {
            let failures = table.failures.get(&key);
            let lasting = failures.filter(|failures| now - failures.last <= MEMORY);
            lasting.map_or(0, |failures| failures.count)
        };
        let both = delay(count(Key::Both(account, address)), 3, 30_000);
        let by_account = delay(count(Key::Account(account)), 10, 2_000);
        let by_address = delay(count(Key::Address(address)), 20, 10_000);
        let delay = both.max(by_account).max(by_address);
        let waiting = |key: Key| table.failures.get(&key).map_or(0, |alike| alike.waiting);
        let places = places(account, address);
        if places.iter().any(|(key, most)| waiting(*key) >= *most) {
            return Err(ErrorMsg::new(
                ErrorCode::RateLimited,
                "too many attempts at once; wait for the answer to the last ones",
            ));
        }
        for (key, _) in places {
            table.failures.entry(key).or_default().waiting += 1;
        }
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
            Key::Both(self.account, self.address),
            Key::Account(self.account),
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
            .get_mut(&Key::Both(self.account, self.address))
        {
            failures.count = 0;
        }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut table = self.attempts.table();
        for (key, _) in places(self.account, self.address) {
            if let Some(failures) = table.failures.get_mut(&key) {
                failures.waiting -= 1;
                if failures.waiting == 0 && failures.count == 0 {
                    table.failures.remove(&key);
                }
            }
        }
    }
}

/// Where an attempt takes up a place while it waits, and how many there are.
fn places(account: u64, address: IpAddr) -> [(Key, u32); 2] {
    [
        (Key::Both(account, address), WAITING),
        (Key::Address(address), WAITING_BY_ADDRESS),
    ]
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
    fn one_address_takes_up_its_own_places_only() {
        let attempts = Attempts::default();
        let names = (0..WAITING_BY_ADDRESS).map(|n| n.to_string());
        let waiting: Vec<_> = names
            .map(|name| attempts.enter(&name, AWAY, 0).unwrap())
            .collect();
        assert!(attempts.enter("one more", AWAY, 0).is_err());
        assert!(attempts.enter("one more", HOME, 0).is_ok());
        drop(waiting);
        assert!(attempts.enter("one more", AWAY, 0).is_ok());
    }

    #[test]
    fn a_long_name_takes_no_more_room_than_a_short_one() {
        fn is_on_no_heap<T: Copy>() {}
        is_on_no_heap::<Key>();
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
