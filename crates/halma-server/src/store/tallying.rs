//! Writing the counters: rows are added to, many in one statement, in key order.

/// What is added up in both tables of tallies.
const ADDED: &str = "games = T.games + excluded.games, \
    first_wins = T.first_wins + excluded.first_wins, moves = T.moves + excluded.moves, \
    moves_max = CASE WHEN excluded.moves_max > T.moves_max THEN excluded.moves_max ELSE T.moves_max END, \
    millis = T.millis + excluded.millis, \
    millis_max = CASE WHEN excluded.millis_max > T.millis_max THEN excluded.millis_max ELSE T.millis_max END, \
    chain_max = CASE WHEN excluded.chain_max > T.chain_max THEN excluded.chain_max ELSE T.chain_max END";

pub(super) const TALLY: &str = "grain, start, preset, rated, pace, humans, winners, reason, \
    games, first_wins, moves, moves_max, millis, millis_max, chain_max";
pub(super) const TALLY_KEY: &str = "grain, start, preset, rated, pace, humans, winners, reason";

pub(super) const PLAYER: &str = "player, grain, start, preset, rated, pace, humans, seat, result, \
    reason, games, first_wins, moves, moves_max, millis, millis_max, chain_max";
pub(super) const PLAYER_KEY: &str =
    "player, grain, start, preset, rated, pace, humans, seat, result, reason";

pub(super) const MEETING: &str = "player, preset, rated, pace, opponent, games, wins, draws";
pub(super) const MEETING_KEY: &str = "player, preset, rated, pace, opponent";
const MEETING_ADDED: &str = "games = T.games + excluded.games, wins = T.wins + excluded.wins, draws = T.draws + excluded.draws";

fn adding(table: &str, columns: &str, key: &str, added: &str, values: &str) -> String {
    let added = added.replace("T.", &format!("{table}."));
    format!(
        "INSERT INTO {table} ({columns}) VALUES {values} ON CONFLICT ({key}) DO UPDATE SET {added}"
    )
}

pub(super) fn add_tallies(prefix: &str, values: &str) -> String {
    adding(&format!("{prefix}tallies"), TALLY, TALLY_KEY, ADDED, values)
}

pub(super) fn add_player_tallies(prefix: &str, values: &str) -> String {
    adding(
        &format!("{prefix}player_tallies"),
        PLAYER,
        PLAYER_KEY,
        ADDED,
        values,
    )
}

pub(super) fn add_meetings(prefix: &str, values: &str) -> String {
    adding(
        &format!("{prefix}meetings"),
        MEETING,
        MEETING_KEY,
        MEETING_ADDED,
        values,
    )
}

/// Adds counts to the tables of this prefix. Streaks are not among them.
macro_rules! write_counts {
    ($tx:expr, $counts:expr, $prefix:expr) => {{
        use $crate::store::counting::{CHUNK, placeholders};
        let counts: &$crate::store::counting::Counts = $counts;
        let rows: Vec<_> = counts.tallies.iter().collect();
        for rows in rows.chunks(CHUNK) {
            let sql = $crate::store::tallying::add_tallies($prefix, &placeholders(rows.len(), 15));
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for (key, sums) in rows {
                query = query
                    .bind(key.span.grain)
                    .bind(key.span.start)
                    .bind(&key.kind.preset)
                    .bind(key.kind.rated)
                    .bind(key.kind.pace)
                    .bind(key.kind.humans)
                    .bind(&key.winners)
                    .bind(&key.reason)
                    .bind(sums.games)
                    .bind(sums.first_wins)
                    .bind(sums.moves)
                    .bind(sums.moves_max)
                    .bind(sums.millis)
                    .bind(sums.millis_max)
                    .bind(sums.chain_max);
            }
            query.execute($tx).await?;
        }
        let rows: Vec<_> = counts.players.iter().collect();
        for rows in rows.chunks(CHUNK) {
            let values = placeholders(rows.len(), 17);
            let sql = $crate::store::tallying::add_player_tallies($prefix, &values);
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for (key, sums) in rows {
                query = query
                    .bind(key.player)
                    .bind(key.span.grain)
                    .bind(key.span.start)
                    .bind(&key.kind.preset)
                    .bind(key.kind.rated)
                    .bind(key.kind.pace)
                    .bind(key.kind.humans)
                    .bind(key.seat)
                    .bind(key.result)
                    .bind(&key.reason)
                    .bind(sums.games)
                    .bind(sums.first_wins)
                    .bind(sums.moves)
                    .bind(sums.moves_max)
                    .bind(sums.millis)
                    .bind(sums.millis_max)
                    .bind(sums.chain_max);
            }
            query.execute($tx).await?;
        }
        let rows: Vec<_> = counts.meetings.iter().collect();
        for rows in rows.chunks(CHUNK) {
            let sql = $crate::store::tallying::add_meetings($prefix, &placeholders(rows.len(), 8));
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for (key, score) in rows {
                query = query
                    .bind(key.player)
                    .bind(&key.preset)
                    .bind(key.rated)
                    .bind(key.pace)
                    .bind(key.opponent)
                    .bind(score.games)
                    .bind(score.wins)
                    .bind(score.draws);
            }
            query.execute($tx).await?;
        }
    }};
}
pub(super) use write_counts;
