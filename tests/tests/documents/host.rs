//! Whoever keeps the server of a transcript: stops and starts it, and does to it and its store
//! what no client can.

use std::sync::{Arc, Condvar, Mutex};

use halma_protocol::GameId;
use halma_server::admin::Wish;
use halma_server::probe::{Point, Probe};
use halma_server::store::{Duty, Lock};
use halma_tests::{Data, Engine, Http, Server, Setup};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

/// The store takes no more events.
const BREAK: &str = "CREATE TRIGGER no_room BEFORE INSERT ON events \
    BEGIN SELECT RAISE(ABORT, 'no room'); END";
const MEND: &str = "DROP TRIGGER no_room";

/// What is stored of a game makes no sense any more.
const SPOIL: &str = "UPDATE events SET body = '{}' WHERE game = $1 AND seq = 1";

/// A server and what can be done to it.
pub(crate) struct Host {
    data: Data,
    flags: Vec<String>,
    server: Option<Server>,
    port: u16,
    starts: u64,
    gate: Arc<Gate>,
    /// The database's, as another server would have it.
    lock: Option<Lock>,
}

impl Host {
    /// A server started with the flags that a line `# server: …` of a transcript names.
    pub(crate) async fn new(transcript: &str) -> Self {
        let mut lines = transcript.lines();
        let flags = lines.find_map(|line| line.strip_prefix("# server: "));
        let flags = flags.unwrap_or_default().split_whitespace();
        let mut host = Self {
            data: Data::new(Engine::Sqlite).await,
            flags: flags.map(str::to_owned).collect(),
            server: None,
            port: halma_tests::free_port(),
            starts: 0,
            gate: Arc::default(),
            lock: None,
        };
        host.start().await;
        host
    }

    fn server(&self) -> &Server {
        self.server.as_ref().expect("a server that is not stopped")
    }

    pub(crate) fn url(&self) -> String {
        self.server().url()
    }

    pub(crate) fn http(&self) -> Http {
        self.server().http()
    }

    /// Does what a line says the host does.
    pub(crate) async fn act(&mut self, what: &str) {
        match *what.split(' ').collect::<Vec<_>>().as_slice() {
            ["stop"] => {
                let server = self.server.take().expect("a server to stop");
                server.stop().await;
            }
            ["start"] => self.start().await,
            ["start", "waiting"] => {
                let lock = Lock::try_take(&self.data.place(), Duty::Serve)
                    .await
                    .unwrap();
                self.lock = Some(lock.expect("a free database"));
                self.begin().await;
            }
            ["ban", player] => {
                let player = player.to_owned();
                self.setup().carry_out(&Wish::Ban { player }).await;
            }
            ["hold"] => self.gate.set(true),
            ["release"] => self.gate.set(false),
            ["break"] => self.execute(sqlx::query(BREAK)).await,
            ["mend"] => self.execute(sqlx::query(MEND)).await,
            ["spoil", game] => {
                let game: GameId = game.parse().unwrap();
                self.execute(sqlx::query(SPOIL).bind(game)).await;
            }
            _ => panic!("the host cannot {what}"),
        }
    }

    /// Starts the server unless it has begun, and waits until it serves.
    async fn start(&mut self) {
        self.lock = None;
        if self.server.is_none() {
            self.begin().await;
        }
        self.server().ready().await;
    }

    async fn begin(&mut self) {
        self.starts += 1;
        let gate = Arc::clone(&self.gate);
        let probe = Probe::new(move |point| {
            if point == Point::BeforeCommit {
                gate.pass();
            }
        });
        let setup = self.setup().random(self.starts).probe(probe);
        self.server = Some(setup.begin_on(self.port).await);
    }

    fn setup(&self) -> Setup {
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        Setup::with_flags(&self.data, &flags)
    }

    /// Changes the database behind the server's back.
    async fn execute(&self, query: Query<'_>) {
        let file = self.data.directory().unwrap().join("halma.db");
        let options = SqliteConnectOptions::new().filename(file);
        let mut database: SqliteConnection = options.connect().await.unwrap();
        query.execute(&mut database).await.unwrap();
        database.close().await.unwrap();
    }
}

type Query<'a> = sqlx::query::Query<'a, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>;

impl Drop for Host {
    fn drop(&mut self) {
        // The threads of a test that failed meanwhile must come to their end.
        self.gate.set(false);
    }
}

/// A gate before every commit of the journal.
#[derive(Default)]
struct Gate {
    shut: Mutex<bool>,
    moved: Condvar,
}

impl Gate {
    fn set(&self, shut: bool) {
        *self.shut.lock().unwrap() = shut;
        self.moved.notify_all();
    }

    /// Waits until it is open. The tasks beside this one go on.
    fn pass(&self) {
        tokio::task::block_in_place(|| {
            let shut = self.shut.lock().unwrap();
            drop(self.moved.wait_while(shut, |shut| *shut).unwrap());
        });
    }
}
