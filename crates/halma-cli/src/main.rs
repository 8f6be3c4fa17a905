//! The `halma` command: plays, watches, counts moves, checks games, shows positions.

mod arena;
mod bot;
mod check;
mod engine;
mod load;
mod manual;
mod online;
mod perft;
mod rules_arg;
mod show;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Halma in a terminal: play and watch on a server, count moves, check games, show positions.
#[derive(Parser)]
#[command(
    name = "halma",
    version,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(Box<online::play::Args>),
    Watch(online::watch::Args),
    Games(online::games::Args),
    Perft(perft::Args),
    Check(check::Args),
    Show(show::Args),
    Engine(engine::Args),
    Arena(Box<arena::Args>),
    Bot(Box<bot::Args>),
    Load(load::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let is_terminal = io::stdout().is_terminal();
    // Not locked: the engine and the arena write from several threads.
    let mut out = io::stdout();
    let done = match &cli.command {
        Command::Play(args) => online::play::run(args, is_terminal, &mut out).map(|()| true),
        Command::Watch(args) => online::watch::run(args, is_terminal, &mut out).map(|()| true),
        Command::Games(args) => online::games::run(args, &mut out).map(|()| true),
        Command::Perft(args) => perft::run(args, &mut out).map(|()| true),
        Command::Check(args) => check::run(args, &mut out),
        Command::Show(args) => show::run(args, is_terminal, &mut out).map(|()| true),
        Command::Engine(args) => engine::run(args).map(|()| true),
        Command::Arena(args) => arena::run(args, &mut out).map(|()| true),
        Command::Bot(args) => bot::run(args).map(|()| true),
        Command::Load(args) => load::run(args, &mut out).map(|()| true),
        Command::Completions(args) => {
            manual::completions(args, Cli::command(), &mut out);
            Ok(true)
        }
        Command::Man(args) => manual::man(args, Cli::command(), &mut out).map(|()| true),
    };
    match done.and_then(|good| Ok(out.flush().map(|()| good)?)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever reads our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("halma: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
