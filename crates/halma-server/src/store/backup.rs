//! A copy of the embedded database, made while it is used.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::Place;
use super::db::FILE;

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// PostgreSQL brings its own means.
    #[error("this is for the embedded database; copy a PostgreSQL database with pg_dump")]
    Postgres,
    /// A file is never overwritten.
    #[error("{0} is there already")]
    Exists(String),
    /// The name cannot be given to the database.
    #[error("the file's name is not UTF-8")]
    Name,
    /// The database cannot be read, or the copy not be written.
    #[error("the database could not be copied: {0}")]
    Database(#[from] sqlx::Error),
}

/// Copies the embedded database to a new file: all that was committed when it began. A server
/// that runs on it is not disturbed.
pub async fn back_up(place: &Place, file: &Path) -> Result<(), BackupError> {
    let Place::Directory(dir) = place else {
        return Err(BackupError::Postgres);
    };
    if file.exists() {
        return Err(BackupError::Exists(file.display().to_string()));
    }
    let name = file.to_str().ok_or(BackupError::Name)?;
    let options = SqliteConnectOptions::new()
        .filename(dir.join(FILE))
        .read_only(true);
    let mut connection: SqliteConnection = options.connect().await?;
    sqlx::query("VACUUM INTO $1")
        .bind(name)
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(())
}
