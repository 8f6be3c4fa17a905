//! One server a database: the lock that says which.

use std::fs::{File, TryLockError};
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::time::{sleep, timeout};

use super::{OpenError, Place};

/// How often a server asks whether it still holds, or can now have, the lock.
const INTERVAL: Duration = Duration::from_millis(500);

/// How long the database may take to say so.
const PATIENCE: Duration = Duration::from_secs(5);

/// The advisory lock's key: "halma" in ASCII.
const KEY: i64 = 0x68_61_6c_6d_61;

/// The lock, held until it is dropped.
#[derive(Debug)]
pub struct Lock(Held);

#[derive(Debug)]
enum Held {
    /// The operating system holds it for as long as the file is open.
    File(#[expect(dead_code, reason = "kept open: closing it gives up the lock")] File),
    /// PostgreSQL holds it for as long as this connection lives.
    Session(PgConnection),
}

impl Lock {
    /// Takes the lock if it is free. `None`: another server has it.
    pub async fn try_take(place: &Place) -> Result<Option<Self>, OpenError> {
        match place {
            Place::Directory(dir) => {
                std::fs::create_dir_all(dir)?;
                let file = File::options()
                    .create(true)
                    .write(true)
                    .truncate(false)
                    .open(dir.join("halma.lock"))?;
                match file.try_lock() {
                    Ok(()) => Ok(Some(Self(Held::File(file)))),
                    Err(TryLockError::WouldBlock) => Ok(None),
                    Err(TryLockError::Error(error)) => Err(error.into()),
                }
            }
            Place::Postgres(url) => {
                let options = PgConnectOptions::from_str(url).map_err(OpenError::Address)?;
                let options = options.application_name("halma-lock");
                let mut session = timeout(PATIENCE, options.connect()).await.map_err(late)??;
                let taken: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                    .bind(KEY)
                    .fetch_one(&mut session)
                    .await?;
                if taken {
                    return Ok(Some(Self(Held::Session(session))));
                }
                session.close().await?;
                Ok(None)
            }
        }
    }

    /// Waits until the lock is free, and takes it.
    pub async fn take(place: &Place) -> Result<Self, OpenError> {
        loop {
            if let Some(lock) = Self::try_take(place).await? {
                return Ok(lock);
            }
            sleep(INTERVAL).await;
        }
    }

    /// Returns when the lock is lost; never, if it cannot be.
    pub async fn lost(&mut self) {
        match &mut self.0 {
            Held::File(_) => std::future::pending().await,
            Held::Session(session) => loop {
                sleep(INTERVAL).await;
                if !matches!(timeout(PATIENCE, session.ping()).await, Ok(Ok(()))) {
                    return;
                }
            },
        }
    }
}

fn late(_: tokio::time::error::Elapsed) -> sqlx::Error {
    sqlx::Error::PoolTimedOut
}
