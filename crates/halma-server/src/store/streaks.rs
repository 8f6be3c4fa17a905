//! Games in a row, by player and preset.

use sqlx::FromRow;

/// Games in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct Streak {
    /// Won in a row up to now; lost, if negative.
    pub now: i64,
    /// The most ever won in a row.
    pub best: i64,
    /// The most ever lost in a row.
    pub worst: i64,
}

impl Streak {
    /// More results, in order: 1 won, 0 drawn, -1 lost.
    pub(super) fn add(&mut self, results: &[i16]) {
        for result in results {
            let result = i64::from(*result);
            let goes_on = result != 0 && self.now.signum() == result;
            self.now = if goes_on { self.now + result } else { result };
            self.best = self.best.max(self.now);
            self.worst = self.worst.max(-self.now);
        }
    }
}

pub(super) const COLUMNS: &str = "player, preset, now, best, worst";
pub(super) const KEY: &str = "player, preset";

pub(super) const READ: &str =
    "SELECT now, best, worst FROM streaks WHERE player = $1 AND preset = $2";

/// Writes rows to the table of this prefix, whether they are there or not.
pub(super) fn set(prefix: &str, values: &str) -> String {
    format!(
        "INSERT INTO {prefix}streaks ({COLUMNS}) VALUES {values} ON CONFLICT ({KEY}) DO UPDATE SET \
        now = excluded.now, best = excluded.best, worst = excluded.worst"
    )
}

/// Writes streaks, `((player, preset), streak)` each, to the table of this prefix.
macro_rules! write_streaks {
    ($tx:expr, $streaks:expr, $prefix:expr) => {{
        use $crate::store::counting::{CHUNK, placeholders};
        for rows in $streaks.chunks(CHUNK) {
            let sql = $crate::store::streaks::set($prefix, &placeholders(rows.len(), 5));
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for ((player, preset), streak) in rows {
                query = query
                    .bind(player)
                    .bind(preset)
                    .bind(streak.now)
                    .bind(streak.best)
                    .bind(streak.worst);
            }
            query.execute($tx).await?;
        }
    }};
}
pub(super) use write_streaks;

/// Goes on with streaks as they are stored, by results in the order the games ended. Nobody else
/// may write those of the same players meanwhile.
macro_rules! go_on_with_streaks {
    ($tx:expr, $results:expr) => {{
        let mut streaks = Vec::with_capacity($results.len());
        for (key, results) in $results {
            let streak: Option<$crate::store::streaks::Streak> =
                sqlx::query_as($crate::store::streaks::READ)
                    .bind(key.0)
                    .bind(&key.1)
                    .fetch_optional($tx)
                    .await?;
            let mut streak = streak.unwrap_or_default();
            streak.add(results);
            streaks.push((key, streak));
        }
        $crate::store::streaks::write_streaks!($tx, streaks, "");
    }};
}
pub(super) use go_on_with_streaks;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_counts_what_comes_in_a_row() {
        let mut streak = Streak::default();
        streak.add(&[1, 1, 0, 1, 1]);
        streak.add(&[1, -1, -1]);
        assert_eq!(
            streak,
            Streak {
                now: -2,
                best: 3,
                worst: 2
            }
        );
    }
}
