//! Counting every game again, to see whether the counters agree.

use std::collections::{BTreeMap, BTreeSet};

use halma_core::{Seat, SeatSet};
use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::counting::{CountedGame, Counts, Kind};
use super::db::on;
use super::streaks::{COLUMNS, KEY, Streak, write_streaks};
use super::tallying::{MEETING, MEETING_KEY, PLAYER, PLAYER_KEY, TALLY, TALLY_KEY, write_counts};
use super::{Store, StoreError};

/// How many games are read at a time.
const PAGE: i64 = 1_000;

/// What the tables counted anew begin with.
const PREFIX: &str = "recount_";

/// Each table of counters, its columns, and those that tell its rows apart.
const TABLES: [(&str, &str, &str); 4] = [
    ("tallies", TALLY, TALLY_KEY),
    ("player_tallies", PLAYER, PLAYER_KEY),
    ("meetings", MEETING, MEETING_KEY),
    ("streaks", COLUMNS, KEY),
];

/// What a recount found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recount {
    /// How many games are counted.
    pub games: u64,
    /// Each table of counters, and how many of its rows differed.
    pub differed: Vec<(&'static str, u64)>,
}

/// One row a seat.
#[derive(Debug, FromRow)]
struct Row {
    id: Uuid,
    preset: String,
    rated: bool,
    pace: i16,
    humans: bool,
    winners: String,
    reason: String,
    finished: i64,
    first: i16,
    moves: i64,
    millis: i64,
    chain: i64,
    seat: i16,
    player: Option<Uuid>,
}

const GAMES: &str = "SELECT g.id, g.preset, g.rated, g.pace, g.humans, g.winners, g.reason, \
        g.finished, g.first, g.moves, g.millis, g.chain, s.seat, s.player \
    FROM (SELECT * FROM games WHERE counted AND (finished, id) > ($1, $2) \
        ORDER BY finished, id LIMIT $3) g \
    JOIN seats s ON s.game = g.id ORDER BY g.finished, g.id, s.seat";

/// A player's results in the order its games ended; one row a seat.
const RESULTS: &str = "SELECT g.id, g.preset, g.winners, s.seat FROM seats s JOIN games g ON g.id = s.game \
    WHERE s.player = $1 AND g.counted ORDER BY g.finished, g.id, s.seat";

impl Store {
    /// Counts every game again and puts right what differs. Nobody else may write meanwhile: whoever
    /// asks for it holds the locks of both duties.
    pub async fn recount(&self) -> Result<Recount, StoreError> {
        self.drop_recount().await?;
        for (table, _, key) in TABLES {
            let make = format!("CREATE TABLE {PREFIX}{table} AS SELECT * FROM {table} WHERE 1 = 0");
            let index =
                format!("CREATE UNIQUE INDEX {PREFIX}{table}_key ON {PREFIX}{table} ({key})");
            self.run(make).await?;
            self.run(index).await?;
        }
        let games = self.count_anew().await?;
        let mut differed = Vec::new();
        for (table, columns, _) in TABLES {
            let missing = self
                .differing(columns, table, &format!("{PREFIX}{table}"))
                .await?;
            let extra = self
                .differing(columns, &format!("{PREFIX}{table}"), table)
                .await?;
            differed.push((table, missing.max(extra).cast_unsigned()));
        }
        if differed.iter().any(|(_, rows)| *rows > 0) {
            on!(&*self.db, write pool => {
                let mut tx = pool.begin().await?;
                for (table, columns, _) in TABLES {
                    let empty = format!("DELETE FROM {table}");
                    let fill = format!("INSERT INTO {table} ({columns}) SELECT {columns} FROM {PREFIX}{table}");
                    sqlx::query(AssertSqlSafe(empty)).execute(&mut *tx).await?;
                    sqlx::query(AssertSqlSafe(fill)).execute(&mut *tx).await?;
                }
                tx.commit().await?;
            });
        }
        self.drop_recount().await?;
        Ok(Recount { games, differed })
    }

