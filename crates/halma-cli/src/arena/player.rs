//! Who plays: as named on the command line, and ready to move.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use halma_core::{Game, Path};
use halma_engine::{Greedy, Level, Limits, Search, Strength};

use crate::engine::{Budget, Outside};

/// A player as named on the command line.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    text: String,
    kind: Kind,
    budget: Budget,
}

#[derive(Clone, Debug)]
enum Kind {
    Level(Level),
    Full,
    Greedy,
    Outside(String),
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Spec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, budget) = match text.rsplit_once('@') {
            Some((name, budget)) => (name, read_budget(budget)?),
            None => (text, Budget::default()),
        };
        let kind = match name {
            "full" => Kind::Full,
            "greedy" => Kind::Greedy,
            _ => match name.strip_prefix("engine:") {
                Some(command) => Kind::Outside(command.to_owned()),
                None => {
                    let level = name.parse().ok().and_then(Level::new);
                    let level = level.or_else(|| Level::by_name(name));
                    Kind::Level(level.context(
                        "a player is a level from 1 to 8, full, greedy or engine:COMMAND",
                    )?)
                }
            },
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
            budget,
        })
    }
}

fn read_budget(text: &str) -> anyhow::Result<Budget> {
    let (unit, number) = text
        .split_once('=')
        .context("a player's budget is nodes=N, depth=N or ms=N")?;
    let number: u32 = number.parse().context("a player's budget is a number")?;
    let mut budget = Budget::default();
    match unit {
        "nodes" => budget.nodes = Some(number.into()),
        "depth" => budget.depth = Some(u8::try_from(number).unwrap_or(u8::MAX)),
        "ms" => budget.time = Some(Duration::from_millis(number.into())),
        _ => bail!("a player's budget is nodes=N, depth=N or ms=N"),
    }
    Ok(budget)
}

/// A player ready to move.
pub(super) struct Player {
    kind: Ready,
    budget: Budget,
}

enum Ready {
    Own(Strength, Limits),
    Greedy,
    Outside(Outside),
}

impl Player {
    /// A player with its own budget, or else that one.
    pub(super) fn new(spec: &Spec, budget: Budget) -> anyhow::Result<Self> {
        let budget = if spec.budget.is_none() {
            budget
        } else {
            spec.budget
        };
        let kind = match &spec.kind {
            Kind::Level(level) => {
                let limits = if budget.is_none() {
                    level.limits()
                } else {
                    Limits::default()
                };
                Ready::Own(level.strength(), limits)
            }
            Kind::Full if budget.is_none() => bail!("full strength needs --nodes or --movetime"),
            Kind::Full => Ready::Own(Strength::FULL, Limits::default()),
            Kind::Greedy => Ready::Greedy,
            Kind::Outside(command) => {
                if budget.is_none() {
                    bail!("another engine needs --nodes or --movetime");
                }
                Ready::Outside(Outside::start(command)?)
            }
        };
        Ok(Self { kind, budget })
    }

    /// How long it may take for a move, where that is limited.
    pub(super) const fn time(&self) -> Option<Duration> {
        self.budget.time
    }

    /// Its move in a game under way.
    pub(super) fn choose(&mut self, game: &Game, seed: u64) -> anyhow::Result<Path> {
        let began = Instant::now();
        match &mut self.kind {
            Ready::Own(strength, limits) => {
                let limits = limits.and(Limits {
                    nodes: self.budget.nodes,
                    depth: self.budget.depth,
                    deadline: self.budget.time.map(|time| began + time),
                });
                let found =
                    Search::new(*strength, seed).run(game, &limits, &AtomicBool::new(false));
                found.map(|found| found.path)
            }
            Ready::Greedy => Greedy::new(seed).choose(game),
            Ready::Outside(outside) => Some(outside.choose(game, self.budget)?),
        }
        .ok_or_else(|| anyhow!("no move in {}", game.position()))
    }
}
