//! `halma check`: replays games and tells where they disagree with the rules.

mod case;
mod replay;
mod target;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use case::Case;
use target::Local;

/// Replay games and report where they disagree with the rules
///
/// A `.jsonl` file holds games one a line, as the rules page describes; any other file is a record.
/// Ends with a line of how many games passed and failed, and with status 1 if any failed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Records or .jsonl files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Gives back whether all games passed.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<bool> {
    let (mut passed, mut failed) = (0, 0);
    for file in &args.files {
        let text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
        let games = if file
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            case::from_lines(&text)
        } else {
            vec![case::from_record(&text)]
        };
        for (game, line) in games.into_iter().zip(1..) {
            let found = match &game {
                Ok(case) => replay::differences(case, &mut Local::default()),
                Err(error) => vec![error.clone()],
            };
            let name = game.map_or_else(|_| format!("game {line}"), |case: Case| case.name);
            for difference in &found {
                writeln!(out, "{}: {name}: {difference}", file.display())?;
            }
            if found.is_empty() {
                passed += 1;
            } else {
                failed += 1;
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}
