//! A conversation by the engine protocol.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::bail;
use halma_core::{Game, Preset, Rules};
use halma_engine::{Found, Level, Limits, Search};

use super::command::{self, Command, Go, MOST_TABLE, Setting};

/// What is known of the game and the options, and the search under way.
pub(super) struct Session<W> {
    out: Arc<Mutex<W>>,
    game: Game,
    level: Level,
    seed: u64,
    /// In MiB.
    table: usize,
    searching: Option<Searching>,
}

/// A search on its own thread.
struct Searching {
    stop: Arc<AtomicBool>,
    /// Set before the answer is given, so that whoever has read it may go on at once.
    done: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Whether it ends by itself.
    bounded: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out: Arc::new(Mutex::new(out)),
            game: Game::new(classic()),
            level: Level::STRONGEST,
            seed: 0,
            table: 4,
            searching: None,
        }
    }

    /// Does what a line asks for. Gives back whether to go on.
    pub(super) fn hear(&mut self, line: &str) -> io::Result<bool> {
        self.forget_if_done();
        match command::read(line, self.game.rules()) {
            Ok(Some(Command::Quit)) => {
                self.stop();
                return Ok(false);
            }
            Ok(Some(command)) => {
                if let Err(error) = self.obey(command) {
                    self.say(&format!("error {error:#}"))?;
                }
            }
            Ok(None) => {}
            Err(error) => self.say(&format!("error {error:#}"))?,
        }
        Ok(true)
    }

    /// Waits for the search under way, or stops it if it would not end.
    pub(super) fn finish(&mut self) {
        if let Some(searching) = self.searching.take() {
            let now = !searching.bounded;
            searching.end(now);
        }
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<()> {
        let idle_only = !matches!(
            command,
            Command::Identify | Command::AreYouReady | Command::Stop
        );
        if idle_only && self.searching.is_some() {
            bail!("still searching");
        }
        match command {
            Command::Identify => self.introduce()?,
            Command::AreYouReady => self.say("readyok")?,
            Command::Set(Setting::Level(level)) => self.level = level,
            Command::Set(Setting::Seed(seed)) => self.seed = seed,
            Command::Set(Setting::Table(mib)) => self.table = mib,
            Command::NewGame => self.game = Game::new(*self.game.rules()),
            Command::Rules(rules) => self.game = Game::new(*rules),
            Command::Position(game) => self.game = *game,
            Command::Show => self.say(&format!("position {}", self.game.position()))?,
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&format!(
            "id name Halma {}\n\
             id author the authors of Halma\n\
             option name level type spin default 8 min 1 max 8\n\
             option name seed type spin default 0 min 0 max {}\n\
             option name table type spin default 4 min 1 max {MOST_TABLE}\n\
             halmaok",
            env!("CARGO_PKG_VERSION"),
            u64::MAX,
        ))
    }

    fn go(&mut self, go: Go) {
        let began = Instant::now();
        let bounded = !go.infinite;
        let mut limits = Limits {
            nodes: go.nodes,
            depth: go.depth,
            deadline: go.movetime.map(|time| began + time),
        };
        if bounded && limits.nodes.is_none() && limits.depth.is_none() && limits.deadline.is_none()
        {
            limits = self.level.limits();
        }
        let mut search = Search::new(self.level, self.seed).table_bytes(self.table << 20);
        if !go.moves.is_empty() {
            search = search.only(
                go.moves
                    .iter()
                    .map(|path| (path.from(), path.to()))
                    .collect(),
            );
        }
        let stop = Arc::new(AtomicBool::new(false));
        let done = Arc::new(AtomicBool::new(false));
        let answered = Arc::clone(&done);
        let (flag, out, game) = (Arc::clone(&stop), Arc::clone(&self.out), self.game.clone());
        let thread = std::thread::spawn(move || {
            let mut report = |found: &Found| {
                // Whoever does not listen any more will not hear the move either.
                let _ = say(&out, &info(found, began));
            };
            let found = search.run_reporting(&game, &limits, &flag, &mut report);
            // An unlimited search that has nothing left to find keeps its answer until asked.
            while !bounded && !flag.load(Ordering::Relaxed) {
                std::thread::park_timeout(std::time::Duration::from_millis(5));
            }
            let best = found.map_or_else(|| "none".to_owned(), |found| found.path.to_string());
            answered.store(true, Ordering::Release);
            let _ = say(&out, &format!("bestmove {best}"));
        });
        self.searching = Some(Searching {
            stop,
            done,
            thread,
            bounded,
        });
    }

    fn stop(&mut self) {
        if let Some(searching) = self.searching.take() {
            searching.end(true);
        }
    }

    fn forget_if_done(&mut self) {
        if let Some(done) = self
            .searching
            .take_if(|searching| searching.done.load(Ordering::Acquire))
        {
            done.end(false);
        }
    }

    fn say(&self, text: &str) -> io::Result<()> {
        say(&self.out, text)
    }
}

impl Searching {
    /// Waits for the answer, at once if `now`.
    fn end(self, now: bool) {
        if now {
            self.stop.store(true, Ordering::Relaxed);
        }
        // A search that panicked has given no answer, and there is none to give for it.
        let _ = self.thread.join();
    }
}

fn say<W: Write>(out: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut out: MutexGuard<'_, W> = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{text}")?;
    out.flush()
}

fn info(found: &Found, began: Instant) -> String {
    let elapsed = began.elapsed();
    let per_second = found.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
    format!(
        "info depth {} score {} nodes {} time {} nps {per_second:.0} pv {}",
        found.depth,
        found.score,
        found.nodes,
        elapsed.as_millis(),
        line.join(" ")
    )
}

/// The rules in force until others are set.
fn classic() -> Rules {
    let classic = Preset::by_name("classic").map(|preset| preset.ruleset);
    #[expect(clippy::expect_used, reason = "the default ruleset is sound")]
    Rules::new(classic.unwrap_or_default()).expect("classic is sound")
}
