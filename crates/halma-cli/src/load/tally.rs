//! What all tables together have done and seen.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::time::Duration;

use halma_protocol::ErrorCode;
use hdrhistogram::Histogram;

/// Counts, and how long things took. One thread plays all tables, so cells will do.
#[derive(Debug)]
pub(crate) struct Tally {
    tables: Cell<u32>,
    moves: Cell<u64>,
    games: Cell<u64>,
    deliveries: Cell<u64>,
    refusals: RefCell<HashMap<ErrorCode, u64>>,
    acknowledged: RefCell<Histogram<u64>>,
    seen: RefCell<Histogram<u64>>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            tables: Cell::default(),
            moves: Cell::default(),
            games: Cell::default(),
            deliveries: Cell::default(),
            refusals: RefCell::default(),
            acknowledged: RefCell::new(micros()),
            seen: RefCell::new(micros()),
        }
    }
}

/// From a microsecond to a minute, to three digits.
#[expect(clippy::expect_used, reason = "these bounds are good ones")]
fn micros() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).expect("1 is less than half of a minute")
}

fn record(histogram: &RefCell<Histogram<u64>>, time: Duration) {
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    histogram.borrow_mut().saturating_record(micros.max(1));
}

fn add(to: &Cell<u64>, more: u64) {
    to.set(to.get() + more);
}

impl Tally {
    /// A table has begun to play.
    pub(crate) fn table_plays(&self) {
        self.tables.set(self.tables.get() + 1);
    }

    /// How many tables have begun to play.
    pub(crate) fn tables(&self) -> u32 {
        self.tables.get()
    }

    /// A move was acknowledged to who made it, and seen by the other player, so long after it was
    /// due.
    pub(crate) fn moved(&self, acknowledged: Duration, seen: Duration) {
        add(&self.moves, 1);
        record(&self.acknowledged, acknowledged);
        record(&self.seen, seen);
    }

    pub(crate) fn game_over(&self) {
        add(&self.games, 1);
    }

    /// Somebody who watches was sent an event.
    pub(crate) fn delivered(&self) {
        add(&self.deliveries, 1);
    }

    pub(crate) fn refused(&self, code: ErrorCode) {
        *self.refusals.borrow_mut().entry(code).or_default() += 1;
    }

    /// Forgets what was counted until now.
    pub(crate) fn count_from_here(&self) {
        self.moves.set(0);
        self.games.set(0);
        self.deliveries.set(0);
        self.refusals.borrow_mut().clear();
        self.acknowledged.borrow_mut().reset();
        self.seen.borrow_mut().reset();
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves.get()
    }

    pub(crate) fn games(&self) -> u64 {
        self.games.get()
    }

    pub(crate) fn deliveries(&self) -> u64 {
        self.deliveries.get()
    }

    pub(crate) fn refusals(&self) -> HashMap<ErrorCode, u64> {
        self.refusals.borrow().clone()
    }

    /// How long acknowledgements took, in microseconds.
    pub(crate) fn acknowledged(&self) -> Histogram<u64> {
        self.acknowledged.borrow().clone()
    }

    /// How long it took until the other player saw a move, in microseconds.
    pub(crate) fn seen(&self) -> Histogram<u64> {
        self.seen.borrow().clone()
    }
}
