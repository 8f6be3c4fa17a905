//! Measures the server: its parts on both stores, each beside the least that the same could cost.

mod copies;
mod inserts;
mod listener;
mod load;
mod metrics;
mod parts;
mod played;
mod process;
mod recording;
mod relay;
mod table;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

/// The server's, so that the floors are compared with like.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[derive(Parser)]
#[command(name = "halma-bench")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure the server, and print a table for each part
    Server(parts::Options),
    /// Relay the messages of a recorded game among whoever joins: a floor
    Relay(relay::Args),
    /// Insert the events of a recorded game, batch by batch: a floor
    Inserts(inserts::Args),
}

fn main() -> ExitCode {
    match run(&Args::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<()> {
    let mut runtime = match task {
        // One after the other, as cheap as can be.
        Task::Inserts(_) => Builder::new_current_thread(),
        Task::Server(_) | Task::Relay(_) => Builder::new_multi_thread(),
    };
    runtime.enable_all().build()?.block_on(async {
        match task {
            Task::Server(options) => measure(options).await,
            Task::Relay(args) => relay::run(args).await,
            Task::Inserts(args) => inserts::run(args).await,
        }
    })
}

/// Measures unless a signal says to stop: then what was started is ended and what was made removed.
async fn measure(options: &parts::Options) -> Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        // An interruption reaches what was started as well, whose failure would be told instead.
        biased;
        _ = interrupt.recv() => bail!("interrupted"),
        _ = terminate.recv() => bail!("terminated"),
        measured = parts::run(options) => measured,
    }
}
