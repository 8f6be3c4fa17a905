//! Lists of games: filtered, a page at a time, newest first.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::conditions::{Conditions, Value, bind_values};
use super::db::on;
use super::games::{GameRow, Row};
use super::{Store, StoreError};

/// Which games to list, newest first.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    /// Only games in this state: `open`, `playing` or `finished`.
    pub status: Option<&'static str>,
    /// Only these.
    pub among: Option<Vec<Uuid>>,
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
    /// Only open games that this player has made, sits in or is awaited in.
    pub concerning: Option<Uuid>,
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

/// An unfinished game of a player.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct TurnRow {
    /// The game.
    pub id: Uuid,
    /// Whether the player is to move.
    pub own: bool,
    /// The JSON text of the last event that changed the position; none before the start.
    pub body: Option<String>,
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

const CONCERNING: &str = "g.status = 'open' AND (g.host = ? OR EXISTS (SELECT 1 FROM seats c \
    WHERE c.game = g.id AND (c.player = ? OR c.invited = ? AND c.player IS NULL)))";

/// A player's unfinished games, those first in which it is to move; the last event that names whose
/// turn it is tells. Each game once, however many of its seats the player holds.
const UNFINISHED: &str = "SELECT id, own <> 0 AS own, body FROM (\
        SELECT mine.game AS id, last.body, MAX(CASE WHEN last.body LIKE CASE mine.seat \
            WHEN 0 THEN '%\"next\":\"white\"%' WHEN 1 THEN '%\"next\":\"red\"%' \
            WHEN 2 THEN '%\"next\":\"black\"%' ELSE '%\"next\":\"blue\"%' END \
            THEN 1 ELSE 0 END) AS own \
        FROM seats mine LEFT JOIN events last ON last.game = mine.game AND last.seq = (\
            SELECT e.seq FROM events e WHERE e.game = mine.game AND e.body LIKE '%\"next\":%' \
            ORDER BY e.seq DESC LIMIT 1) \
        WHERE mine.player = $1 AND NOT mine.ended GROUP BY mine.game, last.body) u \
    WHERE ($2 IS NULL OR (own <> 0) = $2) AND ($3 IS NULL OR id < $3) \
    ORDER BY own DESC, id DESC LIMIT $4";

/// Only the last games are looked at: in very many there may be none by the preset.
const SEATS: &str = "SELECT s.seat FROM (SELECT game, seat FROM seats WHERE player = $1 \
        ORDER BY game DESC LIMIT 200) s JOIN games g ON g.id = s.game \
    WHERE g.preset = $2 AND g.status <> 'open' ORDER BY s.game DESC LIMIT $3";

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
        which.add(CONCERNING, filter.concerning.map(Value::Id));
        which.among("g.id", filter.among.as_deref());
        which.when(JOINABLE, filter.joinable);
        which.when("g.key IS NULL", !filter.private);
        self.list(from, id, which, filter.limit).await
    }

    /// The public games that anybody may join.
    pub async fn joinable(&self) -> Result<Vec<Uuid>, StoreError> {
        let sql = format!("SELECT g.id FROM games g WHERE g.key IS NULL AND {JOINABLE}");
        let ids = on!(&*self.db, read pool => {
            sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(pool).await?
        });
        Ok(ids)
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
        which: Conditions,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        // Names one by one: there are few, and no join is worth planning for them.
        let sql = format!(
            "SELECT g.id, g.status, g.rules, g.host, \
                (SELECT h.name FROM players h WHERE h.id = g.host) AS host_name, g.created, \
                g.started, g.finished, g.winners, g.reason, g.clock, g.key, g.rated, \
                s.seat, s.invited, s.computer, s.player, \
                (SELECT p.name FROM players p WHERE p.id = s.player) AS player_name \
            FROM (SELECT g.* FROM {from} WHERE {} ORDER BY {order} DESC LIMIT {limit}) g \
            JOIN seats s ON s.game = g.id ORDER BY g.id DESC, s.seat",
            which.all()
        );
        let rows: Vec<Row> = on!(&*self.db, read pool => {
            bind_values!(sqlx::query_as(AssertSqlSafe(sql)), which.values)
                .fetch_all(pool)
                .await?
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

    /// A player's games that are not over: those first in which it is to move, then the rest, each
    /// newest first. `own` asks for one of the two only, `before` for what was made before a game.
    pub async fn unfinished(
        &self,
        player: Uuid,
        own: Option<bool>,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<TurnRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(UNFINISHED)
            .bind(player)
            .bind(own)
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// The seats a player had in its last games by a preset, newest first; of its last 200 of any kind.
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
