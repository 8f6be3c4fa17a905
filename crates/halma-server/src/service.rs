//! The service: when games could be stored and when not, known over restarts. Whoever thinks for
//! hours or days need not be there to notice, and is charged for no absence all the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::Clock;
use crate::live::Live;
use crate::store::{SpanRow, Store};

/// How often it is noted that games can be stored, in milliseconds.
const PULSE: i64 = 30_000;

/// What is shorter between two servers, or two notes of one, is no absence, in milliseconds; longer
/// than a note may be old.
const ABSENCE: i64 = 2 * PULSE;

/// In milliseconds.
const DAY: i64 = 24 * 3_600_000;

/// For how long absences are remembered, in milliseconds: much longer than a turn lasts.
const KEPT: i64 = 90 * DAY;

/// When games could be stored. Clones are one.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    known: Arc<Mutex<Known>>,
    clock: Clock,
}

#[derive(Debug)]
struct Known {
    absences: Vec<Absence>,
    /// The newest span in which they could.
    span: SpanRow,
    /// Whether they can no longer: the last note was refused, or none was made yet.
    is_away: bool,
}

/// A span in which games could not be stored, in Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Absence {
    from: i64,
    until: i64,
    /// Whether this server was frozen: the machine was suspended, or the process held.
    frozen: bool,
}

impl Service {
    /// What is known of the past, and the first note.
    pub(crate) async fn begin(store: &Store, clock: &Clock) -> Result<Self, sqlx::Error> {
        let now = clock.now();
        let spans = store.spans().await?;
        let between = |two: &[SpanRow]| Absence {
            from: two[0].until,
            until: two[1].since,
            frozen: false,
        };
        let first = SpanRow {
            since: now,
            until: now,
        };
        let known = Known {
            absences: spans.windows(2).map(between).collect(),
            span: spans.last().copied().unwrap_or(first),
            is_away: true,
        };
        let service = Self {
            known: Arc::new(Mutex::new(known)),
            clock: clock.clone(),
        };
        service.pulse(store, ABSENCE).await;
        service.forget(store, now - KEPT).await;
        Ok(service)
    }

    /// Notes that games can be stored, or finds out that they cannot. What is shorter than `least`
    /// is no absence, in milliseconds.
    async fn pulse(&self, store: &Store, least: i64) {
        let now = self.clock.now();
        let (span, absence) = self.known().span_at(now, &self.clock, least);
        let noted = store.note_span(span).await;
        let mut known = self.known();
        known.is_away = noted.is_err();
        match noted {
            Ok(()) => {
                known.span = span;
                known.absences.extend(absence);
            }
            Err(error) => tracing::warn!(%error, "games cannot be stored"),
        }
    }

    /// Forgets what lies before `time`, in Unix milliseconds.
    async fn forget(&self, store: &Store, time: i64) {
        self.known().absences.retain(|past| past.until >= time);
        if let Err(error) = store.forget_spans(time).await {
            tracing::warn!(%error, "old spans of service are not forgotten");
        }
    }

    /// For how long of the time from `since` to `now` games could not be stored, in milliseconds.
    pub(crate) fn missed(&self, since: i64, now: i64) -> i64 {
        self.sum(since, now, |_| true)
    }

    /// For how long of that time this server was frozen, in milliseconds.
    pub(crate) fn frozen(&self, since: i64, now: i64) -> i64 {
        self.sum(since, now, |absence| absence.frozen)
    }

    fn sum(&self, since: i64, now: i64, meant: impl Fn(&Absence) -> bool) -> i64 {
        let known = self.known();
        let all = known.absences.iter().copied();
        all.chain(known.present(now, &self.clock))
            .filter(meant)
            .map(|absence| (absence.until.min(now) - absence.from.max(since)).max(0))
            .sum()
    }

