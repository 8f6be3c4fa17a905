//! `halma perft`: the number of move sequences.

use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use halma_core::{Position, Rules};
use serde_json::json;

use crate::rules_arg;

/// Count the move sequences of a given length
///
/// Moves with the same start and end count once, whatever their way. A forced pass is a move of
/// its own. The last line is the number, unless --json asks for one line of JSON.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A preset's name or a ruleset as JSON
    #[arg(long, default_value = "classic", value_name = "NAME|JSON", value_parser = rules_arg::parse)]
    rules: Rules,
    /// Where to start, instead of the usual start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// How many moves each sequence has
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Print `position`, `depth`, `count` and `seconds` as a line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let position = match &args.position {
        Some(text) => Position::parse(&args.rules, text).context("not a position")?,
        None => args.rules.start(),
    };
    let began = Instant::now();
    let count = position.perft(args.depth);
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        let found = json!({
            "position": position.to_string(),
            "depth": args.depth,
            "count": count,
            "seconds": seconds,
        });
        writeln!(out, "{found}")?;
        return Ok(());
    }
    let millions = count as f64 / seconds / 1e6;
    writeln!(
        out,
        "depth {} in {seconds:.3} s, {millions:.1} million moves/s",
        args.depth
    )?;
    writeln!(out, "{count}")?;
    Ok(())
}
