//! What goes wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use halma_tests::{Cluster, Data, Dice, Process, Program, program};
use tokio::time::sleep;

use crate::disk::Disk;
use crate::proxy::Proxy;

/// Everything that can fail, and the means to make it.
pub(crate) struct World {
    pub(crate) server: Process,
    pub(crate) proxy: Proxy,
    /// Gone before what it is on.
    pub(crate) data: Data,
    pub(crate) cluster: Option<Cluster>,
    pub(crate) disk: Option<Disk>,
    /// How often each fault has been.
    pub(crate) faults: BTreeMap<&'static str, u32>,
    pub(crate) dice: Dice,
}

/// The points of a move's journey at which the server dies.
const POINTS: [&str; 3] = ["before_commit", "after_commit", "before_broadcast"];

impl World {
    /// Makes one thing fail, and puts it right again.
    pub(crate) async fn fail(&mut self) {
        let name = match self.dice.roll(12) {
            0..3 => self.kill().await,
            3 => self.kill_at_a_point().await,
            4 => self.terminate().await,
            5 => self.cut(false),
            6 => self.cut(true),
            7 => self.delay().await,
            8 | 9 if self.cluster.is_some() => self.fail_postgres().await,
            _ if self.disk.is_some() => self.fill_the_disk().await,
            _ if self.cluster.is_some() => self.fail_postgres().await,
            _ => self.kill().await,
        };
        *self.faults.entry(name).or_default() += 1;
    }

    async fn kill(&mut self) -> &'static str {
        self.server.kill().await;
        self.server.replace(Program::server(&self.data));
        self.server.ready().await;
        "killed"
    }

    async fn kill_at_a_point(&mut self) -> &'static str {
        self.server.kill().await;
        let point = *self.dice.pick(&POINTS);
        let times = self.dice.roll(40) + 1;
        let at = format!("{point}:{times}");
        let risky = Program::at(&program("halma-server-at-risk"), &self.data);
        self.server.replace(risky.variable("HALMA_DIE_AT", at));
        self.server.ended().await;
        self.server.replace(Program::server(&self.data));
        self.server.ready().await;
        "killed at a point"
    }

    async fn terminate(&mut self) -> &'static str {
        assert!(self.server.terminate().await.success(), "a clean end");
        self.server.replace(Program::server(&self.data));
        self.server.ready().await;
        "terminated"
    }

    fn cut(&self, reset: bool) -> &'static str {
        self.proxy.cut(reset);
        if reset { "reset" } else { "cut" }
    }

    async fn delay(&mut self) -> &'static str {
        self.proxy.delay(millis(&mut self.dice, 5, 120));
        sleep(millis(&mut self.dice, 200, 800)).await;
        self.proxy.delay(Duration::ZERO);
        "delayed"
    }

    async fn fail_postgres(&mut self) -> &'static str {
        let cluster = self.cluster.as_mut().expect("there is one");
        match self.dice.roll(3) {
            0 => {
                cluster.stop("fast").await;
                sleep(millis(&mut self.dice, 0, 700)).await;
                cluster.again().await;
                "database stopped"
            }
            1 => {
                cluster.stop("immediate").await;
                cluster.again().await;
                "database crashed"
            }
            _ => {
                cluster.pause();
                // Some longer than the server's patience.
                sleep(millis(&mut self.dice, 100, 7_000)).await;
                cluster.go_on();
                "database paused"
            }
        }
    }

    async fn fill_the_disk(&mut self) -> &'static str {
        let disk = self.disk.as_ref().expect("there is one");
        disk.fill();
        sleep(millis(&mut self.dice, 100, 1_500)).await;
        disk.empty();
        // PostgreSQL gives up if there is no room for its log.
        if let Some(cluster) = &self.cluster {
            cluster.again().await;
        }
        "disk filled"
    }
}

/// A time between the two, in milliseconds.
pub(crate) fn millis(dice: &mut Dice, least: usize, most: usize) -> Duration {
    let millis = least + dice.roll(most - least);
    Duration::from_millis(millis as u64)
}
