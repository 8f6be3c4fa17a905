//! `cargo xtask arena`: players against each other, in a release build.

use anyhow::Result;

use crate::command::{cargo, program, run as run_program, target_dir};

/// The levels of the computer player.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// Who plays, as `halma arena` takes it.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// What is handed to `halma arena`: --a PLAYER --b PLAYER, and more; see --help behind `--`.
    /// Without --a and --b each level plays the one below
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT"
    )]
    arguments: Vec<String>,
}

/// Builds the command and lets it play.
pub(crate) fn run(options: &Options) -> Result<()> {
    run_program(cargo().args(["build", "--release", "--package", "halma-cli"]))?;
    let halma = target_dir().join("release/halma");
    let arena = |players: &[String]| {
        let mut arena = program(&halma);
        arena.arg("arena").args(players).args(&options.arguments);
        run_program(&mut arena)
    };
    let are_named = options
        .arguments
        .iter()
        .any(|word| word == "--a" || word.starts_with("--a=") || word == "--help");
    if are_named {
        return arena(&[]);
    }
    for (below, level) in LEVELS.zip(LEVELS.skip(1)) {
        arena(&[format!("--a={level}"), format!("--b={below}")])?;
    }
    Ok(())
}
