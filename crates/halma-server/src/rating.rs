//! Ratings as they are shown.

use halma_protocol::RatingChange;

use crate::store::{ChangeRow, SETTLED};

/// One decimal is more than a rating means.
pub(crate) fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// What a game did to a rating.
impl From<ChangeRow> for RatingChange {
    fn from(row: ChangeRow) -> Self {
        Self {
            game: row.game,
            player: row.player,
            number: row.games.cast_unsigned(),
            time: row.time,
            before: tenths(row.before),
            after: tenths(row.after),
            deviation: tenths(row.deviation),
            provisional: row.games < SETTLED,
        }
    }
}
