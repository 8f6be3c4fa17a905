//! Players: guests, accounts, and those who have left.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::conditions::{Conditions, bind_values};
use super::db::on;
use super::naming::RENAMED;
use super::secrets::{write_secrets, write_token};
use super::{NewToken, Store, StoreError};

/// Whoever held a seat in a game from elsewhere that names nobody there. One row stands for all of
/// them, so no two of its seats are by the same player, and nothing is counted as its own.
pub const NOBODY: Uuid = Uuid::nil();

/// A player's id and name.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct PlayerRow {
    /// The player's id.
    pub id: Uuid,
    /// The name as shown.
    pub name: String,
}

/// All that is stored of a player but the secrets.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct PersonRow {
    /// The player's id.
    pub id: Uuid,
    /// The name as shown.
    pub name: String,
    /// `guest`, `account`, `imported` or `deleted`.
    pub kind: String,
    /// Whether a program plays under this name.
    pub bot: bool,
    /// When the player first came, in Unix milliseconds.
    pub created: i64,
    /// Since when the player is shut out.
    pub banned: Option<i64>,
}

/// A name may be had by one account only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimed {
    /// It is this player's now.
    Done,
    /// Another account has it.
    NameTaken,
    /// The player is not of the kind that may have it.
    WrongKind,
}

/// What makes a player an account.
#[derive(Debug, Clone, Copy)]
pub struct AccountRow<'a> {
    /// What its name is compared by.
    pub folded: &'a str,
    /// What its password hashes to.
    pub password: &'a str,
    /// What its recovery codes hash to.
    pub codes: &'a [[u8; 32]],
}

const PERSON: &str = "SELECT id, name, kind, bot, created, banned FROM players WHERE id = $1";

const BY_NAME: &str = "SELECT id, name, kind, bot, created, banned FROM players WHERE folded = $1";

/// The upper bound takes in every name that begins alike.
const SEARCH: &str = "SELECT id, name, kind, bot, created, banned FROM players \
    WHERE folded >= $1 AND folded < $2 AND banned IS NULL ORDER BY folded LIMIT $3";

impl Store {
    /// The player with this id.
    pub async fn player(&self, id: Uuid) -> Result<Option<PlayerRow>, StoreError> {
        const SQL: &str = "SELECT id, name FROM players WHERE id = $1";
        let row =
            on!(&*self.db, read pool => sqlx::query_as(SQL).bind(id).fetch_optional(pool).await?);
        Ok(row)
    }

    /// The same with all that is known of it.
    pub async fn person(&self, id: Uuid) -> Result<Option<PersonRow>, StoreError> {
        let row = on!(&*self.db, read pool => sqlx::query_as(PERSON)
            .bind(id)
            .fetch_optional(pool)
            .await?);
        Ok(row)
    }

    /// The account with this name, or one that looks like it.
    pub async fn account(&self, folded: &str) -> Result<Option<PersonRow>, StoreError> {
        let row = on!(&*self.db, read pool => sqlx::query_as(BY_NAME)
            .bind(folded)
            .fetch_optional(pool)
            .await?);
        Ok(row)
    }

    /// Those of these players who are still there.
    pub async fn persons(&self, ids: &[Uuid]) -> Result<Vec<PersonRow>, StoreError> {
        let mut which = Conditions::default();
        which.among("id", Some(ids));
        which.when("kind <> 'deleted' AND banned IS NULL", true);
        let sql = format!(
            "SELECT id, name, kind, bot, created, banned FROM players WHERE {}",
            which.all()
        );
        let rows = on!(&*self.db, read pool => {
            bind_values!(sqlx::query_as(AssertSqlSafe(sql)), which.values)
                .fetch_all(pool)
                .await?
        });
        Ok(rows)
    }

    /// Accounts whose names begin so, in order.
    pub async fn accounts(&self, folded: &str, limit: u32) -> Result<Vec<PersonRow>, StoreError> {
        let end = format!("{folded}{}", char::MAX);
        let rows = on!(&*self.db, read pool => sqlx::query_as(SEARCH)
            .bind(folded)
            .bind(&end)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// Stores a new player with the token it is known by: all of it or nothing. `now` is in Unix
    /// milliseconds.
    pub async fn add_player(
        &self,
        player: &PlayerRow,
        account: Option<&AccountRow<'_>>,
        token: &NewToken<'_>,
        now: i64,
    ) -> Result<Claimed, StoreError> {
        const SQL: &str =
            "INSERT INTO players (id, name, kind, folded, created) VALUES ($1, $2, $3, $4, $5)";
        let kind = if account.is_some() {
            "account"
        } else {
            "guest"
        };
        let made = on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            let made = sqlx::query(SQL)
                .bind(player.id)
                .bind(&player.name)
                .bind(kind)
                .bind(account.map(|account| account.folded))
                .bind(now)
                .execute(&mut *tx)
                .await
                .map(|done| done.rows_affected());
            if made.is_ok() {
                if let Some(account) = account {
                    write_secrets!(&mut *tx, player.id, account);
                }
                write_token!(&mut *tx, player.id, token, now);
                tx.commit().await?;
            }
            made
        });
        claimed(made)
    }

