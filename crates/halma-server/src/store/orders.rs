//! What the host asks of a running server, left where it looks.

use sqlx::FromRow;
use uuid::Uuid;

use super::db::on;
use super::{Store, StoreError};

/// An order that waits.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct OrderRow {
    /// The order.
    pub id: Uuid,
    /// What is wished, as JSON.
    pub wish: String,
}

impl Store {
    /// Leaves an order.
    pub async fn leave_order(&self, id: Uuid, wish: &str, now: i64) -> Result<(), StoreError> {
        const SQL: &str = "INSERT INTO host_orders (id, wish, created) VALUES ($1, $2, $3)";
        on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(id)
            .bind(wish)
            .bind(now)
            .execute(pool)
            .await
            .map(|_| ())?);
        Ok(())
    }

    /// The orders that wait, oldest first.
    pub async fn waiting_orders(&self) -> Result<Vec<OrderRow>, StoreError> {
        const SQL: &str = "SELECT id, wish FROM host_orders WHERE answer IS NULL ORDER BY id";
        let rows = on!(&*self.db, read pool => sqlx::query_as(SQL).fetch_all(pool).await?);
        Ok(rows)
    }

    /// Says how an order went.
    pub async fn answer_order(&self, id: Uuid, answer: &str) -> Result<(), StoreError> {
        const SQL: &str = "UPDATE host_orders SET answer = $2 WHERE id = $1";
        on!(&*self.db, write pool => sqlx::query(SQL)
            .bind(id)
            .bind(answer)
            .execute(pool)
            .await
            .map(|_| ())?);
        Ok(())
    }

    /// How an order went, if it has been seen to; it is then taken away.
    pub async fn take_answer(&self, id: Uuid) -> Result<Option<String>, StoreError> {
        const SQL: &str =
            "DELETE FROM host_orders WHERE id = $1 AND answer IS NOT NULL RETURNING answer";
        let answer = on!(&*self.db, write pool => sqlx::query_scalar(SQL)
            .bind(id)
            .fetch_optional(pool)
            .await?);
        Ok(answer)
    }

    /// Takes an order back that nobody has seen to.
    pub async fn withdraw_order(&self, id: Uuid) -> Result<(), StoreError> {
        on!(&*self.db, write pool => sqlx::query("DELETE FROM host_orders WHERE id = $1")
            .bind(id)
            .execute(pool)
            .await
            .map(|_| ())?);
        Ok(())
    }
}
