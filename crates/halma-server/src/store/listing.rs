//! Lists of games: filtered, a page at a time, newest first.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::db::on;
use super::games::{GameRow, Row};
use super::{Store, StoreError};

/// Which games to list, newest first.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    /// Only games in this state: `open`, `playing` or `finished`.
    pub status: Option<&'static str>,
    /// Only games that are not over.
    pub unfinished: bool,
    /// Only open games that anybody may join.
    pub joinable: bool,
    /// Only games made before this one.
    pub before: Option<Uuid>,
    /// Only games in which this player holds a seat.
    pub player: Option<Uuid>,
    /// Only open games with a seat kept for this player.
    pub invited: Option<Uuid>,
    /// Only open games by this player with a seat kept for another.
    pub inviting: Option<Uuid>,
    /// Only games by this preset, or `custom`.
    pub preset: Option<String>,
    /// Only rated games, or only others.
    pub rated: Option<bool>,
    /// Only games with a clock of this class.
    pub pace: Option<i16>,
    /// Only games won by these seats, as letters in seat order; draws if empty.
    pub winners: Option<String>,
    /// Only games that ended at or after this time, in Unix milliseconds.
    pub from: Option<i64>,
    /// Only games that ended before this time.
    pub until: Option<i64>,
    /// Whether private games are listed too.
    pub private: bool,
    /// At most so many.
    pub limit: u32,
}

/// A game being played, and its last event that changed the position.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct TurnRow {
    /// The game.
    pub id: Uuid,
    /// The event's JSON text.
    pub body: Option<String>,
}

enum Value {
    Text(String),
    Id(Uuid),
    Big(i64),
    Small(i16),
    Bool(bool),
}

/// Conditions and what they compare with. Only those that are asked for are in the text, so that
/// the planner sees what it can use an index for.
#[derive(Default)]
struct Conditions {
    text: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition in which `?` stands for the value.
    fn add(&mut self, condition: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.values.push(value);
            let number = format!("${}", self.values.len());
            self.text.push(condition.replace('?', &number));
        }
    }

    fn when(&mut self, condition: &str, wanted: bool) {
        if wanted {
            self.text.push(condition.to_owned());
        }
    }
}

/// Once for each game, however many of its seats the player holds.
const HELD: &str = "mine.player = ? AND NOT EXISTS (SELECT 1 FROM seats also \
    WHERE also.game = mine.game AND also.player = mine.player AND also.seat < mine.seat)";

/// A seat nobody has and nobody is awaited on.
const JOINABLE: &str = "g.status = 'open' AND EXISTS (SELECT 1 FROM seats f WHERE f.game = g.id \
    AND f.player IS NULL AND f.invited IS NULL AND f.computer IS NULL)";

const INVITED: &str = "g.status = 'open' AND g.id IN (SELECT i.game FROM seats i \
    WHERE i.invited = ? AND i.player IS NULL)";

const INVITING: &str = "g.status = 'open' AND g.host = ? AND EXISTS (SELECT 1 FROM seats i \
    WHERE i.game = g.id AND i.invited IS NOT NULL AND i.player IS NULL)";

const TURNS: &str = "SELECT g.id, (SELECT e.body FROM events e WHERE e.game = g.id \
        AND e.body LIKE '%\"next\":%' ORDER BY e.seq DESC LIMIT 1) AS body \
    FROM (SELECT DISTINCT game FROM seats WHERE player = $1) s JOIN games g ON g.id = s.game \
    WHERE g.status = 'playing'";

const SEATS: &str = "SELECT s.seat FROM seats s JOIN games g ON g.id = s.game \
    WHERE s.player = $1 AND g.preset = $2 AND g.status <> 'open' ORDER BY s.game DESC LIMIT $3";

