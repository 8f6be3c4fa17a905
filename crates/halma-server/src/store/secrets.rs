//! What proves who somebody is: tokens, passwords, recovery codes. Only hashes are stored.

use sqlx::FromRow;
use uuid::Uuid;

use super::db::on;
use super::{PersonRow, Store, StoreError};

/// A token to be stored.
#[derive(Debug, Clone)]
pub struct NewToken<'a> {
    /// What it is revoked by.
    pub id: Uuid,
    /// What it hashes to.
    pub hash: [u8; 32],
    /// Whether it was made for a program; else it is a login's.
    pub program: bool,
    /// What its owner calls it.
    pub label: &'a str,
}

/// A token as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct TokenRow {
    /// What it is revoked by.
    pub id: Uuid,
    /// `session` or `token`.
    pub kind: String,
    /// What its owner calls it.
    pub label: String,
    /// When it was made, in Unix milliseconds.
    pub created: i64,
}

/// A token and whom it speaks for.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct BearerRow {
    /// The token.
    pub token: Uuid,
    /// The player.
    #[sqlx(flatten)]
    pub player: PersonRow,
}

const BEARER: &str = "SELECT t.id AS token, p.id, p.name, p.kind, p.bot, p.created, p.banned \
    FROM tokens t JOIN players p ON p.id = t.player WHERE t.hash = $1";

pub(super) const SET_PASSWORD: &str = "INSERT INTO passwords (player, hash) VALUES ($1, $2) \
    ON CONFLICT (player) DO UPDATE SET hash = excluded.hash";

pub(super) const ADD_TOKEN: &str = "INSERT INTO tokens (hash, player, created, id, kind, label) \
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Replaces a player's recovery codes by those with these hashes.
macro_rules! write_codes {
    ($tx:expr, $player:expr, $hashes:expr) => {{
        sqlx::query("DELETE FROM recovery_codes WHERE player = $1")
            .bind($player)
            .execute($tx)
            .await?;
        for hash in $hashes {
            sqlx::query("INSERT INTO recovery_codes (player, hash) VALUES ($1, $2)")
                .bind($player)
                .bind(&hash[..])
                .execute($tx)
                .await?;
        }
    }};
}
pub(super) use write_codes;

/// Gives a player an account's password and recovery codes.
macro_rules! write_secrets {
    ($tx:expr, $player:expr, $account:expr) => {{
        sqlx::query($crate::store::secrets::SET_PASSWORD)
            .bind($player)
            .bind($account.password)
            .execute($tx)
            .await?;
        $crate::store::secrets::write_codes!($tx, $player, $account.codes);
    }};
}
pub(super) use write_secrets;

/// Stores a token of a player.
macro_rules! write_token {
    ($tx:expr, $player:expr, $token:expr, $now:expr) => {{
        let token: &$crate::store::NewToken<'_> = $token;
        sqlx::query($crate::store::secrets::ADD_TOKEN)
            .bind(&token.hash[..])
            .bind($player)
            .bind($now)
            .bind(token.id)
            .bind(if token.program { "token" } else { "session" })
            .bind(token.label)
            .execute($tx)
            .await?;
    }};
}
pub(super) use write_token;

impl Store {
    /// Whom the token with this hash speaks for.
    pub async fn bearer(&self, hash: &[u8; 32]) -> Result<Option<BearerRow>, StoreError> {
        let row = on!(&*self.db, read pool => sqlx::query_as(BEARER)
            .bind(&hash[..])
            .fetch_optional(pool)
            .await?);
        Ok(row)
    }

    /// Whether a token has not been revoked, nor its player shut out.
    pub async fn token_lives(&self, token: Uuid) -> Result<bool, StoreError> {
        const SQL: &str = "SELECT t.id FROM tokens t JOIN players p ON p.id = t.player \
            WHERE t.id = $1 AND p.banned IS NULL";
        let row: Option<Uuid> = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(token)
            .fetch_optional(pool)
            .await?);
        Ok(row.is_some())
    }

    /// Stores a token of a player.
    pub async fn add_token(
        &self,
        player: Uuid,
        token: &NewToken<'_>,
        now: i64,
    ) -> Result<(), StoreError> {
        on!(&*self.db, write pool => write_token!(pool, player, token, now));
        Ok(())
    }

    /// A player's tokens, newest first.
    pub async fn tokens(&self, player: Uuid) -> Result<Vec<TokenRow>, StoreError> {
        const SQL: &str = "SELECT id, kind, label, created FROM tokens WHERE player = $1 \
            ORDER BY created DESC, id DESC";
        let rows = on!(&*self.db, read pool => sqlx::query_as(SQL)
            .bind(player)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// Revokes one of a player's tokens; false if there is none.
    pub async fn revoke(&self, player: Uuid, token: Uuid) -> Result<bool, StoreError> {
        const SQL: &str = "DELETE FROM tokens WHERE player = $1 AND id = $2";
        let done = on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(player)
            .bind(token)
            .execute(pool)
            .await?
            .rows_affected());
        Ok(done == 1)
    }

    /// Revokes all of a player's tokens but one, or all.
    pub async fn revoke_all(&self, player: Uuid, but: Option<Uuid>) -> Result<u64, StoreError> {
        const SQL: &str = "DELETE FROM tokens WHERE player = $1 AND ($2 IS NULL OR id <> $2)";
        let done = on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(player)
            .bind(but)
            .execute(pool)
            .await?
            .rows_affected());
        Ok(done)
    }

    /// What a player's password hashes to, if it has one.
    pub async fn password(&self, player: Uuid) -> Result<Option<String>, StoreError> {
        const SQL: &str = "SELECT hash FROM passwords WHERE player = $1";
        let hash = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(player)
            .fetch_optional(pool)
            .await?);
        Ok(hash)
    }

    /// Gives an account another password and revokes every token but this one: both or neither.
    pub async fn set_password(
        &self,
        player: Uuid,
        hash: &str,
        but: Uuid,
    ) -> Result<(), StoreError> {
        on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            sqlx::query(SET_PASSWORD).bind(player).bind(hash).execute(&mut *tx).await?;
            sqlx::query("DELETE FROM tokens WHERE player = $1 AND id <> $2")
                .bind(player)
                .bind(but)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
        });
        Ok(())
    }

    /// Replaces a player's recovery codes by those with these hashes.
    pub async fn set_codes(&self, player: Uuid, hashes: &[[u8; 32]]) -> Result<(), StoreError> {
        on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            write_codes!(&mut *tx, player, hashes);
            tx.commit().await?;
        });
        Ok(())
    }

    /// Uses a recovery code up, sets the new password and ends every session: all of it, or
    /// nothing if there is no such code.
    pub async fn recover(
        &self,
        player: Uuid,
        code: &[u8; 32],
        password: &str,
    ) -> Result<bool, StoreError> {
        let used = on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            let used = sqlx::query("DELETE FROM recovery_codes WHERE player = $1 AND hash = $2")
                .bind(player)
                .bind(&code[..])
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if used == 1 {
                sqlx::query(SET_PASSWORD).bind(player).bind(password).execute(&mut *tx).await?;
                sqlx::query("DELETE FROM tokens WHERE player = $1")
                    .bind(player)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
            }
            used
        });
        Ok(used == 1)
    }
}
