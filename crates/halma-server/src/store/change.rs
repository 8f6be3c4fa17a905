//! What an append changes in a game's summary, and how that is written.

use halma_core::{Outcome, Ruleset, Seat};
use uuid::Uuid;

use super::finish::Played;

/// A change of a game's summary. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The game was made.
    Created {
        /// Its rules.
        rules: Ruleset,
        /// Its seats.
        seats: &'static [Seat],
        /// Who made it.
        host: Uuid,
        /// How its time is kept, as JSON.
        clock: String,
        /// The key of a private game.
        key: Option<String>,
        /// Seats kept for players.
        invited: Vec<(Seat, Uuid)>,
        /// Seats the computer plays, and its level in each.
        computers: Vec<(Seat, u8)>,
        /// The game it follows.
        successor_of: Option<Uuid>,
        /// The preset's name whoever begins, or `custom`.
        preset: &'static str,
        /// The number of its clock's class.
        pace: i16,
        /// Whether it is to be rated.
        rated: bool,
        /// When.
        time: i64,
    },
    /// Time will bring something about then; never, if `None`.
    Deadline {
        /// When.
        time: Option<i64>,
    },
    /// A player took a seat that was free.
    Seated {
        /// The seat.
        seat: Seat,
        /// The player.
        player: Uuid,
    },
    /// A seat became free.
    Stood {
        /// The seat.
        seat: Seat,
    },
    /// Play began.
    Started {
        /// When.
        time: i64,
    },
    /// The game ended.
    Finished {
        /// How.
        outcome: Outcome,
        /// When.
        time: i64,
        /// How it was played; none if it is not to be counted.
        played: Option<Played>,
    },
}

/// Writes one change of a summary; each is guarded, so that a change that does not fit is a conflict.
macro_rules! write_change {
    ($tx:expr, $game:expr, $change:expr) => {{
        let written = match $change {
            Change::Created {
                rules, seats, host, clock, key, invited, computers, successor_of, preset, pace, rated, time,
            } => {
                let rules = serde_json::to_string(rules).map_err(|_| AppendError::Unavailable)?;
                let made = sqlx::query(
                    "INSERT INTO games (id, status, rules, host, clock, key, successor_of, created, \
                     preset, pace, rated) VALUES ($1, 'open', $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                )
                .bind($game)
                .bind(rules)
                .bind(host)
                .bind(clock)
                .bind(key)
                .bind(successor_of)
                .bind(time)
                .bind(*preset)
                .bind(pace)
                .bind(rated)
                .execute($tx)
                .await
                .map_err(refused)?;
                for seat in *seats {
                    let invited = invited.iter().find(|(kept, _)| kept == seat);
                    let computer = computers.iter().find(|(played, _)| played == seat);
                    sqlx::query("INSERT INTO seats (game, seat, invited, computer) VALUES ($1, $2, $3, $4)")
                        .bind($game)
                        .bind(seat.index() as i16)
                        .bind(invited.map(|(_, player)| *player))
                        .bind(computer.map(|(_, level)| i16::from(*level)))
                        .execute($tx)
                        .await
                        .map_err(refused)?;
                }
                made.rows_affected()
            }
            Change::Deadline { time } => {
                sqlx::query("UPDATE games SET deadline = $1 WHERE id = $2")
                    .bind(time)
                    .bind($game)
                    .execute($tx)
                    .await
                    .map_err(refused)?
                    .rows_affected()
            }
            Change::Seated { seat, player } => sqlx::query(
                "UPDATE seats SET player = $1 WHERE game = $2 AND seat = $3 AND player IS NULL",
            )
            .bind(player)
            .bind($game)
            .bind(seat.index() as i16)
            .execute($tx)
            .await
            .map_err(refused)?
            .rows_affected(),
            Change::Stood { seat } => sqlx::query(
                "UPDATE seats SET player = NULL WHERE game = $1 AND seat = $2 AND player IS NOT NULL",
            )
            .bind($game)
            .bind(seat.index() as i16)
            .execute($tx)
            .await
            .map_err(refused)?
            .rows_affected(),
            Change::Started { time } => sqlx::query(
                "UPDATE games SET status = 'playing', started = $1 WHERE id = $2 AND status = 'open'",
            )
            .bind(time)
            .bind($game)
            .execute($tx)
            .await
            .map_err(refused)?
            .rows_affected(),
            Change::Finished { outcome, time, .. } => {
                sqlx::query("UPDATE seats SET ended = TRUE WHERE game = $1")
                    .bind($game)
                    .execute($tx)
                    .await
                    .map_err(refused)?;
                sqlx::query(
                    "UPDATE games SET status = 'finished', finished = $1, winners = $2, reason = $3 \
                     WHERE id = $4 AND status <> 'finished'",
                )
                .bind(time)
                .bind(outcome.winners.iter().map(Seat::letter).collect::<String>())
                .bind(outcome.reason.to_string())
                .bind($game)
                .execute($tx)
                .await
                .map_err(refused)?
                .rows_affected()
            }
        };
        if written == 0 {
            return Err(AppendError::Conflict);
        }
    }};
}
pub(super) use write_change;