    /// Makes a guest an account of this name, which keeps its id, games and tokens.
    pub async fn promote(
        &self,
        player: &PlayerRow,
        account: &AccountRow<'_>,
    ) -> Result<Claimed, StoreError> {
        const SQL: &str = "UPDATE players SET name = $2, folded = $3, kind = 'account' \
            WHERE id = $1 AND kind = 'guest'";
        let made = on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            let made = sqlx::query(SQL)
                .bind(player.id)
                .bind(&player.name)
                .bind(account.folded)
                .execute(&mut *tx)
                .await
                .map(|done| done.rows_affected());
            if matches!(made, Ok(1)) {
                write_secrets!(&mut *tx, player.id, account);
                sqlx::query(RENAMED).bind(player.id).execute(&mut *tx).await?;
                tx.commit().await?;
            }
            made
        });
        claimed(made)
    }

    /// Gives a player another name; an account's comes with what it is compared by.
    pub async fn rename(
        &self,
        id: Uuid,
        name: &str,
        folded: Option<&str>,
    ) -> Result<Claimed, StoreError> {
        const SQL: &str = "UPDATE players SET name = $2, folded = $3 \
            WHERE id = $1 AND kind = $4";
        let kind = if folded.is_some() { "account" } else { "guest" };
        let renamed = on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            let renamed = sqlx::query(SQL)
                .bind(id)
                .bind(name)
                .bind(folded)
                .bind(kind)
                .execute(&mut *tx)
                .await
                .map(|done| done.rows_affected());
            if matches!(renamed, Ok(1)) {
                sqlx::query(RENAMED).bind(id).execute(&mut *tx).await?;
                tx.commit().await?;
            }
            renamed
        });
        claimed(renamed)
    }

    /// Says for good that a program plays under this account; false if it is none, or has a rating
    /// or a rated game under way as a person.
    pub async fn mark_bot(&self, id: Uuid) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE players SET bot = TRUE WHERE id = $1 AND kind = 'account' \
            AND (bot OR NOT EXISTS (SELECT 1 FROM ratings r WHERE r.player = $1) \
                AND NOT EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game \
                    WHERE s.player = $1 AND NOT s.ended AND g.rated))";
        let done = on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(id)
            .execute(pool)
            .await?
            .rows_affected());
        Ok(done == 1)
    }

    /// Shuts a player out from `since` on, or lets it in again.
    pub async fn ban(&self, id: Uuid, since: Option<i64>) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE players SET banned = $2 WHERE id = $1 AND kind <> 'deleted'";
        let done = on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(id)
            .bind(since)
            .execute(pool)
            .await?
            .rows_affected());
        Ok(done == 1)
    }

    /// Takes away a player's name and secrets. The games stay; false if there was nothing to take.
    pub async fn forget(&self, id: Uuid, name: &str) -> Result<bool, StoreError> {
        const PLAYER: &str = "UPDATE players SET name = $2, folded = NULL, kind = 'deleted' \
            WHERE id = $1 AND kind <> 'deleted'";
        const REST: [&str; 5] = [
            RENAMED,
            "DELETE FROM tokens WHERE player = $1",
            "DELETE FROM passwords WHERE player = $1",
            "DELETE FROM recovery_codes WHERE player = $1",
            "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
        ];
        let done = on!(&*self.db, write pool => {
            let mut tx = pool.begin().await?;
            let done = sqlx::query(PLAYER)
                .bind(id)
                .bind(name)
                .execute(&mut *tx)
                .await?
                .rows_affected();
            for sql in REST {
                sqlx::query(sql).bind(id).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            done
        });
        Ok(done == 1)
    }

    /// Blocks a player for another, or no longer does.
    pub async fn block(
        &self,
        player: Uuid,
        blocked: Uuid,
        since: Option<i64>,
    ) -> Result<(), StoreError> {
        const ADD: &str = "INSERT INTO blocks (player, blocked, created) VALUES ($1, $2, $3) \
            ON CONFLICT (player, blocked) DO NOTHING";
        const REMOVE: &str = "DELETE FROM blocks WHERE player = $1 AND blocked = $2";
        on!(&*self.db, write pool => match since {
            Some(now) => sqlx::query(ADD).bind(player).bind(blocked).bind(now).execute(pool).await?.rows_affected(),
            None => sqlx::query(REMOVE).bind(player).bind(blocked).execute(pool).await?.rows_affected(),
        });
        Ok(())
    }

    /// Whom a player has blocked, by name.
    pub async fn blocked_by(&self, player: Uuid) -> Result<Vec<PlayerRow>, StoreError> {
        const SQL: &str = "SELECT p.id, p.name FROM blocks b JOIN players p ON p.id = b.blocked \
            WHERE b.player = $1 ORDER BY p.name, p.id";
        let rows = on!(&*self.db, read pool => sqlx::query_as(SQL)
            .bind(player)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }

    /// Which of these players will not play with each other.
    pub async fn estranged_among(&self, ids: &[Uuid]) -> Result<Vec<(Uuid, Uuid)>, StoreError> {
        let mut which = Conditions::default();
        which.among("player", Some(ids));
        which.among("blocked", Some(ids));
        let sql = format!("SELECT player, blocked FROM blocks WHERE {}", which.all());
        let rows = on!(&*self.db, read pool => {
            bind_values!(sqlx::query_as(AssertSqlSafe(sql)), which.values)
                .fetch_all(pool)
                .await?
        });
        Ok(rows)
    }

    /// With whom a player will not play, whoever of the two said so.
    pub async fn estranged(&self, player: Uuid) -> Result<Vec<Uuid>, StoreError> {
        const SQL: &str = "SELECT blocked FROM blocks WHERE player = $1 \
            UNION SELECT player FROM blocks WHERE blocked = $1";
        let rows = on!(&*self.db, read pool => sqlx::query_scalar(SQL)
            .bind(player)
            .fetch_all(pool)
            .await?);
        Ok(rows)
    }
}

fn claimed(made: Result<u64, sqlx::Error>) -> Result<Claimed, StoreError> {
    match made {
        Ok(1) => Ok(Claimed::Done),
        Ok(_) => Ok(Claimed::WrongKind),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(Claimed::NameTaken),
        Err(error) => Err(error.into()),
    }
}
