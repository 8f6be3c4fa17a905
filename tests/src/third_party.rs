//! The Python and the Node client, as programs of their own.

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use halma_core::{Path as Route, Seat};
use halma_protocol::GameId;
use serde_json::Value;
use tempfile::NamedTempFile;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::wait::soon;

/// A client written against the protocol only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThirdParty {
    /// `halma_client`, with `websockets`.
    Python,
    /// `play.mjs`, with `ws`.
    Node,
}

/// Such a client on one seat of a game; it is ended when dropped.
#[derive(Debug)]
pub struct Hired {
    name: String,
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    _script: NamedTempFile,
}

/// What a client has printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// The events.
    pub events: Vec<Value>,
    /// How it says the game has ended.
    pub finished: Value,
}

impl ThirdParty {
    fn command(self) -> Command {
        match self {
            Self::Python => {
                let mut command = Command::new(given("HALMA_TEST_PYTHON"));
                command.args(["-m", "halma_client"]);
                command
            }
            Self::Node => {
                let mut command = Command::new("node");
                command.arg(Path::new(&given("HALMA_TEST_NODE_CLIENT")).join("play.mjs"));
                command
            }
        }
    }

    /// Starts it on a seat, to make these moves and to print every event.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn hire(self, url: &str, game: GameId, seat: Seat, moves: &[Route]) -> Hired {
        let mut script = NamedTempFile::new().unwrap();
        for path in moves {
            writeln!(script, "{path}").unwrap();
        }
        let mut child = self
            .command()
            .args(["play", "--url", url, "--game", &game.to_string()])
            .args(["--seat", seat.name(), "--name", seat.name(), "--since", "0"])
            .arg("--moves")
            .arg(script.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        Hired {
            name: format!("{self:?} on {seat}"),
            child,
            lines: BufReader::new(output).lines(),
            _script: script,
        }
    }
}

fn given(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| {
        panic!("{name} is not set; `cargo xtask test` installs the clients and says where they are")
    })
}

impl Hired {
    /// The next line it prints; none if it has ended.
    ///
    /// # Panics
    ///
    /// If the line is not JSON.
    pub async fn line(&mut self) -> Option<Value> {
        let line = soon(&self.name, self.lines.next_line()).await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// Waits for its end, which must be a good one, and gives what it has printed.
    ///
    /// # Panics
    ///
    /// If it ends badly.
    pub async fn end(mut self) -> Printed {
        let mut events = Vec::new();
        while let Some(line) = self.line().await {
            events.push(line);
        }
        let status = soon(&self.name, self.child.wait()).await.unwrap();
        assert!(status.success(), "{}: {status}", self.name);
        let finished = events.pop().unwrap()["finished"].take();
        Printed { events, finished }
    }
}
