//! The store is away: no time passes at the table until it is back.

use super::commands::AGAIN;
use super::{Decision, Room};

impl Room {
    /// What was begun at `time`, in Unix milliseconds, could not be stored.
    pub(super) fn store_is_away(&mut self, time: i64) {
        // At a game of days nobody may have been there to try before.
        let known = self.around.service.away_since();
        let known = known.filter(|_| !self.table.is_for_one_sitting());
        let time = known.map_or(time, |since| since.min(time));
        // Nothing is given back twice, nor what belongs to an earlier turn.
        let since = time.max(self.given_until).max(self.table.turn_since);
        self.away_since.get_or_insert(since);
        self.not_before = self.around.clock.now() + AGAIN;
    }

    /// Gives the time of an outage back to whoever is to move: it is charged to nobody.
    pub(super) fn hold_clocks(&mut self) {
        let now = self.around.clock.now();
        if self.away_since.is_none() {
            self.hear_of_outages(now);
        }
        if let Some(since) = self.away_since.filter(|since| *since < now) {
            let lost = now - since;
            self.table.delay_turn(lost);
            // Whatever came meanwhile came when the clocks had stopped.
            for order in &mut self.held {
                order.time = order.time.min(since) + lost;
            }
            self.away_since = Some(now);
            self.given_until = now;
            // Nobody could come back: who is gone has its whole grace again.
            self.audience.pardon(now);
        }
    }

    /// In a game of days nobody may have tried to store anything while the store was away; and when
    /// the whole server was frozen nobody could.
    fn hear_of_outages(&mut self, now: i64) {
        let from = self.given_until.max(self.table.turn_since);
        let service = &self.around.service;
        let lost = if self.table.is_of_days() {
            if let Some(since) = service.away_since() {
                self.away_since = Some(since.max(from));
                return;
            }
            service.missed(from, now)
        } else {
            service.frozen(from, now)
        };
        if lost > 0 {
            self.table.delay_turn(lost);
            self.given_until = now;
            self.audience.pardon(now);
            self.tell_state();
        }
    }

    /// Whether the room knows of time given back that is stored nowhere.
    pub(super) fn is_needed(&self) -> bool {
        self.away_since.is_some() || self.table.is_delayed()
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