    /// Works the streaks of these players out again.
    pub async fn recount_streaks(&self, players: &BTreeSet<Uuid>) -> Result<(), StoreError> {
        for player in players {
            let rows: Vec<(Uuid, String, String, i16)> = on!(&*self.db, read pool => {
                sqlx::query_as(RESULTS).bind(player).fetch_all(pool).await?
            });
            let mut counts = Counts::default();
            for game in rows.chunk_by(|one, other| one.0 == other.0) {
                let (id, preset, winners, _) = &game[0];
                let winners = seats_of(winners).ok_or_else(|| corrupt(*id))?;
                let seats = game
                    .iter()
                    .map(|(_, _, _, seat)| Some((seat_of(*seat)?, *player)));
                let seats: Vec<_> = seats.collect::<Option<_>>().ok_or_else(|| corrupt(*id))?;
                counts.results(&seats, winners, preset);
            }
            let mut streaks: BTreeMap<_, Streak> = BTreeMap::new();
            for (key, results) in counts.streaks {
                streaks.entry(key).or_default().add(&results);
            }
            self.write_streaks("", streaks).await?;
        }
        Ok(())
    }

    async fn count_anew(&self) -> Result<u64, StoreError> {
        let (mut games, mut after) = (0, (i64::MIN, Uuid::nil()));
        // As large as the number of players; everything else is a page at a time.
        let mut streaks: BTreeMap<(Uuid, String), Streak> = BTreeMap::new();
        loop {
            let rows: Vec<Row> = on!(&*self.db, read pool => sqlx::query_as(GAMES)
                .bind(after.0)
                .bind(after.1)
                .bind(PAGE)
                .fetch_all(pool)
                .await?);
            let Some(last) = rows.last() else { break };
            after = (last.finished, last.id);
            let mut counts = Counts::default();
            for game in rows.chunk_by(|one, other| one.id == other.id) {
                counts.add(&counted(game).ok_or_else(|| corrupt(game[0].id))?);
                games += 1;
            }
            for (key, results) in std::mem::take(&mut counts.streaks) {
                streaks.entry(key).or_default().add(&results);
            }
            on!(&*self.db, write pool => {
                let mut tx = pool.begin().await?;
                write_counts!(&mut *tx, &counts, PREFIX);
                tx.commit().await?;
            });
        }
        self.write_streaks(PREFIX, streaks).await?;
        Ok(games)
    }

    async fn write_streaks(
        &self,
        prefix: &str,
        streaks: BTreeMap<(Uuid, String), Streak>,
    ) -> Result<(), StoreError> {
        let streaks: Vec<_> = streaks.into_iter().collect();
        on!(&*self.db, write pool => write_streaks!(pool, streaks, prefix));
        Ok(())
    }

    /// How many rows one table has that the other has not.
    async fn differing(&self, columns: &str, one: &str, other: &str) -> Result<i64, StoreError> {
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT {columns} FROM {one} \
            EXCEPT SELECT {columns} FROM {other}) d"
        );
        let rows = on!(&*self.db, write pool => {
            sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(pool).await?
        });
        Ok(rows)
    }

    async fn drop_recount(&self) -> Result<(), StoreError> {
        for (table, _, _) in TABLES {
            self.run(format!("DROP TABLE IF EXISTS {PREFIX}{table}"))
                .await?;
        }
        Ok(())
    }

    async fn run(&self, sql: String) -> Result<(), StoreError> {
        on!(&*self.db, write pool => {
            sqlx::query(AssertSqlSafe(sql)).execute(pool).await.map(|_| ())?
        });
        Ok(())
    }
}

fn corrupt(id: Uuid) -> StoreError {
    StoreError::Corrupt {
        what: "summary",
        id,
    }
}

fn seat_of(index: i16) -> Option<Seat> {
    Seat::ALL.get(usize::try_from(index).ok()?).copied()
}

fn seats_of(letters: &str) -> Option<SeatSet> {
    letters.chars().map(Seat::from_letter).collect()
}

fn counted(rows: &[Row]) -> Option<CountedGame> {
    let game = rows.first()?;
    let seats = rows
        .iter()
        .map(|row| Some((seat_of(row.seat)?, row.player)));
    Some(CountedGame {
        kind: Kind {
            preset: game.preset.clone(),
            rated: game.rated,
            pace: game.pace,
            humans: game.humans,
        },
        winners: seats_of(&game.winners)?,
        reason: game.reason.clone(),
        finished: game.finished,
        first: seat_of(game.first)?,
        moves: game.moves,
        millis: game.millis,
        chain: game.chain,
        seats: seats.collect::<Option<_>>()?,
    })
}
