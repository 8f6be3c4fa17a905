//! Processes of the benchmark, each kept on one core.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use halma_tests::{Data, Http, eventually, free_port};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::process::{Child, Command};

use crate::listener::Listener;

/// Where the server runs, or what it is compared with.
const SERVER: &str = "0";

/// Where everything else runs: who plays, the database, and this process.
const LOAD: &str = "1";

/// Limits nobody comes near.
const UNLIMITED: [&str; 7] = [
    "--messages",
    "--games-per-socket",
    "--connections",
    "--connections-per-address",
    "--requests",
    "--changes",
    "--open-games",
];

/// Keeps this process, and whatever it starts, on the load's core; the server's must be there too.
pub(crate) async fn stay() -> Result<()> {
    let me = std::process::id().to_string();
    let on_the_loads = ["--all-tasks", "--pid", "--cpu-list", LOAD, &me];
    for words in [&["--cpu-list", SERVER, "true"][..], &on_the_loads] {
        let done = Command::new("taskset")
            .args(words)
            .stdout(Stdio::null())
            .status()
            .await
            .context("taskset cannot be started")?;
        ensure!(done.success(), "cores {SERVER} and {LOAD} are needed");
    }
    Ok(())
}

/// Lets this process, and whatever it starts, have so many files and sockets open.
pub(crate) fn open_files(needed: u64) -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < needed) {
        limit.current = Some(needed);
        setrlimit(Resource::Nofile, limit).with_context(|| {
            format!("{needed} open files are needed, which the system does not allow (ulimit -Hn)")
        })?;
    }
    Ok(())
}

/// A program of this workspace, beside this one.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(name))
}

/// A program to be run on the server's core.
pub(crate) fn on_the_servers_core(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("taskset");
    command
        .args(["--cpu-list", SERVER])
        .arg(program)
        // Nothing but the flags says how it runs.
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true);
    command
}

/// A process that serves on the server's core; it is killed when dropped.
pub(crate) struct Serving {
    /// Killed with this value.
    child: Child,
    pub(crate) pid: u32,
    pub(crate) url: String,
}

impl Serving {
    /// The server on this data, once it serves.
    pub(crate) async fn server(data: &Data) -> Result<Self> {
        let unlimited = UNLIMITED.iter().flat_map(|limit| [limit, "1000000"]);
        let mut command = on_the_servers_core(program("halma-server")?);
        command
            .args(data.flags())
            .args(unlimited)
            .args(["--log", "error"]);
        let server = Self::start(command)?;
        let http = Http::new(&server.url);
        let ready = eventually("a ready server", async || {
            let answer = http
                .try_send("GET".parse().ok()?, "/readyz", &[], "")
                .await?;
            answer.status.is_success().then_some(())
        });
        server.once(ready).await
    }

    /// The relay of a recorded game.
    pub(crate) async fn relay(recording: &Path) -> Result<Self> {
        let mut command = on_the_servers_core(env::current_exe()?);
        command.arg("relay").arg("--recording").arg(recording);
        let relay = Self::start(command)?;
        let url = relay.url.clone();
        let opened = eventually("a relay", async || Listener::open(&url, None).await.ok());
        relay.once(opened).await
    }

    /// This process once it serves, unless it ends before that.
    async fn once<T>(mut self, serves: impl Future<Output = T>) -> Result<Self> {
        tokio::select! {
            _ = serves => Ok(self),
            ended = self.child.wait() => bail!("what was to serve has ended: {}", ended?),
        }
    }

    fn start(mut command: Command) -> Result<Self> {
        let address = format!("127.0.0.1:{}", free_port());
        let child = command.args(["--listen", &address]).spawn()?;
        let pid = child.id().context("it has just been started")?;
        Ok(Self {
            child,
            pid,
            url: format!("http://{address}"),
        })
    }
}

/// The processor time that a process's threads have used, as far as they still run.
pub(crate) fn processor(pid: u32) -> Result<Duration> {
    let mut nanos = 0;
    for thread in fs::read_dir(format!("/proc/{pid}/task"))? {
        // A thread may end while we look.
        let times = fs::read_to_string(thread?.path().join("schedstat")).unwrap_or_default();
        let used = times.split(' ').next().unwrap_or_default();
        nanos += used.parse::<u64>().unwrap_or_default();
    }
    Ok(Duration::from_nanos(nanos))
}

/// The memory a process holds, in bytes.
pub(crate) fn memory(pid: u32) -> Result<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    let resident = rollup.lines().find_map(|line| line.strip_prefix("Rss:"));
    let kib = resident.and_then(|line| line.split_whitespace().next());
    Ok(1024 * kib.context("a process has memory")?.parse::<u64>()?)
}
