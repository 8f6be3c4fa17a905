//! Another program as a player, by the protocol of `halma engine`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use halma_core::{Game, Path, Ply, Preset, Rules};

/// How long a program may take to end when told to.
const TO_END: Duration = Duration::from_secs(2);
/// How often it is looked whether it has.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// What a player may spend on a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u8>,
    pub(crate) time: Option<Duration>,
}

impl Budget {
    pub(crate) const fn is_none(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time.is_none()
    }
}

/// A running program.
pub(crate) struct Outside {
    child: Child,
    /// Closed when the program is to end.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    command: String,
    rules: Option<Rules>,
}

impl Outside {
    /// Starts a command, its words separated by spaces, and waits until it is ready.
    pub(crate) fn start(command: &str) -> anyhow::Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().context("an engine needs a command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| command.to_owned())?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().context("no output to read from")?;
        let mut outside = Self {
            child,
            stdin,
            stdout: BufReader::new(stdout),
            command: command.to_owned(),
            rules: None,
        };
        outside.ask("halma", "halmaok")?;
        outside.ask("isready", "readyok")?;
        Ok(outside)
    }

    /// Its move in a game under way; it has not been checked.
    pub(crate) fn choose(&mut self, game: &Game, budget: Budget) -> anyhow::Result<Path> {
        if self.rules != Some(*game.rules()) {
            let ruleset = game.rules().ruleset();
            let text = match Preset::of(ruleset) {
                Some(preset) => preset.name.to_owned(),
                None => serde_json::to_string(ruleset)?,
            };
            self.tell(&format!("rules {text}"))?;
            self.rules = Some(*game.rules());
        }
        self.tell(&position(game))?;
        let mut go = "go".to_owned();
        if let Some(nodes) = budget.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = budget.depth {
            go += &format!(" depth {depth}");
        }
        if let Some(time) = budget.time {
            go += &format!(" movetime {}", time.as_millis());
        }
        let best = self.ask(&go, "bestmove")?;
        let path = best.split_whitespace().nth(1).unwrap_or_default();
        path.parse()
            .with_context(|| format!("{} answered {best}", self.command))
    }

    fn tell(&mut self, line: &str) -> anyhow::Result<()> {
        let stdin = self.stdin.as_mut().context("the engine has ended")?;
        writeln!(stdin, "{line}")
            .and_then(|()| stdin.flush())
            .with_context(|| format!("{} does not listen", self.command))
    }

    /// Says something and waits for the line that begins with that word.
    fn ask(&mut self, line: &str, word: &str) -> anyhow::Result<String> {
        self.tell(line)?;
        let mut answer = String::new();
        loop {
            answer.clear();
            if self.stdout.read_line(&mut answer)? == 0 {
                bail!("{} ended instead of saying {word}", self.command);
            }
            match answer.split_whitespace().next() {
                Some(first) if first == word => return Ok(answer.trim_end().to_owned()),
                Some("error") => bail!("{}: {}", self.command, answer.trim_end()),
                _ => {}
            }
        }
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // It may have ended already; then there is nobody to tell and nothing to end.
        let _ = self.tell("quit");
        self.stdin = None;
        let told = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if told.elapsed() > TO_END {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }
}

/// The game as the protocol says it.
fn position(game: &Game) -> String {
    let start = game.start();
    let mut text = if *start == game.rules().start() {
        "position start".to_owned()
    } else {
        format!("position {start}")
    };
    if !game.is_empty() {
        text += " moves";
    }
    for ply in game.plies() {
        match ply {
            Ply::Move { path, .. } => text += &format!(" {path}"),
            Ply::Out { seat, cause } => text += &format!(" {}!{}", seat.letter(), cause.reason()),
            // Passes are automatic.
            Ply::Pass { .. } => {}
        }
    }
    text
}
