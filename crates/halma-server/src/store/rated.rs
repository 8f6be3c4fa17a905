//! What a game changes in its players' ratings, within the transaction that stores its end.

use halma_core::Seat;

use super::counting::CountedGame;
use super::rating::StandingRow;

pub(super) const STANDING: &str = "SELECT player, rating, deviation, volatility, games, wins, \
    draws, updated FROM ratings WHERE ladder = $1 AND player = $2";

pub(super) const SET_STANDING: &str = "INSERT INTO ratings \
    (ladder, player, rating, deviation, volatility, games, wins, draws, updated) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (ladder, player) DO UPDATE SET \
    rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
    games = excluded.games, wins = excluded.wins, draws = excluded.draws, updated = excluded.updated";

pub(super) const CHANGED: &str = "INSERT INTO rating_changes \
    (game, player, ladder, time, before, after, deviation, games) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Ratings after a game, of those who had these before it.
pub(super) fn rate(counted: &CountedGame, before: &[StandingRow]) -> Vec<(Seat, StandingRow)> {
    let seats = counted.seats.iter().map(|(seat, _)| *seat);
    let mut after: Vec<_> = seats.zip(before.iter().cloned()).collect();
    let winners = counted.winners;
    super::rating::rate(&counted.kind.preset, &mut after, winners, counted.finished);
    after
}

/// Rates a counted game on a ladder.
macro_rules! rate_game {
    ($tx:expr, $game:expr, $counted:expr, $ladder:expr) => {{
        use $crate::store::rating::StandingRow;
        let mut before = Vec::new();
        for (_, player) in $counted.players() {
            let standing: Option<StandingRow> = sqlx::query_as($crate::store::rated::STANDING)
                .bind($ladder)
                .bind(player)
                .fetch_optional($tx)
                .await?;
            before.push(standing.unwrap_or_else(|| StandingRow::new(player)));
        }
        let after = $crate::store::rated::rate($counted, &before);
        for (before, (_, after)) in before.iter().zip(&after) {
            sqlx::query($crate::store::rated::SET_STANDING)
                .bind($ladder)
                .bind(after.player)
                .bind(after.rating)
                .bind(after.deviation)
                .bind(after.volatility)
                .bind(after.games)
                .bind(after.wins)
                .bind(after.draws)
                .bind(after.updated)
                .execute($tx)
                .await?;
            sqlx::query($crate::store::rated::CHANGED)
                .bind($game)
                .bind(after.player)
                .bind($ladder)
                .bind($counted.finished)
                .bind(before.rating)
                .bind(after.rating)
                .bind(after.deviation)
                .bind(after.games)
                .execute($tx)
                .await?;
        }
    }};
}
pub(super) use rate_game;
