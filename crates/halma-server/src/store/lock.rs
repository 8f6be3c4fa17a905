//! One server a database, and one that counts many games: the locks that say which.

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

/// How long it may take over being given the lock back.
pub(crate) const FAREWELL: Duration = Duration::from_secs(1);

/// What only one process at a time does on a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// Serving, or doing what a server would.
    Serve,
    /// Taking games in, or counting every game again: each changes the counters by what it has read.
    /// An import may run beside a server.
    Count,
}

impl Duty {
    /// The key of the advisory lock, and the locked file's name.
    fn names(self) -> (i64, &'static str) {
        match self {
            // "halma" and "count" in ASCII.
            Self::Serve => (0x68_61_6c_6d_61, "halma.lock"),
            Self::Count => (0x63_6f_75_6e_74, "count.lock"),
        }
    }
}

/// A lock, held until it is dropped.
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
    /// Takes the lock if it is free. `None`: another process has it.
    pub async fn try_take(place: &Place, duty: Duty) -> Result<Option<Self>, OpenError> {
        let (key, file) = duty.names();
        match place {
            Place::Directory(dir) => {
                std::fs::create_dir_all(dir)?;
                let file = File::options()
                    .create(true)
                    .write(true)
                    .truncate(false)
                    .open(dir.join(file))?;
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
                    .bind(key)
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
    pub async fn take(place: &Place, duty: Duty) -> Result<Self, OpenError> {
        loop {
            if let Some(lock) = Self::try_take(place, duty).await? {
                return Ok(lock);
            }
            sleep(INTERVAL).await;
        }
    }

    /// Gives it up, so that whoever tries next has it. One that is only dropped is free once the
    /// database notices.
    pub async fn release(self) {
        if let Held::Session(mut session) = self.0 {
            let released = timeout(FAREWELL, async {
                sqlx::query("SELECT pg_advisory_unlock_all()")
                    .execute(&mut session)
                    .await?;
                session.close().await
            });
            if !matches!(released.await, Ok(Ok(()))) {
                tracing::debug!("the database gives a lock up by itself");
            }
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
