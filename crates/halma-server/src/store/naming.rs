//! New names: whose are not shown everywhere yet, and where a player is named.

use sqlx::FromRow;
use uuid::Uuid;

use super::db::on;
use super::{Store, StoreError};

/// A player whose new name is not shown in all of its games yet.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct RenamedRow {
    /// The player.
    pub player: Uuid,
    /// The new name.
    pub name: String,
    /// `guest`, `account`, `imported` or `deleted`.
    pub kind: String,
    /// Tells this change of the name from the next.
    pub times: i64,
}

/// Where a player may be named.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct NamingRow {
    /// The game.
    pub game: Uuid,
    /// The event's number; none if the game's events are packed in one row.
    pub seq: Option<i64>,
    /// Its JSON text, or theirs.
    pub body: String,
}

/// Is written with every new name, so that showing it can be taken up again after a crash.
pub(super) const RENAMED: &str = "INSERT INTO renamed (player, times) VALUES ($1, 1) \
    ON CONFLICT (player) DO UPDATE SET times = renamed.times + 1";

const WAITING: &str = "SELECT r.player, p.name, p.kind, r.times FROM renamed r \
    JOIN players p ON p.id = r.player ORDER BY r.player LIMIT $1";

/// Every game a player sat in, made, or was invited to has its name in its first events. The first
/// event of each comes along so that no page looks empty before the last.
const NAMING: &str = "WITH page AS (SELECT id FROM ( \
            SELECT game AS id FROM seats WHERE player = $1 OR invited = $1 \
            UNION SELECT id FROM games WHERE host = $1) g \
        WHERE $2 IS NULL OR id > $2 ORDER BY id LIMIT $3) \
    SELECT e.game, e.seq, e.body FROM page JOIN events e ON e.game = page.id \
    WHERE e.seq = 1 OR e.body LIKE $4 \
    UNION ALL SELECT p.game, NULL, p.body FROM page JOIN packed_events p ON p.game = page.id \
    ORDER BY game, seq";

impl Store {
    /// Players whose new names are not shown everywhere yet, at most so many.
    pub async fn renamed(&self, limit: u32) -> Result<Vec<RenamedRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(WAITING)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// Whether a player's new name is not shown everywhere yet.
    pub async fn is_renamed(&self, player: Uuid) -> Result<bool, StoreError> {
        const SQL: &str = "SELECT player FROM renamed WHERE player = $1";
        let row: Option<Uuid> = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(player)
            .fetch_optional(pool)
            .await?);
        Ok(row.is_some())
    }

    /// This name is shown everywhere; if there is another since, that one is still to be.
    pub async fn shown(&self, row: &RenamedRow) -> Result<(), StoreError> {
        const SQL: &str = "DELETE FROM renamed WHERE player = $1 AND times = $2";
        on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(row.player)
            .bind(row.times)
            .execute(pool)
            .await
            .map(|_| ())?);
        Ok(())
    }

    /// The events that name a player, and packed ones that may, of the next games after one; a page
    /// ends with a whole game.
    pub async fn names_of(
        &self,
        player: Uuid,
        after: Option<Uuid>,
        games: u32,
    ) -> Result<Vec<NamingRow>, StoreError> {
        let rows = on!(&*self.db, read pool => sqlx::query_as(NAMING)
            .bind(player)
            .bind(after)
            .bind(i64::from(games))
            .bind(format!("%{player}%"))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// Writes the texts of events anew, all or none. Only for changing a name in them.
    pub async fn rewrite(&self, rows: &[NamingRow]) -> Result<(), StoreError> {
        const ONE: &str = "UPDATE events SET body = $1 WHERE game = $2 AND seq = $3";
        const PACKED: &str = "UPDATE packed_events SET body = $1 WHERE game = $2";
        if rows.is_empty() {
            return Ok(());
        }
        on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            for NamingRow { game, seq, body } in rows {
                let query = match seq {
                    Some(seq) => sqlx::query(ONE).bind(body).bind(game).bind(seq),
                    None => sqlx::query(PACKED).bind(body).bind(game),
                };
                query.execute(&mut *tx).await?;
            }
            tx.commit().await?;
        });
        Ok(())
    }
}
