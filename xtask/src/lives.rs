//! `cargo xtask lives`: very many random lives of games, on both stores.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::test;
use crate::tools::{self, Tool};

/// How many lives, and which.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The first life's seed; each further one has the next number
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
    /// How many lives on each store
    #[arg(long, default_value_t = 3000, value_name = "N")]
    lives: u64,
}

/// Plays them; a failure names the seed that brings it about again.
pub(crate) fn run(options: &Options) -> Result<()> {
    tools::require(&[Tool::Postgres], false)?;
    let mut cargo = cargo();
    test::with_postgres(&mut cargo)?;
    cargo
        .env("HALMA_TEST_SEED", options.seed.to_string())
        .env("HALMA_TEST_LIVES", options.lives.to_string())
        .args(["test", "-p", "halma-tests", "--test", "life"])
        .args(["chance", "--", "--nocapture"]);
    command::run(&mut cargo)
}