    /// Since when they cannot be stored, as far as is known.
    pub(crate) fn away_since(&self) -> Option<i64> {
        let known = self.known();
        known.is_away.then_some(known.span.until)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What is known is whole whatever panicked while it was locked.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The absence that lasts at `now`. Whoever wakes first after a freeze may come before the note
    /// that ends it. While the store is away notes are old for that reason.
    fn present(&self, now: i64, clock: &Clock) -> Option<Absence> {
        let from = self.span.until;
        let frozen = !self.is_away && clock.overdue(from) >= ABSENCE;
        (self.is_away || frozen).then_some(Absence {
            from,
            until: now,
            frozen,
        })
    }

    /// The span that holds `now`, and the absence before it if it is a new one.
    fn span_at(&self, now: i64, clock: &Clock, least: i64) -> (SpanRow, Option<Absence>) {
        let SpanRow { since, until } = self.span;
        let absence = self.present(now, clock);
        let absence = absence.filter(|_| now - until >= least);
        let span = SpanRow {
            since: if absence.is_some() { now } else { since },
            until: now.max(until),
        };
        (span, absence)
    }
}

/// Goes on noting until the tenure ends.
pub(crate) async fn run(live: Arc<Live>) {
    let mut forgotten = live.clock.now();
    loop {
        let now = live.clock.now();
        if now - forgotten >= DAY {
            live.service.forget(&live.store, now - KEPT).await;
            forgotten = now;
        }
        let next = now + PULSE;
        // Once the tenure has ended another server may serve.
        tokio::select! {
            biased;
            () = live.stop.cancelled() => return,
            () = live.clock.sleep_until(next) => {}
        }
        tokio::select! {
            biased;
            () = live.stop.cancelled() => return,
            () = live.service.pulse(&live.store, 0) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn known(is_away: bool) -> Known {
        Known {
            absences: vec![Absence {
                from: 100_000,
                until: 400_000,
                frozen: false,
            }],
            span: SpanRow {
                since: 400_000,
                until: 500_000,
            },
            is_away,
        }
    }

    fn service(is_away: bool, clock: &Clock) -> Service {
        Service {
            known: Arc::new(Mutex::new(known(is_away))),
            clock: clock.clone(),
        }
    }

    #[test]
    fn what_was_missed_is_what_lies_within() {
        let clock = Clock::manual(500_000);
        let here = service(false, &clock);
        assert_eq!(here.missed(0, 900_000), 300_000);
        assert_eq!(here.missed(300_000, 900_000), 100_000);
        assert_eq!(here.missed(300_000, 350_000), 50_000);
        assert_eq!(here.missed(400_000, 900_000), 0);
        assert_eq!(here.away_since(), None);
        let away = service(true, &clock);
        assert_eq!(away.missed(300_000, 900_000), 500_000);
        assert_eq!(away.missed(600_000, 900_000), 300_000);
        assert_eq!(away.frozen(300_000, 900_000), 0);
        assert_eq!(away.away_since(), Some(500_000));
    }

    #[test]
    fn a_freeze_is_known_before_anybody_notes_it() {
        let clock = Clock::manual(510_000);
        let service = service(false, &clock);
        clock.freeze(Duration::from_secs(45));
        assert_eq!(service.frozen(0, 555_000), 0, "less than an absence");
        clock.freeze(Duration::from_secs(60));
        let now = clock.now();
        assert_eq!(now, 615_000);
        // From the last note on, since which nothing is known.
        assert_eq!(service.frozen(0, now), 115_000);
        assert_eq!(service.missed(450_000, now), 115_000);
        let (span, absence) = service.known().span_at(now, &clock, 0);
        assert_eq!((span.since, span.until), (now, now));
        let absence = absence.unwrap();
        assert!(absence.frozen && absence.from == 500_000);
    }

    #[test]
    fn a_new_span_begins_only_after_an_absence() {
        let clock = Clock::manual(0);
        let at = |is_away, now, least| {
            let (span, absence) = known(is_away).span_at(now, &clock, least);
            let absence = absence.map(|absence| (absence.from, absence.until));
            ((span.since, span.until), absence)
        };
        let goes_on = ((400_000, 900_000), None);
        assert_eq!(at(false, 900_000, ABSENCE), goes_on, "only the clock moved");
        let blink = ((400_000, 559_999), None);
        assert_eq!(at(true, 559_999, ABSENCE), blink);
        let absence = ((900_000, 900_000), Some((500_000, 900_000)));
        assert_eq!(at(true, 900_000, ABSENCE), absence);
        let short = ((510_000, 510_000), Some((500_000, 510_000)));
        assert_eq!(at(true, 510_000, 0), short, "seen by one server");
        let backwards = ((400_000, 500_000), None);
        assert_eq!(at(true, 450_000, ABSENCE), backwards);
    }
}
