//! SQL of a test's own, beside the server's.

use halma_server::store::Place;
use halma_tests::Data;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// Runs a statement.
pub(crate) async fn run(data: &Data, sql: &str) {
    let sql = AssertSqlSafe(sql.to_owned());
    match data.place() {
        Place::Directory(dir) => {
            let options = SqliteConnectOptions::new().filename(dir.join("halma.db"));
            let mut connection = options.connect().await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        }
        Place::Postgres(url) => {
            let mut connection = PgConnection::connect(&url).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        }
    }
}
