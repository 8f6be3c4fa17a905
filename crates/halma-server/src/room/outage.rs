//! The store is away: no time passes at the table until it is back.

use super::commands::AGAIN;
use super::{Decision, Room};

impl Room {
    /// What was begun at `time`, in Unix milliseconds, could not be stored.
    pub(super) fn store_is_away(&mut self, time: i64) {
        self.away_since.get_or_insert(time);
        self.not_before = self.around.clock.now() + AGAIN;
    }

    /// Gives the time of an outage back to whoever is to move: it is charged to nobody.
    pub(super) fn hold_clocks(&mut self) {
        if let Some(since) = &mut self.away_since {
            let now = self.around.clock.now();
            self.table.delay_turn(now - *since);
            *since = now;
        }
    }

    /// Something was stored, or the game was read again. The clocks run on; unless events show
    /// them, everybody is told how they stand.
    pub(super) fn store_is_back(&mut self, shown: bool) {
        self.hold_clocks();
        let was_away = self.away_since.take().is_some();
        if was_away && !shown && self.table.clocks(self.around.clock.now()).is_some() {
            self.tell_state();
        }
    }

    /// Sees whether the store is back, by writing down the game's deadline anew.
    pub(super) fn look_for_store(&mut self) {
        self.write(Decision::default(), None);
    }
}
