//! Games taken in whole: their events in one row, counted at once.

use halma_core::{Outcome, Seat};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::counting::{CHUNK, CountedGame, Counts, Kind, placeholders};
use super::db::on;
use super::finish::Played;
use super::tallying::write_counts;
use super::{EventRow, NOBODY, Store, StoreError};

/// A finished game that was played elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedGame {
    /// The game.
    pub id: Uuid,
    /// Its rules, as JSON.
    pub rules: String,
    /// The preset's name whoever began, or `custom`.
    pub preset: &'static str,
    /// How its time was kept, as JSON.
    pub clock: String,
    /// The number of the clock's class.
    pub pace: i16,
    /// When play began, in Unix milliseconds.
    pub started: i64,
    /// When it ended.
    pub finished: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// Who held which seat, in seat order; [`NOBODY`] if that is not known.
    pub seats: Vec<(Seat, Uuid)>,
    /// Those of them who may not be stored yet, and their names.
    pub newcomers: Vec<(Uuid, String)>,
    /// The seats the computer played, and its level in each.
    pub computers: Vec<(Seat, u8)>,
    /// Its events' JSON texts, in order.
    pub events: Vec<String>,
    /// How it was played; none if it is not to be counted.
    pub played: Option<Played>,
}

/// A batch of games was not stored: none of it.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// One of them is there already.
    #[error("the game is there already")]
    Known,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

const GAMES: &str = "INSERT INTO games (id, status, rules, host, created, started, finished, winners, \
    reason, clock, preset, pace, rated, counted, humans, first, moves, millis, chain) VALUES ";

const SEATS: &str = "INSERT INTO seats (game, seat, player, computer, ended) VALUES ";

const EVENTS: &str = "INSERT INTO packed_events (game, body) VALUES ";

/// A newcomer of one game of a batch may be one of another, too.
const PLAYERS: &str = "INSERT INTO players (id, name, kind, created) VALUES ";
const UNLESS_THERE: &str = " ON CONFLICT (id) DO NOTHING";

impl Store {
    /// The player of this name in imported games, if there is one.
    pub async fn imported_player(&self, name: &str) -> Result<Option<Uuid>, StoreError> {
        const SQL: &str = "SELECT id FROM players WHERE name = $1 AND kind = 'imported'";
        let id = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(name)
            .fetch_optional(pool)
            .await?);
        Ok(id)
    }

    /// Stores and counts games and who is new in them, all or none; `now` is in Unix milliseconds.
    /// Streaks are left to be worked out again. Whoever does this holds the lock of [`Duty::Count`].
    ///
    /// [`Duty::Count`]: super::Duty::Count
    pub async fn import(&self, games: &[ImportedGame], now: i64) -> Result<(), ImportError> {
        let mut counts = Counts::default();
        for counted in games.iter().filter_map(ImportedGame::counted) {
            counts.add(&counted);
        }
        let done: Result<(), sqlx::Error> = on!(&*self.db, write pool => async {
            let mut tx = pool.begin().await?;
            let newcomers: Vec<_> = games.iter().flat_map(|game| &game.newcomers).collect();
            for newcomers in newcomers.chunks(CHUNK) {
                let sql = inserting(PLAYERS, newcomers.len(), 4) + UNLESS_THERE;
                let mut rows = sqlx::query(AssertSqlSafe(sql));
                for (player, name) in newcomers {
                    let kind = if *player == NOBODY { "deleted" } else { "imported" };
                    rows = rows.bind(player).bind(name).bind(kind).bind(now);
                }
                rows.execute(&mut *tx).await?;
            }
            for games in games.chunks(CHUNK) {
                let mut rows = sqlx::query(AssertSqlSafe(inserting(GAMES, games.len(), 19)));
                let mut events = sqlx::query(AssertSqlSafe(inserting(EVENTS, games.len(), 2)));
                for game in games {
                    let counted = game.counted();
                    let letters: String = game.outcome.winners.iter().map(Seat::letter).collect();
                    rows = rows
                        .bind(game.id)
                        .bind("finished")
                        .bind(&game.rules)
                        .bind(game.seats.first().map(|(_, player)| *player))
                        .bind(game.started)
                        .bind(game.started)
                        .bind(game.finished)
                        .bind(letters)
                        .bind(game.outcome.reason.to_string())
                        .bind(&game.clock)
                        .bind(game.preset)
                        .bind(game.pace)
                        .bind(false)
                        .bind(counted.is_some())
                        .bind(counted.as_ref().map(|counted| counted.kind.humans))
                        .bind(counted.as_ref().map(|counted| counted.first.index() as i16))
                        .bind(counted.as_ref().map(|counted| counted.moves))
                        .bind(counted.as_ref().map(|counted| counted.millis))
                        .bind(counted.as_ref().map(|counted| counted.chain));
                    events = events.bind(game.id).bind(game.events.join("\n"));
                }
                rows.execute(&mut *tx).await?;
                events.execute(&mut *tx).await?;
            }
            let seats: Vec<_> = games.iter().flat_map(ImportedGame::every_seat).collect();
            for seats in seats.chunks(CHUNK) {
                let mut rows = sqlx::query(AssertSqlSafe(inserting(SEATS, seats.len(), 5)));
                for (game, seat, player, level) in seats {
                    rows = rows
                        .bind(game)
                        .bind(seat.index() as i16)
                        .bind(player)
                        .bind(level)
                        .bind(true);
                }
                rows.execute(&mut *tx).await?;
            }
            write_counts!(&mut *tx, &counts, "");
            tx.commit().await
        }.await);
        done.map_err(|error| match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => ImportError::Known,
            _ => ImportError::Store(error.into()),
        })
    }

    /// The events of a packed game after number `after`, at most `limit`.
    pub(super) async fn packed(
        &self,
        game: Uuid,
        after: i64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError> {
        const SQL: &str = "SELECT body FROM packed_events WHERE game = $1";
        let body: Option<String> = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(game)
            .fetch_optional(pool)
            .await?);
        let body = body.unwrap_or_default();
        let rows = (1..).zip(body.lines()).filter(|(seq, _)| *seq > after);
        let rows = rows.map(|(seq, body)| EventRow {
            seq,
            body: body.to_owned(),
        });
        Ok(rows.take(limit as usize).collect())
    }
}

/// An insertion of so many rows.
fn inserting(into: &str, rows: usize, columns: usize) -> String {
    format!("{into}{}", placeholders(rows, columns))
}

impl ImportedGame {
    /// Every seat of it: who held it, or the level of the computer that played it.
    fn every_seat(&self) -> impl Iterator<Item = (Uuid, Seat, Option<Uuid>, Option<i16>)> {
        let people = self.seats.iter();
        let people = people.map(|(seat, player)| (self.id, *seat, Some(*player), None));
        let computers = self.computers.iter();
        let computers =
            computers.map(|(seat, level)| (self.id, *seat, None, Some(i16::from(*level))));
        people.chain(computers)
    }

    /// What is counted of it, if anything.
    fn counted(&self) -> Option<CountedGame> {
        let kind = Kind {
            preset: self.preset.to_owned(),
            rated: false,
            pace: self.pace,
            humans: self.computers.is_empty(),
        };
        let seats = self.every_seat().map(|(_, seat, player, _)| (seat, player));
        let span = (self.started, self.finished);
        CountedGame::ended(kind, seats.collect(), self.played?, &self.outcome, span)
    }
}
