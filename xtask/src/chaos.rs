//! `cargo xtask chaos`: many play while everything fails, for as long as one likes.

use anyhow::Result;
use clap::ValueEnum;

use crate::command::{cargo, run as run_program};
use crate::test::equip;

/// How long, how many, and which chance.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Minutes on each engine
    #[arg(long, value_name = "N", default_value_t = 15)]
    minutes: u64,
    /// Tables of two or four players
    #[arg(long, value_name = "N", default_value_t = 80)]
    tables: u32,
    /// Which faults, and which moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only on this engine
    #[arg(long)]
    engine: Option<Engine>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Engine {
    Sqlite,
    Postgres,
}

/// Runs the chaos test, first on the one engine, then on the other.
pub(crate) fn run(options: &Options) -> Result<()> {
    run_program(cargo().args(["build", "--workspace", "--bins"]))?;
    let engines = match options.engine {
        Some(engine) => vec![engine],
        None => vec![Engine::Sqlite, Engine::Postgres],
    };
    for engine in engines {
        let test = match engine {
            Engine::Sqlite => "nothing_acknowledged_is_lost_on_sqlite",
            Engine::Postgres => "nothing_acknowledged_is_lost_on_postgres",
        };
        let mut cargo = cargo();
        equip(&mut cargo)?;
        cargo
            .args(["test", "--package", "halma-tests", "--test", "chaos", test])
            .args(["--", "--nocapture"])
            .env("HALMA_CHAOS_SECONDS", (options.minutes * 60).to_string())
            .env("HALMA_CHAOS_TABLES", options.tables.to_string())
            .env("HALMA_CHAOS_SEED", options.seed.to_string());
        run_program(&mut cargo)?;
    }
    Ok(())
}
