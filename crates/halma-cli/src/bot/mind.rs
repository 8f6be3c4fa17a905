//! Who thinks for the bot: the built-in engine, or a program of its own for every game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use halma_core::{Game, Path};
use halma_engine::{Level, Limits, Search};

use crate::engine::{Budget, Outside};

/// A move takes at most this part of what is left on the clock.
const PART_OF_CLOCK: u32 = 30;

/// What finds the moves of one game.
pub(super) struct Mind {
    kind: Kind,
    movetime: Duration,
}

enum Kind {
    Own(Level),
    Outside(Box<Outside>, String),
}

impl Mind {
    pub(super) const fn own(level: Level, movetime: Duration) -> Self {
        Self {
            kind: Kind::Own(level),
            movetime,
        }
    }

    /// Starts the program.
    pub(super) fn outside(command: &str, movetime: Duration) -> anyhow::Result<Self> {
        let outside = Box::new(Outside::start(command)?);
        Ok(Self {
            kind: Kind::Outside(outside, command.to_owned()),
            movetime,
        })
    }

    /// Another one like it, for another game.
    pub(super) fn another(&self) -> anyhow::Result<Self> {
        match &self.kind {
            Kind::Own(level) => Ok(Self::own(*level, self.movetime)),
            Kind::Outside(_, command) => Self::outside(command, self.movetime),
        }
    }

    /// A legal move in a game under way, with so much left on its clock. Blocks for up to the time
    /// for a move.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        seed: u64,
        left: Option<Duration>,
    ) -> anyhow::Result<Path> {
        let time = left.map_or(self.movetime, |left| {
            self.movetime.min(left / PART_OF_CLOCK)
        });
        let path = match &mut self.kind {
            Kind::Own(level) => {
                let limits = level.limits().and(Limits::until(Instant::now() + time));
                let found = Search::new(*level, seed).run(game, &limits, &AtomicBool::new(false));
                found.map(|found| found.path).context("there is no move")?
            }
            Kind::Outside(outside, _) => {
                let budget = Budget {
                    time: Some(time),
                    ..Budget::default()
                };
                outside.choose(game, budget)?
            }
        };
        game.clone()
            .play(&path)
            .with_context(|| format!("the engine chose {path} in {}", game.position()))?;
        Ok(path)
    }
}
