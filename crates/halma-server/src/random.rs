//! Randomness, passed in: the operating system's in production, seeded in tests.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::{StdRng, SysRng};
use rand::{RngExt, SeedableRng};
use uuid::{Builder, Uuid};

/// A cryptographically strong source of random bytes.
#[derive(Clone)]
pub struct Random(Arc<Mutex<StdRng>>);

impl Random {
    /// Seeded by the operating system.
    pub fn system() -> Result<Self, rand::rngs::SysError> {
        Ok(Self(Arc::new(Mutex::new(StdRng::try_from_rng(
            &mut SysRng,
        )?))))
    }

    /// The same bytes for the same seed; for tests only.
    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// Fresh random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        // A generator that panicked half-way is still random.
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .fill(&mut bytes);
        bytes
    }

    /// A new id that sorts by its time of making, `now` in Unix milliseconds.
    pub fn id(&self, now: i64) -> Uuid {
        Builder::from_unix_timestamp_millis(u64::try_from(now).unwrap_or_default(), &self.bytes())
            .into_uuid()
    }
}

impl fmt::Debug for Random {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Random")
    }
}
