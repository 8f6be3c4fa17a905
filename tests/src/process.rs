//! The server's program as a process of its own, to be ended and started again.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use halma_client::Rest;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::data::Data;
use crate::flags::unlimited;
use crate::http::Http;
use crate::port::free_port;
use crate::server::ready;
use crate::wait::soon;

/// A program of this workspace, beside the test's own.
///
/// # Panics
///
/// If it has not been built.
pub fn program(name: &str) -> PathBuf {
    let test = env::current_exe().unwrap();
    // Tests lie in `deps`, programs beside that.
    let path = test.ancestors().nth(2).unwrap().join(name);
    assert!(
        path.is_file(),
        "{} is not there; run `cargo build --workspace --bins` first, as `cargo xtask test` does",
        path.display()
    );
    path
}

/// How a program is to be started.
#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    flags: Vec<String>,
    environment: Vec<(String, String)>,
}

/// A running server process; it is killed when dropped.
#[derive(Debug)]
pub struct Process {
    program: Program,
    child: Child,
    port: u16,
    log: Log,
}

/// How much memory a process holds, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// At the moment.
    pub now: u64,
    /// At most, so far.
    pub most: u64,
}

/// Where a process writes what it has to say.
#[derive(Debug)]
struct Log {
    _dir: TempDir,
    path: PathBuf,
}

impl Program {
    /// The server itself, on this data.
    pub fn server(data: &Data) -> Self {
        Self::at(&program("halma-server"), data)
    }

    /// Another program that takes the server's flags, on this data.
    pub fn at(path: &Path, data: &Data) -> Self {
        Self {
            path: path.to_owned(),
            flags: data.flags(),
            environment: Vec::new(),
        }
    }

    /// The same with one more word on its command line.
    #[must_use]
    pub fn flag(mut self, flag: impl Into<String>) -> Self {
        self.flags.push(flag.into());
        self
    }

    /// The same on the PostgreSQL at this address.
    ///
    /// # Panics
    ///
    /// If it was made for the embedded database.
    #[must_use]
    pub fn database(mut self, url: impl Into<String>) -> Self {
        let flag = self.flags.iter().position(|flag| flag == "--database-url");
        self.flags[flag.unwrap() + 1] = url.into();
        self
    }

    /// The same with a variable in its environment.
    #[must_use]
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Starts it on a free port, and waits until it serves.
    ///
    /// # Panics
    ///
    /// If it ends before that.
    pub async fn start(self) -> Process {
        let mut process = self.begin();
        process.ready().await;
        process
    }

    /// Starts it on a free port without waiting.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn begin(self) -> Process {
        let dir = tempfile::Builder::new()
            .prefix("halma-log-")
            .tempdir()
            .unwrap();
        let path = dir.path().join("log");
        let log = Log { _dir: dir, path };
        let port = free_port();
        Process {
            child: self.spawn(port, &log.path),
            program: self,
            port,
            log,
        }
    }

    fn spawn(&self, port: u16, log: &Path) -> Child {
        let log = File::options().create(true).append(true).open(log).unwrap();
        Command::new(&self.path)
            .args(["--listen", &format!("127.0.0.1:{port}")])
            .args(&self.flags)
            .args(unlimited(&self.flags))
            // Only what a test says reaches the program.
            .env_clear()
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .unwrap()
    }
}

impl Process {
    /// The server's program on this data, once it serves.
    pub async fn start(data: &Data) -> Self {
        Program::server(data).start().await
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Requests to it, as nobody.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn rest(&self) -> Rest {
        Rest::new(&self.url()).unwrap()
    }

    /// Bare requests to it.
    pub fn http(&self) -> Http {
        Http::new(&self.url())
    }

    /// What it has written so far, over all its lives.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log.path).unwrap_or_default()
    }

    /// How much memory it holds.
    ///
    /// # Panics
    ///
    /// If it has ended, or the system does not tell.
    pub fn memory(&self) -> Memory {
        let id = self.child.id().expect("it has ended already");
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let kib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap()
                .trim()
                .trim_end_matches(" kB")
                .parse()
                .unwrap()
        };
        Memory {
            now: kib("VmRSS:"),
            most: kib("VmHWM:"),
        }
    }

    /// Waits until it serves.
    ///
    /// # Panics
    ///
    /// If it ends before that.
    pub async fn ready(&mut self) {
        let http = self.http();
        let ended = tokio::select! {
            _ = ready(&http) => return,
            ended = self.child.wait() => ended.unwrap(),
        };
        panic!(
            "the server ended with {ended} before it served:\n{}",
            self.log()
        );
    }

    /// Ends it at once, as a power cut would.
    ///
    /// # Panics
    ///
    /// If it is not there any more.
    pub async fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.ended().await;
    }

    /// Asks it to end, and gives how it did.
    ///
    /// # Panics
    ///
    /// If it is not there any more.
    pub async fn terminate(&mut self) -> ExitStatus {
        self.signal(Signal::TERM);
        self.ended().await
    }

    /// Waits until it has ended, by itself or by a signal sent before.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub async fn ended(&mut self) -> ExitStatus {
        soon("the process's end", self.child.wait()).await.unwrap()
    }

    /// Starts it again on the same data and the same port, and waits until it serves.
    ///
    /// # Panics
    ///
    /// If it still runs, or does not come up.
    pub async fn restart(&mut self) {
        assert!(self.child.id().is_none(), "it still runs");
        self.child = self.program.spawn(self.port, &self.log.path);
        self.ready().await;
    }

    /// Starts another program in its place, on the same port, without waiting.
    ///
    /// # Panics
    ///
    /// If it still runs.
    pub fn replace(&mut self, program: Program) {
        assert!(self.child.id().is_none(), "it still runs");
        self.program = program;
        self.child = self.program.spawn(self.port, &self.log.path);
    }

    fn signal(&self, signal: Signal) {
        let id = self.child.id().expect("it has ended already");
        let id = Pid::from_raw(id.cast_signed()).unwrap();
        kill_process(id, signal).unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the server's log:\n{}", self.log());
        }
    }
}
