//! What goes wrong.

use std::time::Duration;

use halma_server::store::Place;
use halma_tests::{Cluster, Data, Dice, Process, Program, eventually, program};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::time::sleep;

use crate::deck::{Blow, Deck, Trouble};
use crate::disk::Disk;
use crate::proxy::Proxy;

/// Everything that can fail, and the means to make it.
pub(crate) struct World {
    pub(crate) server: Process,
    pub(crate) proxy: Proxy,
    /// Holds the embedded database while nobody else is to write.
    pub(crate) holder: Option<SqliteConnection>,
    /// Gone before what it is on.
    pub(crate) data: Data,
    pub(crate) cluster: Option<Cluster>,
    pub(crate) disk: Option<Disk>,
    pub(crate) deck: Deck,
    pub(crate) dice: Dice,
}

/// The points of a move's journey at which the server dies.
const POINTS: [&str; 3] = ["before_commit", "after_commit", "before_broadcast"];

impl World {
    /// Makes something fail, puts it right again, and waits until the server serves by itself.
    pub(crate) async fn fail(&mut self) {
        let fault = self.deck.deal(&mut self.dice);
        let (mut before, mut amid) = (None, fault.blow);
        // A server that is about to start meets the trouble too.
        if fault.trouble.is_some() && self.dice.once_in(2) {
            (before, amid) = (amid, before);
        }
        if let Some(blow) = before {
            self.strike(blow).await;
        }
        if let Some(trouble) = fault.trouble {
            self.begin(trouble).await;
            sleep(self.lasts(trouble)).await;
        }
        if let Some(blow) = amid {
            self.strike(blow).await;
            sleep(millis(&mut self.dice, 0, 300)).await;
        }
        if let Some(trouble) = fault.trouble {
            self.end(trouble).await;
        }
        self.server.ready().await;
    }

    /// Whoever is struck is there again, but need not serve yet.
    async fn strike(&mut self, blow: Blow) {
        match blow {
            Blow::Kill => self.server.kill().await,
            Blow::KillAtAPoint => self.kill_at_a_point().await,
            Blow::Terminate => {
                assert!(self.server.terminate().await.success(), "a clean end");
            }
            Blow::Cut => return self.proxy.cut(false),
            Blow::Reset => return self.proxy.cut(true),
        }
        self.server.replace(Program::server(&self.data));
    }

    async fn kill_at_a_point(&mut self) {
        self.server.kill().await;
        let point = *self.dice.pick(&POINTS);
        let times = self.dice.roll(40) + 1;
        let at = format!("{point}:{times}");
        let risky = Program::at(&program("halma-server-at-risk"), &self.data);
        self.server.replace(risky.variable("HALMA_DIE_AT", at));
        self.server.ended().await;
    }

    /// How long a trouble lasts.
    fn lasts(&mut self, trouble: Trouble) -> Duration {
        let dice = &mut self.dice;
        match trouble {
            // Some longer than the server's patience.
            Trouble::Paused | Trouble::Locked if dice.once_in(4) => millis(dice, 5_000, 7_000),
            Trouble::Stopped | Trouble::Crashed => millis(dice, 0, 700),
            _ => millis(dice, 100, 1_200),
        }
    }

    async fn begin(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Stopped => self.cluster().stop("fast").await,
            Trouble::Crashed => self.cluster().stop("immediate").await,
            Trouble::Paused => self.cluster().pause(),
            Trouble::Locked => self.holder = Some(hold(&self.data).await),
            Trouble::Full => self.disk().fill(),
            Trouble::Delayed => self.proxy.delay(millis(&mut self.dice, 5, 120)),
        }
    }

    async fn end(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Stopped | Trouble::Crashed => self.cluster().again().await,
            Trouble::Paused => self.cluster().go_on(),
            Trouble::Locked => {
                let holder = self.holder.take().expect("it is held");
                holder.close().await.unwrap();
            }
            Trouble::Full => {
                self.disk().empty();
                // PostgreSQL gives up if there is no room for its log.
                if let Some(cluster) = &self.cluster {
                    cluster.again().await;
                }
            }
            Trouble::Delayed => self.proxy.delay(Duration::ZERO),
        }
    }

    fn cluster(&mut self) -> &mut Cluster {
        self.cluster.as_mut().expect("there is one")
    }

    fn disk(&self) -> &Disk {
        self.disk.as_ref().expect("there is one")
    }
}

/// Takes the embedded database for itself, as soon as no other writes to it.
async fn hold(data: &Data) -> SqliteConnection {
    let Place::Directory(dir) = data.place() else {
        panic!("it is not embedded")
    };
    let options = SqliteConnectOptions::new().filename(dir.join("halma.db"));
    eventually("the embedded database for oneself", async || {
        let mut holder: SqliteConnection = options.connect().await.ok()?;
        let held = sqlx::query("BEGIN IMMEDIATE").execute(&mut holder).await;
        held.ok().map(|_| holder)
    })
    .await
}

/// A time between the two, in milliseconds.
pub(crate) fn millis(dice: &mut Dice, least: usize, most: usize) -> Duration {
    let millis = least + dice.roll(most - least);
    Duration::from_millis(millis as u64)
}
