//! The sweeper: looks every second for what nobody else would notice: games in which time brings
//! something about.

use std::sync::Arc;

use uuid::Uuid;

use crate::live::Live;

/// How often it looks, in milliseconds.
const EVERY: i64 = 1_000;

/// The most games it wakes at a time.
const BATCH: u32 = 256;

/// Before every game that is due.
const FIRST: (i64, Uuid) = (i64::MIN, Uuid::nil());

/// Runs until the tenure ends. A room that is awake already sees to itself; one that is too busy
/// is asked again.
pub(crate) async fn run(live: Arc<Live>) {
    let mut after = FIRST;
    loop {
        let now = live.clock.now();
        match live.store.due(now, after, BATCH).await {
            Ok(due) => {
                due.iter().for_each(|(_, game)| live.lobby.wake(*game));
                // Games that stay due, whatever is wrong with them, must not hide those behind them.
                let is_full = due.len() == BATCH as usize;
                after = due.last().copied().filter(|_| is_full).unwrap_or(FIRST);
            }
            Err(error) => tracing::warn!(%error, "sleeping games cannot be looked up"),
        }
        // Once the tenure has ended nothing is brought about any more.
        tokio::select! {
            biased;
            () = live.stop.cancelled() => return,
            () = live.clock.sleep_until(now + EVERY) => {}
        }
    }
}
