//! Reading the counters, the ladders and the streaks.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::calendar::{Part, parts};
use super::conditions::{Conditions, Value, bind_values};
use super::counting::{ANY, ANY_PRESET};
use super::db::on;
use super::rating::{RATING, StandingRow};
use super::streaks::{READ, Streak};
use super::{Ladder, Store, StoreError};

/// Which games are read of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// The first day of their end, counted from 1970.
    pub from: Option<i64>,
    /// The last.
    pub to: Option<i64>,
    /// Only rated ones, or only others.
    pub rated: Option<bool>,
    /// Only those with a clock of this class.
    pub pace: Option<i16>,
    /// Only those in which no program played.
    pub humans: bool,
    /// Only those by this preset, or `custom`.
    pub preset: Option<String>,
}

impl Counted {
    /// The rows of a table that the filter lets through, as SQL; none if there is no day in it. The
    /// days are at most five runs of the key. Each is read by itself: an OR of them would be looked
    /// for among all the days there are.
    fn rows(&self, table: &str, player: Option<Uuid>) -> Option<(String, Vec<Value>)> {
        let mut which = Conditions::default();
        which.add("player = ?", player.map(Value::Id));
        which.add("rated = ?", self.rated.map(Value::Bool));
        which.add("pace = ?", self.pace.map(Value::Small));
        which.when("humans", self.humans);
        which.add("preset = ?", self.preset.clone().map(Value::Text));
        let filter = which.all();
        let mut runs = Vec::new();
        for Part { grain, from, to } in parts(self.from, self.to) {
            if from <= to {
                let grain = which.value(Value::Small(grain));
                let from = which.value(Value::Big(from));
                let to = which.value(Value::Big(to));
                runs.push(format!(
                    "SELECT * FROM {table} \
                    WHERE {filter} AND grain = {grain} AND start BETWEEN {from} AND {to}"
                ));
            }
        }
        (!runs.is_empty()).then(|| (runs.join(" UNION ALL "), which.values))
    }

    /// The preset, whether rated, and the class of clock by which meetings are looked up.
    fn meetings(&self) -> (&str, i16, i16) {
        (
            self.preset.as_deref().unwrap_or(ANY_PRESET),
            self.rated.map_or(ANY, i16::from),
            self.pace.unwrap_or(ANY),
        )
    }
}

/// Games alike, added up. For a player's games `winners` is empty and `seat` and `result` tell.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct TallyRow {
    /// The preset's name, or `custom`.
    pub preset: String,
    /// Letters of the winning seats, empty for a draw.
    pub winners: String,
    /// The seat the player held.
    pub seat: i16,
    /// 1 if the player won, 0 in a draw, -1 if it lost.
    pub result: i16,
    /// Why they ended.
    pub reason: String,
    /// How many.
    pub games: i64,
    /// Won by the seat that began.
    pub first_wins: i64,
    /// Their moves.
    pub moves: i64,
    /// The most moves of one.
    pub moves_max: i64,
    /// Their length in milliseconds.
    pub millis: i64,
    /// The longest.
    pub millis_max: i64,
    /// The most jumps in one move.
    pub chain_max: i64,
}

/// Games against one opponent.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct AgainstRow {
    /// The opponent.
    pub id: Uuid,
    /// The opponent's name.
    pub name: String,
    /// How many.
    pub games: i64,
    /// Won by the player.
    pub wins: i64,
    /// Drawn.
    pub draws: i64,
}

/// A player's place on a ladder.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct RankedRow {
    /// Which ladder: `pool/preset/pace`.
    pub ladder: String,
    /// The player's name.
    pub name: String,
    /// How it stands.
    #[sqlx(flatten)]
    pub standing: StandingRow,
}

/// What a game did to a rating.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct ChangeRow {
    /// The game, if it may be told.
    pub game: Option<Uuid>,
    /// The player.
    pub player: Uuid,
    /// When it ended, in Unix milliseconds.
    pub time: i64,
    /// The rating before.
    pub before: f64,
    /// The rating after.
    pub after: f64,
    /// How uncertain it is then.
    pub deviation: f64,
    /// How many rated games the player had then.
    pub games: i64,
}

