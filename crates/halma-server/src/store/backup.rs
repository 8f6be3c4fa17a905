//! A copy of the embedded database, made while it is used.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
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
    /// The file cannot be made.
    #[error("the copy cannot be made: {0}")]
    File(#[from] io::Error),
    /// The database cannot be read, or the copy not be written.
    #[error("the database could not be copied: {0}")]
    Database(#[from] sqlx::Error),
}

/// Copies the embedded database to a new file, which only its owner may read: all that was
/// committed when it began. A server that runs on it is not disturbed.
pub async fn back_up(place: &Place, file: &Path) -> Result<(), BackupError> {
    let Place::Directory(dir) = place else {
        return Err(BackupError::Postgres);
    };
    let name = file.to_str().ok_or(BackupError::Name)?;
    // The copy goes into an empty file, and into no other.
    let made = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file);
    made.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists(file.display().to_string()),
        _ => error.into(),
    })?;
    let copied = copy(dir, name).await;
    if copied.is_err() {
        // Half of it is not to be taken for the whole.
        fs::remove_file(file)?;
    }
    Ok(copied?)
}

async fn copy(dir: &Path, name: &str) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(dir.join(FILE))
        .read_only(true);
    let mut connection: SqliteConnection = options.connect().await?;
    sqlx::query("VACUUM INTO $1")
        .bind(name)
        .execute(&mut connection)
        .await?;
    connection.close().await
}
