//! A database of a test's own, on either engine.

use std::path::Path;

use halma_server::store::Place;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::postgres::{self, Database};
use crate::stored::Stored;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded one.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// A fresh database; removed when dropped.
#[derive(Debug)]
pub struct Data(Kind);

#[derive(Debug)]
enum Kind {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Data {
    /// An empty database on that engine.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    pub async fn new(engine: Engine) -> Self {
        Self(match engine {
            Engine::Sqlite => {
                Kind::Sqlite(tempfile::Builder::new().prefix("halma-").tempdir().unwrap())
            }
            Engine::Postgres => Kind::Postgres(postgres::fresh().await),
        })
    }

    /// An empty database on a cluster that the test may stop.
    pub async fn on(cluster: &Cluster) -> Self {
        Self(Kind::Postgres(postgres::on(cluster.admin()).await))
    }

    /// An empty embedded database below this directory.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    pub fn below(dir: &Path) -> Self {
        let dir = tempfile::Builder::new().prefix("halma-").tempdir_in(dir);
        Self(Kind::Sqlite(dir.unwrap()))
    }

    /// Which engine it is on.
    pub fn engine(&self) -> Engine {
        match &self.0 {
            Kind::Sqlite(_) => Engine::Sqlite,
            Kind::Postgres(_) => Engine::Postgres,
        }
    }

    /// The server's flags for it.
    ///
    /// # Panics
    ///
    /// If the directory's name is not UTF-8.
    pub fn flags(&self) -> Vec<String> {
        match &self.0 {
            Kind::Sqlite(dir) => vec!["--data-dir".into(), dir.path().to_str().unwrap().into()],
            Kind::Postgres(database) => vec!["--database-url".into(), database.url.clone()],
        }
    }

    /// Where it is, for a server in this process.
    pub fn place(&self) -> Place {
        match &self.0 {
            Kind::Sqlite(dir) => Place::Directory(dir.path().to_owned()),
            Kind::Postgres(database) => Place::Postgres(database.url.clone()),
        }
    }

    /// The directory of the embedded database; none on PostgreSQL.
    pub fn directory(&self) -> Option<&Path> {
        match &self.0 {
            Kind::Sqlite(dir) => Some(dir.path()),
            Kind::Postgres(_) => None,
        }
    }

    /// The address of a PostgreSQL database; none on the embedded one.
    pub fn url(&self) -> Option<&str> {
        match &self.0 {
            Kind::Sqlite(_) => None,
            Kind::Postgres(database) => Some(&database.url),
        }
    }

    /// Takes the store away from under a server: from now on no game can be written or looked up.
    ///
    /// # Panics
    ///
    /// If it is away already.
    pub async fn take_away(&self) {
        self.alter("ALTER TABLE events RENAME TO events_away").await;
        self.alter("ALTER TABLE games RENAME TO games_away").await;
        self.alter("ALTER TABLE served RENAME TO served_away").await;
    }

    /// Gives back what was taken away.
    ///
    /// # Panics
    ///
    /// If nothing was.
    pub async fn give_back(&self) {
        self.alter("ALTER TABLE events_away RENAME TO events").await;
        self.alter("ALTER TABLE games_away RENAME TO games").await;
        self.alter("ALTER TABLE served_away RENAME TO served").await;
    }

    /// Changes what is stored behind a server's back.
    ///
    /// # Panics
    ///
    /// If the statement fails.
    pub async fn alter(&self, statement: &'static str) {
        match self.place() {
            Place::Directory(dir) => {
                let options = SqliteConnectOptions::new().filename(dir.join("halma.db"));
                let mut database = options.connect().await.unwrap();
                sqlx::query(statement).execute(&mut database).await.unwrap();
                database.close().await.unwrap();
            }
            Place::Postgres(url) => {
                let mut database = PgConnection::connect(&url).await.unwrap();
                sqlx::query(statement).execute(&mut database).await.unwrap();
            }
        }
    }

    /// A connection of the test's own, beside the server's.
    pub async fn stored(&self) -> Stored {
        Stored::connect(&self.place()).await
    }
}

/// Makes of each `async fn name(data: Data)` a test on SQLite and one on PostgreSQL.
#[macro_export]
macro_rules! on_both_engines {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$name($crate::Data::new($crate::Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$name($crate::Data::new($crate::Engine::Postgres).await).await;
            }
        }
    )+};
}
