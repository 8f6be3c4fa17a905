//! A PostgreSQL cluster of a test's own, to be stopped, started and paused.

use std::env;
use std::fs;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

use crate::postgres::{self, Made};

/// How PostgreSQL is started again, as it was the first time, unless it runs.
const START: &str = r#""$1/pg_ctl" -D "$2/data" status >/dev/null && exit
    exec "$1/pg_ctl" -D "$2/data" -l "$2/log" -w -t 120 -o "-p $3 \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=on -c max_connections=200" \
    start >/dev/null"#;
const STOP: &str = r#"exec "$1/pg_ctl" -D "$2/data" -m "$4" -w -t 120 stop >/dev/null"#;

/// A cluster nobody else uses; it ends with this value.
#[derive(Debug)]
pub struct Cluster {
    made: Made,
    paused: Vec<Pid>,
}

impl Cluster {
    /// A running cluster.
    ///
    /// # Panics
    ///
    /// If PostgreSQL cannot be started.
    pub async fn start() -> Self {
        Self::below(&env::temp_dir()).await
    }

    /// The same, its files in that directory.
    ///
    /// # Panics
    ///
    /// If PostgreSQL cannot be started.
    pub async fn below(dir: &Path) -> Self {
        let dir = dir.to_owned();
        let made = tokio::task::spawn_blocking(move || postgres::make(&dir));
        Self {
            made: made.await.unwrap(),
            paused: Vec::new(),
        }
    }

    /// The address of the database every cluster has.
    pub(crate) fn admin(&self) -> String {
        self.made.admin()
    }

    /// Stops it: `fast`, which ends every connection, or `immediate`, as a power cut would.
    ///
    /// # Panics
    ///
    /// If it does not stop.
    pub async fn stop(&self, mode: &str) {
        self.run(STOP, mode).await;
    }

    /// Starts it again, unless it runs.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub async fn again(&self) {
        self.run(START, "").await;
    }

    /// Holds every process of it where it is: connections stay open and nobody answers.
    pub fn pause(&mut self) {
        let first = fs::read_to_string(self.made.dir.join("data/postmaster.pid")).unwrap();
        let first: i32 = first.lines().next().unwrap().parse().unwrap();
        // The first process last, so that it starts nobody in the meantime.
        let mut all = children_of(first);
        all.push(first);
        self.paused = all.into_iter().filter_map(Pid::from_raw).collect();
        self.signal(Signal::STOP);
    }

    /// Lets it go on.
    pub fn go_on(&mut self) {
        self.signal(Signal::CONT);
        self.paused.clear();
    }

    fn signal(&self, signal: Signal) {
        for process in &self.paused {
            // One that has just ended needs no signal.
            let _ = kill_process(*process, signal);
        }
    }

    async fn run(&self, script: &'static str, mode: &str) {
        let mut command = postgres::shell(&self.made.dir);
        command
            .args(["-c", script, "pg"])
            .args([&self.made.bin, &self.made.dir])
            .arg(self.made.port.to_string())
            .arg(mode)
            .current_dir(&self.made.dir);
        let done = tokio::task::spawn_blocking(move || command.status());
        assert!(done.await.unwrap().unwrap().success());
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.go_on();
    }
}

/// The processes whose parent is this one.
fn children_of(parent: i32) -> Vec<i32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let is_child = |id: &i32| {
        let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // The name in parentheses may hold anything; the state and the parent follow it.
        let after = status.rsplit_once(") ").map(|(_, after)| after);
        after.and_then(|after| after.split(' ').nth(1)) == Some(&parent.to_string())
    };
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(is_child)
        .collect()
}