const SUMS: &str = "CAST(SUM(games) AS BIGINT) AS games, CAST(SUM(first_wins) AS BIGINT) AS first_wins, \
    CAST(SUM(moves) AS BIGINT) AS moves, CAST(MAX(moves_max) AS BIGINT) AS moves_max, \
    CAST(SUM(millis) AS BIGINT) AS millis, CAST(MAX(millis_max) AS BIGINT) AS millis_max, \
    CAST(MAX(chain_max) AS BIGINT) AS chain_max";

const ALL: &str =
    "preset, winners, CAST(0 AS SMALLINT) AS seat, CAST(0 AS SMALLINT) AS result, reason";
const ALL_ALIKE: &str = "preset, winners, reason";

const OF_PLAYER: &str = "preset, '' AS winners, seat, result, reason";
const OF_PLAYER_ALIKE: &str = "preset, seat, result, reason";

const OPPONENTS: &str = "SELECT p.id, p.name, m.games, m.wins, m.draws FROM (\
        SELECT opponent, games, wins, draws FROM meetings \
        WHERE player = $1 AND preset = $2 AND rated = $3 AND pace = $4 \
        ORDER BY games DESC, opponent DESC LIMIT $5) m \
    JOIN players p ON p.id = m.opponent ORDER BY m.games DESC, p.id DESC";

const AGAINST: &str = "SELECT p.id, p.name, m.games, m.wins, m.draws \
    FROM meetings m JOIN players p ON p.id = m.opponent \
    WHERE m.player = $1 AND m.preset = $2 AND m.rated = $3 AND m.pace = $4 AND m.opponent = $5";

/// The number of games stands in the text, so that the index of settled ratings is used.
/// Who may stand on a ladder is looked at player by player, in the ladder's order: a join would
/// have PostgreSQL gather all players first whenever it misjudges how few are settled.
const RANKED: &str = "SELECT b.ladder, p.name, b.player, b.rating, b.deviation, b.volatility, \
        b.games, b.wins, b.draws, b.updated \
    FROM (SELECT * FROM ratings r WHERE r.ladder = $1 AND r.games >= 10 \
            AND (SELECT p.kind = 'account' AND p.bot = $2 AND p.banned IS NULL \
                FROM players p WHERE p.id = r.player) \
        ORDER BY r.rating DESC, r.player LIMIT $3) b \
    JOIN players p ON p.id = b.player ORDER BY b.rating DESC, b.player";

const RATINGS: &str = "SELECT r.ladder, p.name, r.player, r.rating, r.deviation, r.volatility, \
        r.games, r.wins, r.draws, r.updated \
    FROM ratings r JOIN players p ON p.id = r.player WHERE r.player = $1 ORDER BY r.ladder";

const CHANGES_OF_GAME: &str = "SELECT game, player, time, before, after, deviation, games \
    FROM rating_changes WHERE game = $1 ORDER BY player";

/// Which private game it was is for those who may see it. The number of a game is part of an index.
const HISTORY: &str = "SELECT CASE WHEN g.key IS NULL OR g.host = $5 OR EXISTS (\
            SELECT 1 FROM seats s WHERE s.game = g.id AND s.player = $5) THEN g.id END AS game, \
        c.player, c.time, c.before, c.after, c.deviation, c.games \
    FROM rating_changes c JOIN games g ON g.id = c.game \
    WHERE c.player = $1 AND c.ladder = $2 AND c.games < $3 ORDER BY c.games DESC LIMIT $4";

impl Store {
    /// What came of all games, added up by preset, winners and reason.
    pub async fn tallies(&self, which: &Counted) -> Result<Vec<TallyRow>, StoreError> {
        let rows = which.rows("tallies", None);
        self.added_up(ALL, ALL_ALIKE, rows).await
    }

