//! The end of a game, within the transaction that stores it: counted, and rated if it is.

use std::collections::BTreeSet;

use halma_core::{Outcome, Reason, Seat};
use sqlx::FromRow;
use uuid::Uuid;

use super::Ladder;
use super::counting::{CountedGame, Kind};

/// What a game's room knows of how it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// How many moves.
    pub moves: u32,
    /// The most jumps in one move.
    pub chain: u32,
    /// The seat that began.
    pub first: Seat,
}

/// What the summary says of a game that ends.
#[derive(Debug, FromRow)]
pub(super) struct EndingRow {
    preset: String,
    rated: bool,
    pace: i16,
    started: Option<i64>,
}

/// A seat of it.
#[derive(Debug, Clone, FromRow)]
pub(super) struct HolderRow {
    seat: i16,
    player: Option<Uuid>,
    kind: Option<String>,
    bot: Option<bool>,
}

pub(super) const ENDING: &str = "SELECT preset, rated, pace, started FROM games WHERE id = $1";

pub(super) const HOLDERS: &str = "SELECT s.seat, s.player, p.kind, p.bot FROM seats s \
    LEFT JOIN players p ON p.id = s.player WHERE s.game = $1 ORDER BY s.seat";

pub(super) const COUNTED: &str = "UPDATE games SET counted = TRUE, humans = $2, first = $3, \
    moves = $4, millis = $5, chain = $6 WHERE id = $1";

/// A game that is counted, and the ladder it rates on if it does.
pub(super) struct Ending {
    pub(super) counted: CountedGame,
    pub(super) ladder: Option<String>,
}

impl EndingRow {
    /// What the end of this game adds; nothing if one person played alone.
    pub(super) fn counted(
        self,
        holders: &[HolderRow],
        played: Played,
        outcome: &Outcome,
        time: i64,
    ) -> Option<Ending> {
        let seats = holders.iter().map(|holder| {
            let seat = Seat::ALL.get(usize::try_from(holder.seat).ok()?)?;
            Some((*seat, holder.player))
        });
        let seats: Vec<(Seat, Option<Uuid>)> = seats.collect::<Option<_>>()?;
        let is_program = |holder: &HolderRow| holder.player.is_none() || holder.bot == Some(true);
        let ladder = self.ladder(holders, outcome.reason);
        let kind = Kind {
            preset: self.preset,
            rated: self.rated,
            pace: self.pace,
            humans: !holders.iter().any(is_program),
        };
        let span = (self.started.unwrap_or(time), time);
        let counted = CountedGame::ended(kind, seats, played, outcome, span)?;
        Some(Ending { counted, ladder })
    }

    /// Where it rates: different accounts of one pool, by a preset, with a clock, played to an end.
    /// Whoever has left since counts as the account it was: nobody takes the others' points along.
    fn ladder(&self, holders: &[HolderRow], reason: Reason) -> Option<String> {
        let ended = !matches!(reason, Reason::Aborted | Reason::Abandoned);
        let accounts = holders
            .iter()
            .all(|holder| matches!(holder.kind.as_deref(), Some("account" | "deleted")));
        let bots = holders
            .iter()
            .filter(|holder| holder.bot == Some(true))
            .count();
        let one_pool = bots == 0 || bots == holders.len();
        let different: BTreeSet<_> = holders.iter().map(|holder| holder.player).collect();
        let one_seat = different.len() == holders.len();
        let rates = self.rated && ended && accounts && one_pool && one_seat;
        rates.then(|| {
            let ladder = Ladder {
                bots: bots > 0,
                preset: self.preset.clone(),
                pace: self.pace,
            };
            ladder.to_string()
        })
    }
}

/// Counts games that end in this transaction, `(id, outcome, time, played)` each, and rates them.
macro_rules! finish_games {
    ($tx:expr, $endings:expr) => {{
        let mut counts = $crate::store::counting::Counts::default();
        for (game, outcome, time, played) in $endings {
            let row: Option<$crate::store::finish::EndingRow> =
                sqlx::query_as($crate::store::finish::ENDING)
                    .bind(game)
                    .fetch_optional($tx)
                    .await?;
            let holders: Vec<$crate::store::finish::HolderRow> =
                sqlx::query_as($crate::store::finish::HOLDERS)
                    .bind(game)
                    .fetch_all($tx)
                    .await?;
            let ending = row.and_then(|row| row.counted(&holders, played, outcome, time));
            let Some($crate::store::finish::Ending { counted, ladder }) = ending else {
                continue;
            };
            sqlx::query($crate::store::finish::COUNTED)
                .bind(game)
                .bind(counted.kind.humans)
                .bind(counted.first.index() as i16)
                .bind(counted.moves)
                .bind(counted.millis)
                .bind(counted.chain)
                .execute($tx)
                .await?;
            counts.add(&counted);
            if let Some(ladder) = ladder {
                $crate::store::rated::rate_game!($tx, game, &counted, &ladder);
            }
        }
        $crate::store::tallying::write_counts!($tx, &counts, "");
        $crate::store::streaks::go_on_with_streaks!($tx, &counts.streaks);
    }};
}
pub(super) use finish_games;
