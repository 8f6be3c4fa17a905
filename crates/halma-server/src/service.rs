//! The service: when games could be stored and when not, known over restarts. Whoever thinks for
//! hours or days need not be there to notice, and is charged for no absence all the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::timeout;

use crate::live::Live;
use crate::store::{SpanRow, Store};

/// How often it is noted that games can be stored, in milliseconds.
const PULSE: i64 = 30_000;

/// What is shorter between two servers is no absence, in milliseconds; longer than a note may be
/// old.
const ABSENCE: i64 = 2 * PULSE;

/// How long a note may take before the store counts as away.
const PATIENCE: Duration = Duration::from_secs(5);

/// For how long absences are remembered, in milliseconds: much longer than a turn lasts.
const KEPT: i64 = 90 * 24 * 3_600_000;

/// When games could be stored. Clones are one.
#[derive(Debug, Clone)]
pub(crate) struct Service(Arc<Mutex<Known>>);

#[derive(Debug)]
struct Known {
    /// From when until when games could not be stored.
    absences: Vec<(i64, i64)>,
    /// The newest span in which they could.
    span: SpanRow,
    /// Whether they can no longer: the last note was refused, or none was made yet.
    is_away: bool,
}

impl Service {
    /// What is known of the past, and the first note at `now`.
    pub(crate) async fn begin(store: &Store, now: i64) -> Result<Self, sqlx::Error> {
        let spans = store.spans().await?;
        let absences = spans.windows(2);
        let absences = absences.map(|two| (two[0].until, two[1].since)).collect();
        let first = SpanRow {
            since: now,
            until: now,
        };
        let service = Self(Arc::new(Mutex::new(Known {
            absences,
            span: spans.last().copied().unwrap_or(first),
            is_away: true,
        })));
        service.pulse(store, now, ABSENCE).await;
        if let Err(error) = store.forget_spans(now - KEPT).await {
            tracing::warn!(%error, "old spans of service are not forgotten");
        }
        Ok(service)
    }

    /// Notes that games can be stored at `now`, or finds out that they cannot. What is shorter
    /// than `least` is no absence, in milliseconds.
    async fn pulse(&self, store: &Store, now: i64, least: i64) {
        let (span, absence) = self.known().span_at(now, least);
        let noted = match timeout(PATIENCE, store.note_span(span)).await {
            Ok(noted) => noted.map_err(|error| error.to_string()),
            Err(late) => Err(late.to_string()),
        };
        let mut known = self.known();
        known.is_away = noted.is_err();
        match noted {
            Ok(()) => {
                known.span = span;
                known.absences.extend(absence);
            }
            Err(error) => tracing::warn!(error, "games cannot be stored"),
        }
    }

    /// For how long of the time from `since` to `now` games could not be stored, in milliseconds.
    pub(crate) fn missed(&self, since: i64, now: i64) -> i64 {
        let known = self.known();
        let present = known.is_away.then_some((known.span.until, now));
        let all = known.absences.iter().copied().chain(present);
        all.map(|(from, until)| (until.min(now) - from.max(since)).max(0))
            .sum()
    }

    /// Since when they cannot be stored, as far as is known.
    pub(crate) fn away_since(&self) -> Option<i64> {
        let known = self.known();
        known.is_away.then_some(known.span.until)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What is known is whole whatever panicked while it was locked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The span that holds `now`, and the absence before it if it is a new one.
    fn span_at(&self, now: i64, least: i64) -> (SpanRow, Option<(i64, i64)>) {
        let SpanRow { since, until } = self.span;
        let is_new = self.is_away && now - until >= least;
        let span = SpanRow {
            since: if is_new { now } else { since },
            until: now.max(until),
        };
        (span, is_new.then_some((until, now)))
    }
}

/// Goes on noting until the tenure ends.
pub(crate) async fn run(live: Arc<Live>) {
    loop {
        let next = live.clock.now() + PULSE;
        // Once the tenure has ended another server may serve.
        tokio::select! {
            biased;
            () = live.stop.cancelled() => return,
            () = live.clock.sleep_until(next) => {}
        }
        tokio::select! {
            biased;
            () = live.stop.cancelled() => return,
            () = live.service.pulse(&live.store, live.clock.now(), 0) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(is_away: bool) -> Known {
        Known {
            absences: vec![(100_000, 400_000)],
            span: SpanRow {
                since: 400_000,
                until: 500_000,
            },
            is_away,
        }
    }

    #[test]
    fn what_was_missed_is_what_lies_within() {
        let service = |is_away| Service(Arc::new(Mutex::new(known(is_away))));
        let here = service(false);
        assert_eq!(here.missed(0, 900_000), 300_000);
        assert_eq!(here.missed(300_000, 900_000), 100_000);
        assert_eq!(here.missed(300_000, 350_000), 50_000);
        assert_eq!(here.missed(400_000, 900_000), 0);
        assert_eq!(here.away_since(), None);
        let away = service(true);
        assert_eq!(away.missed(300_000, 900_000), 500_000);
        assert_eq!(away.missed(600_000, 900_000), 300_000);
        assert_eq!(away.away_since(), Some(500_000));
    }

    #[test]
    fn a_new_span_begins_only_after_an_absence() {
        let span = |since, until| SpanRow { since, until };
        let goes_on = (span(400_000, 900_000), None);
        assert_eq!(
            known(false).span_at(900_000, ABSENCE),
            goes_on,
            "only the clock has moved"
        );
        let blink = (span(400_000, 559_999), None);
        assert_eq!(known(true).span_at(559_999, ABSENCE), blink);
        let absence = (span(900_000, 900_000), Some((500_000, 900_000)));
        assert_eq!(known(true).span_at(900_000, ABSENCE), absence);
        let short = (span(510_000, 510_000), Some((500_000, 510_000)));
        assert_eq!(known(true).span_at(510_000, 0), short, "seen by one server");
        let backwards = (span(400_000, 500_000), None);
        assert_eq!(known(true).span_at(450_000, ABSENCE), backwards);
    }
}
