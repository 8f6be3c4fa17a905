//! The outbox: what waits to be written to one socket, from all its games.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::extract::ws::Utf8Bytes;
use halma_protocol::{ErrorMsg, ServerMsg};
use tokio::sync::mpsc;

use super::{Ending, Why};
use crate::clock::Clock;
use crate::frame;
use crate::meters::Meters;

/// How many frames may wait while the client keeps up.
const FULL: usize = 64;

/// How many may wait during the grace.
const BURST: usize = 4 * FULL;

/// How long an outbox may stay full, in milliseconds.
const GRACE: i64 = 2_000;

/// The way to one socket. It never waits: a socket that falls behind is given
/// up, and its client comes back and resumes.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    clock: Clock,
    /// Since when it has been full, in Unix milliseconds; 0 if it is not.
    full_since: AtomicI64,
    ending: Ending,
    meters: Meters,
}

/// A place in line.
#[derive(Debug)]
pub(crate) struct Place(mpsc::OwnedPermit<Utf8Bytes>);

impl Place {
    /// Puts the frame in line, behind everything that was pushed before.
    pub(crate) fn push(self, frame: Utf8Bytes) {
        self.0.send(frame);
    }
}

impl Outbox {
    /// An outbox and its other end; `ending` begins when the socket must go.
    pub(crate) fn new(
        clock: Clock,
        ending: Ending,
        meters: Meters,
    ) -> (Self, mpsc::Receiver<Utf8Bytes>) {
        let (frames, waiting) = mpsc::channel(BURST);
        let shared = Arc::new(Shared {
            clock,
            full_since: AtomicI64::new(0),
            ending,
            meters,
        });
        (Self { frames, shared }, waiting)
    }

    /// A place in line for an answer that is still to be made; `None` if the line is full.
    pub(crate) fn reserve(&self) -> Option<Place> {
        self.frames.clone().try_reserve_owned().ok().map(Place)
    }

    /// Puts a refusal in line.
    pub(crate) fn refuse(&self, refusal: ErrorMsg) {
        self.shared.meters.refused(refusal.code);
        self.push(frame(&ServerMsg::Error(refusal)));
    }

    /// Puts a frame in line. `false`: the socket is gone or given up.
    pub(crate) fn push(&self, frame: Utf8Bytes) -> bool {
        if self.frames.try_send(frame).is_err() {
            self.shared.ending.begin(Why::Lagging);
            return false;
        }
        let waiting = BURST - self.frames.capacity();
        if waiting < FULL {
            self.shared.full_since.store(0, Ordering::Relaxed);
            return true;
        }
        let now = self.shared.clock.now();
        match self.shared.full_since.load(Ordering::Relaxed) {
            0 => self.shared.full_since.store(now, Ordering::Relaxed),
            since if now - since > GRACE => {
                self.shared.ending.begin(Why::Lagging);
                return false;
            }
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio_util::sync::CancellationToken;

    use super::*;

    fn outbox() -> (Outbox, mpsc::Receiver<Utf8Bytes>, Clock, Ending) {
        let clock = Clock::manual(1_000);
        let ending = Ending::with(&CancellationToken::new());
        let (outbox, waiting) = Outbox::new(clock.clone(), ending.clone(), Meters::default());
        (outbox, waiting, clock, ending)
    }

    #[test]
    fn a_full_outbox_has_a_grace_and_no_more() {
        let (outbox, _waiting, clock, ending) = outbox();
        for _ in 0..FULL + 1 {
            assert!(outbox.push("x".into()));
        }
        clock.advance(Duration::from_millis(2_000));
        assert!(outbox.push("x".into()), "still within the grace");
        clock.advance(Duration::from_millis(1));
        assert!(!outbox.push("x".into()));
        assert_eq!(ending.why(), Some(Why::Lagging));
    }

    #[test]
    fn catching_up_ends_the_grace() {
        let (outbox, mut waiting, clock, ending) = outbox();
        for _ in 0..FULL + 1 {
            outbox.push("x".into());
        }
        for _ in 0..FULL {
            waiting.try_recv().unwrap();
        }
        assert!(outbox.push("x".into()));
        clock.advance(Duration::from_secs(60));
        assert!(outbox.push("x".into()));
        assert_eq!(ending.why(), None);
    }

    #[test]
    fn a_burst_has_an_end() {
        let (outbox, _waiting, _, ending) = outbox();
        assert_eq!(
            (0..1_000).filter(|_| outbox.push("x".into())).count(),
            BURST
        );
        assert_eq!(ending.why(), Some(Why::Lagging));
    }
}
