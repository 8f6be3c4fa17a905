//! Players and the tokens that prove who they are.

use sqlx::FromRow;
use uuid::Uuid;

use super::db::on;
use super::{Store, StoreError};

/// A player as stored.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct PlayerRow {
    /// The player's id.
    pub id: Uuid,
    /// The name as shown.
    pub name: String,
}

impl Store {
    /// Stores a new player with the hash of a token that speaks for it. `now` is in Unix milliseconds.
    pub async fn add_guest(
        &self,
        player: &PlayerRow,
        token: &[u8; 32],
        now: i64,
    ) -> Result<(), StoreError> {
        on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            sqlx::query("INSERT INTO players (id, name, created) VALUES ($1, $2, $3)")
                .bind(player.id)
                .bind(&player.name)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            sqlx::query("INSERT INTO tokens (hash, player, created) VALUES ($1, $2, $3)")
                .bind(&token[..])
                .bind(player.id)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
        });
        Ok(())
    }

    /// The player a token with this hash speaks for.
    pub async fn player_by_token(&self, token: &[u8; 32]) -> Result<Option<PlayerRow>, StoreError> {
        const SQL: &str = "SELECT players.id, players.name FROM tokens \
            JOIN players ON players.id = tokens.player WHERE tokens.hash = $1";
        let row = on!(&*self.db, read pool => sqlx::query_as(SQL).bind(&token[..]).fetch_optional(pool).await?);
        Ok(row)
    }

    /// The player with this id.
    pub async fn player(&self, id: Uuid) -> Result<Option<PlayerRow>, StoreError> {
        const SQL: &str = "SELECT id, name FROM players WHERE id = $1";
        let row =
            on!(&*self.db, read pool => sqlx::query_as(SQL).bind(id).fetch_optional(pool).await?);
        Ok(row)
    }
}