    /// What came of a player's games, added up by preset, seat, result and reason.
    pub async fn player_tallies(
        &self,
        player: Uuid,
        which: &Counted,
    ) -> Result<Vec<TallyRow>, StoreError> {
        let rows = which.rows("player_tallies", Some(player));
        self.added_up(OF_PLAYER, OF_PLAYER_ALIKE, rows).await
    }

    /// Adds rows up that are alike in these columns.
    async fn added_up(
        &self,
        columns: &str,
        alike: &str,
        rows: Option<(String, Vec<Value>)>,
    ) -> Result<Vec<TallyRow>, StoreError> {
        let Some((rows, values)) = rows else {
            return Ok(Vec::new());
        };
        let sql = format!("SELECT {columns}, {SUMS} FROM ({rows}) c GROUP BY {alike}");
        let rows = on!(&*self.db, read pool => {
            bind_values!(sqlx::query_as(AssertSqlSafe(sql)), values)
                .fetch_all(pool)
                .await?
        });
        Ok(rows)
    }

    /// A player's commonest opponents with two seats, at most so many. Days and `humans` do not matter.
    pub async fn opponents(
        &self,
        player: Uuid,
        which: &Counted,
        limit: u32,
    ) -> Result<Vec<AgainstRow>, StoreError> {
        let (preset, rated, pace) = which.meetings();
        let rows = on!(&*self.db, read pool => sqlx::query_as(OPPONENTS)
            .bind(player)
            .bind(preset)
            .bind(rated)
            .bind(pace)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// A player's games against one other with two seats, if they have met. Days and `humans` do not
    /// matter.
    pub async fn against(
        &self,
        player: Uuid,
        opponent: Uuid,
        which: &Counted,
    ) -> Result<Option<AgainstRow>, StoreError> {
        let (preset, rated, pace) = which.meetings();
        let row = on!(&*self.db, read pool => sqlx::query_as(AGAINST)
            .bind(player)
            .bind(preset)
            .bind(rated)
            .bind(pace)
            .bind(opponent)
            .fetch_optional(pool)
            .await?);
        Ok(row)
    }

    /// Games a player won or lost in a row, by one preset or by any.
    pub async fn streak(&self, player: Uuid, preset: Option<&str>) -> Result<Streak, StoreError> {
        let streak: Option<Streak> = on!(&*self.db, read pool => sqlx::query_as(READ)
            .bind(player)
            .bind(preset.unwrap_or(ANY_PRESET))
            .fetch_optional(pool)
            .await?);
        Ok(streak.unwrap_or_default())
    }

    /// The best of a ladder whose ratings are settled.
    pub async fn leaderboard(
        &self,
        ladder: &Ladder,
        limit: u32,
    ) -> Result<Vec<RankedRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(RANKED)
            .bind(ladder.to_string())
            .bind(ladder.bots)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// How a player rates on a ladder; where everybody begins, if it is new there.
    pub async fn rating(&self, player: Uuid, ladder: &Ladder) -> Result<f64, StoreError> {
        const SQL: &str = "SELECT rating FROM ratings WHERE ladder = $1 AND player = $2";
        let ladder = ladder.to_string();
        let rating: Option<f64> = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(&ladder)
            .bind(player)
            .fetch_optional(pool)
            .await?);
        Ok(rating.unwrap_or(RATING))
    }

    /// How a player stands on every ladder.
    pub async fn ratings(&self, player: Uuid) -> Result<Vec<RankedRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(RATINGS)
            .bind(player)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// What a game did to its players' ratings.
    pub async fn rating_changes(&self, game: Uuid) -> Result<Vec<ChangeRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(CHANGES_OF_GAME)
            .bind(game)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// How a player's rating went, newest first, before its game of this number; `caller` asks.
    pub async fn rating_history(
        &self,
        player: Uuid,
        ladder: &Ladder,
        before: i64,
        limit: u32,
        caller: Option<Uuid>,
    ) -> Result<Vec<ChangeRow>, StoreError> {
        let ladder = ladder.to_string();
        let rows = on!(&*self.db, read pool => sqlx::query_as(HISTORY)
            .bind(player)
            .bind(&ladder)
            .bind(before)
            .bind(i64::from(limit))
            .bind(caller)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }
}
