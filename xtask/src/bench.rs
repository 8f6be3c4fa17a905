//! `cargo xtask bench`: how fast the rules are, as one table; and what else is measured.

use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::command::{cargo, output, program, run as run_program, target_dir};
use crate::{players, server};

/// The move sequences of four plies from the classic start.
const SEQUENCES: u32 = 4_562_496;

/// What to measure, and how often.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// What is measured
    #[arg(value_enum, default_value_t = What::Rules)]
    what: What,
    /// How many games statistics are read of
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    games: u32,
    /// How many seek a game at once
    #[arg(long, value_name = "N", default_value_t = 800)]
    seekers: u32,
    /// How often the command is run
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// How the server is measured, after `--`: `cargo xtask bench server -- --help` tells
    #[arg(last = true)]
    how: Vec<String>,
}

/// What there is to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    Rules,
    Engine,
    Statistics,
    Pairing,
    Server,
}

/// How often something could be done in a second.
struct Rate {
    best: f64,
    median: f64,
}

/// A line of the table.
struct Row {
    what: &'static str,
    rate: Rate,
    /// The rate that is promised, if one is.
    wanted: Option<f64>,
}

/// Measures and prints.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(
        options.how.is_empty() || options.what == What::Server,
        "only the measuring of the server takes words after `--`"
    );
    match options.what {
        What::Rules => rules(options),
        What::Engine => {
            run_program(cargo().args(["bench", "--package", "halma-engine", "--bench", "search"]))
        }
        What::Statistics => players::statistics(options.games),
        What::Pairing => players::pairing(options.seekers),
        What::Server => server::measure(&options.how),
    }
}

fn rules(options: &Options) -> Result<()> {
    println!(
        "== halma perft --rules classic --depth 4, {} times",
        options.runs
    );
    let perft = perft(options.runs)?;
    println!("== cargo bench --package halma-core --bench rules");
    let benches = output(cargo().args(["bench", "--package", "halma-core", "--bench", "rules"]))?;
    println!("{benches}");
    let row = |what, bench, wanted| -> Result<Row> {
        let rate = rate(&benches, bench)?;
        Ok(Row { what, rate, wanted })
    };
    let rows = [
        Row {
            what: "legal moves counted, by the command",
            rate: perft,
            wanted: Some(20e6),
        },
        row(
            "legal moves counted, in the process",
            "perft_of_four",
            Some(20e6),
        )?,
        row(
            "positions with all their moves",
            "moves_of_positions",
            Some(5e5),
        )?,
        row(
            "positions with all hops, for clients",
            "moves_for_clients",
            None,
        )?,
        row("played chains checked", "check_chains", Some(5e6))?,
        row("moves played", "play_moves", None)?,
    ];
    println!(
        "\n{:<38} {:>11} {:>11} {:>11}  ns each",
        "a second", "best", "median", "wanted"
    );
    for Row { what, rate, wanted } in rows {
        let Rate { best, median } = rate;
        let wanted_text = wanted.map(grouped).unwrap_or_default();
        let missed = if wanted.is_some_and(|wanted| best < wanted) {
            "  TOO SLOW"
        } else {
            ""
        };
        println!(
            "{what:<38} {:>11} {:>11} {wanted_text:>11} {:>8.1}{missed}",
            grouped(best),
            grouped(median),
            1e9 / best
        );
    }
    Ok(())
}

/// Builds the command and lets it count, from its start to its end.
fn perft(runs: u32) -> Result<Rate> {
    run_program(cargo().args(["build", "--release", "--package", "halma-cli"]))?;
    let halma = target_dir().join("release/halma");
    let mut seconds = Vec::new();
    for _ in 0..runs {
        let begun = Instant::now();
        let said = output(program(&halma).args(["perft", "--rules", "classic", "--depth", "4"]))?;
        seconds.push(begun.elapsed().as_secs_f64());
        let count = said.lines().last().unwrap_or_default();
        ensure!(
            count == SEQUENCES.to_string(),
            "counted {count}, there are {SEQUENCES}"
        );
        println!("{}", said.lines().next().unwrap_or_default());
    }
    seconds.sort_by(f64::total_cmp);
    let rate = |at: usize| f64::from(SEQUENCES) / seconds[at];
    Ok(Rate {
        best: rate(0),
        median: rate(seconds.len() / 2),
    })
}

/// Reads a bench's items a second off the report: a line with the bench's name and times is
/// followed by one of rates, in the columns fastest, slowest, median and mean.
fn rate(report: &str, bench: &str) -> Result<Rate> {
    let mut lines = report.lines();
    let named = |line: &&str| line.split_whitespace().nth(1) == Some(bench);
    lines
        .by_ref()
        .find(named)
        .and_then(|_| lines.next())
        .and_then(|line| {
            let cells: Vec<f64> = line.split('│').filter_map(items_a_second).collect();
            let [best, _, median, _] = *cells.as_slice() else {
                return None;
            };
            Some(Rate { best, median })
        })
        .with_context(|| format!("the report has no rates of {bench}"))
}

/// Reads a cell such as `44.34 Mitem/s`.
fn items_a_second(cell: &str) -> Option<f64> {
    let (number, unit) = cell.trim().split_once(' ')?;
    let scale = match unit {
        "item/s" => 1.0,
        "Kitem/s" => 1e3,
        "Mitem/s" => 1e6,
        "Gitem/s" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * scale)
}

/// A number to three figures, its thousands set apart.
fn grouped(number: f64) -> String {
    let unit = 10f64.powf((number.log10().floor() - 2.0).max(0.0));
    let digits = format!("{:.0}", (number / unit).round() * unit);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
rules                  fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ check_chains        320.6 µs      │ 16.85 ms      │ 347.1 µs      │ 1.159 ms      │ 100     │ 100
│                      20.17 Mitem/s │ 383.7 Kitem/s │ 18.63 Mitem/s │ 5.579 Mitem/s │         │
╰─ play_moves          1.03 ms       │ 33.19 ms      │ 2.192 ms      │ 2.51 ms       │ 100     │ 100
                       13.92 Mitem/s │ 432.2 Kitem/s │ 6.543 Mitem/s │ 5.714 Mitem/s │         │
";

    #[test]
    fn rates_are_read_off_the_report() {
        let rates = ["check_chains", "play_moves"].map(|bench| rate(REPORT, bench).unwrap());
        assert_eq!(
            rates.map(|rate| (grouped(rate.best), grouped(rate.median))),
            [
                ("20,200,000".to_owned(), "18,600,000".to_owned()),
                ("13,900,000".to_owned(), "6,540,000".to_owned()),
            ]
        );
        assert!(rate(REPORT, "dance").is_err());
        assert_eq!(grouped(87.0), "87");
    }
}
