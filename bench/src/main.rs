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

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "halma-bench")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure the server, and print a table
    Server(parts::Options),
    /// Relay the messages of a recorded game among whoever joins: a floor
    Relay(relay::Args),
    /// Insert the events of a recorded game, batch by batch: a floor
    Inserts(inserts::Args),
}

#[tokio::main]
async fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Server(options) => parts::run(&options).await,
        Task::Relay(args) => relay::run(&args).await,
        Task::Inserts(args) => inserts::run(&args).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
