//! The sweeper: wakes sleeping games in which time brings something about.

use std::sync::Arc;

use crate::live::Live;

/// How often it looks, in milliseconds.
const EVERY: i64 = 1_000;

/// The most games it wakes at a time.
const BATCH: u32 = 256;

/// Runs until the tenure ends. A room that is awake already sees to itself; one that is too busy
/// is asked again.
pub(crate) async fn run(live: Arc<Live>) {
    loop {
        let now = live.clock.now();
        match live.store.due(now, BATCH).await {
            Ok(due) => due.into_iter().for_each(|game| live.lobby.wake(game)),
            Err(error) => tracing::warn!(%error, "sleeping games cannot be looked up"),
        }
        tokio::select! {
            () = live.clock.sleep_until(now + EVERY) => {}
            () = live.stop.cancelled() => return,
        }
    }
}