impl Store {
    /// Lists games, newest first.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        let mut which = Conditions::default();
        // A player's games come in order from the index of seats, so a page is read and no more.
        let (from, id) = if filter.player.is_some() {
            which.add(HELD, filter.player.map(Value::Id));
            ("seats mine JOIN games g ON g.id = mine.game", "mine.game")
        } else {
            ("games g", "g.id")
        };
        which.add(&format!("{id} < ?"), filter.before.map(Value::Id));
        which.add(
            "g.status = ?",
            filter.status.map(|status| Value::Text(status.to_owned())),
        );
        which.add("g.preset = ?", filter.preset.clone().map(Value::Text));
        which.add("g.rated = ?", filter.rated.map(Value::Bool));
        which.add("g.pace = ?", filter.pace.map(Value::Small));
        which.add("g.winners = ?", filter.winners.clone().map(Value::Text));
        which.add("g.finished >= ?", filter.from.map(Value::Big));
        which.add("g.finished < ?", filter.until.map(Value::Big));
        which.add(INVITED, filter.invited.map(Value::Id));
        which.add(INVITING, filter.inviting.map(Value::Id));
        which.when("g.status <> 'finished'", filter.unfinished);
        which.when(JOINABLE, filter.joinable);
        which.when("g.key IS NULL", !filter.private);
        self.list(from, id, which, filter.limit).await
    }

    /// How many games a player has made that have not started.
    pub async fn open_games(&self, host: Uuid) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM games WHERE host = $1 AND status = 'open'";
        let count = on!(&*self.db, read pool => {
            sqlx::query_scalar(sql).bind(host).fetch_one(pool).await
        });
        Ok(count?)
    }

    /// One game's summary.
    pub async fn game(&self, id: Uuid) -> Result<Option<GameRow>, StoreError> {
        let mut which = Conditions::default();
        which.add("g.id = ?", Some(Value::Id(id)));
        Ok(self.list("games g", "g.id", which, 1).await?.pop())
    }

    async fn list(
        &self,
        from: &str,
        order: &str,
        mut which: Conditions,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        which.when("TRUE", which.text.is_empty());
        let sql = format!(
            "SELECT g.id, g.status, g.rules, g.host, h.name AS host_name, g.created, g.started, \
                g.finished, g.winners, g.reason, g.clock, g.key, g.rated, \
                s.seat, s.invited, s.computer, s.player, p.name AS player_name \
            FROM (SELECT g.* FROM {from} WHERE {} ORDER BY {order} DESC LIMIT {limit}) g \
            JOIN players h ON h.id = g.host JOIN seats s ON s.game = g.id \
            LEFT JOIN players p ON p.id = s.player ORDER BY g.id DESC, s.seat",
            which.text.join(" AND ")
        );
        let rows: Vec<Row> = on!(&*self.db, read pool => {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for value in which.values {
                query = match value {
                    Value::Text(value) => query.bind(value),
                    Value::Id(value) => query.bind(value),
                    Value::Big(value) => query.bind(value),
                    Value::Small(value) => query.bind(value),
                    Value::Bool(value) => query.bind(value),
                };
            }
            query.fetch_all(pool).await?
        });
        let mut games: Vec<GameRow> = Vec::new();
        for row in rows {
            let id = row.id;
            let corrupt = || StoreError::Corrupt {
                what: "summary",
                id,
            };
            if games.last().is_none_or(|game| game.id != id) {
                games.push(row.game().ok_or_else(corrupt)?);
            }
            let seat = row.seat().ok_or_else(corrupt)?;
            games.last_mut().ok_or_else(corrupt)?.seats.push(seat);
        }
        Ok(games)
    }

    /// Whose turn it is in the games a player has under way.
    pub async fn turns(&self, player: Uuid) -> Result<Vec<TurnRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(TURNS)
            .bind(player)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// The seats a player had in its last games by a preset, newest first.
    pub async fn last_seats(
        &self,
        player: Uuid,
        preset: &str,
        games: u32,
    ) -> Result<Vec<i16>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_scalar(SEATS)
            .bind(player)
            .bind(preset)
            .bind(i64::from(games))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }
}
