//! The project's chores, run as `cargo xtask …`.

mod arena;
mod bench;
mod chaos;
mod clients;
mod command;
mod deny;
mod docker;
mod docs;
mod fuzz;
mod http;
mod lives;
mod match_play;
mod pictures;
mod players;
mod server;
mod test;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's chores")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Format, lint, build and test everything
    Test(test::Options),
    /// Build the image, start the stack and play a game on it
    Docker(docker::Options),
    /// Check the dependencies' known weaknesses, licences and sources (needs cargo-deny and the network)
    Deny,
    /// Write the documents that are made from the sources, or check them
    Docs(docs::Options),
    /// Draw the README's pictures of the page anew, or every page to be looked at
    Pictures(pictures::Options),
    /// Play very many random games and fuzz everything that is read
    Fuzz(fuzz::Options),
    /// Let many play while everything fails, and compare what they were told with what is stored
    Chaos(chaos::Options),
    /// Let computer players play each other, and tell how much the one is better
    Arena(arena::Options),
    /// Play very many random lives of games against the model of what must be true
    Lives(lives::Options),
    /// Measure how fast the rules and the computer player are, reading statistics among many games, pairing a crowd, or the server as a whole
    Bench(bench::Options),
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        Chore::Test(options) => test::run(&options),
        Chore::Docker(options) => docker::run(&options),
        Chore::Deny => deny::run(),
        Chore::Docs(options) => docs::run(&options),
        Chore::Pictures(options) => pictures::run(&options),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Chaos(options) => chaos::run(&options),
        Chore::Arena(options) => arena::run(&options),
        Chore::Lives(options) => lives::run(&options),
        Chore::Bench(options) => bench::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
