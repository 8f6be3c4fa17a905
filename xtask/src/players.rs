//! `cargo xtask bench statistics` and `pairing`: how fast statistics, leaderboards and lists are read
//! among very many games, and how fast a crowd is paired, on both databases.

use anyhow::{Result, ensure};

use crate::command::{cargo, output, run};

/// What reading may take in the median, in microseconds.
const WANTED: u64 = 5_000;

/// The test that takes the games in, compares every counter with plain SQL, and measures.
const TEST: &str = "counters_equal_a_recount";

/// The test in which many seek a game at once.
const SEEKERS: &str = "hundreds_seek_at_once";

/// A line of the report.
#[derive(Debug, PartialEq, Eq)]
struct Row<'a> {
    what: &'a str,
    median: u64,
    most: u64,
}

/// Takes so many games in, and prints how long reading takes among them.
pub(crate) fn statistics(games: u32) -> Result<()> {
    println!("== {games} games, made up and taken in on each database");
    let said = measure(TEST, ("HALMA_MEASURE_GAMES", games))?;
    for line in said.lines().filter(|line| line.contains("games stored")) {
        println!("{line}");
    }
    let rows: Vec<Row<'_>> = said.lines().filter_map(row).collect();
    ensure!(!rows.is_empty(), "nothing was measured:\n{said}");
    println!("\n{:<58} {:>9} {:>9}", "µs to read", "median", "95 %");
    for Row { what, median, most } in &rows {
        let missed = if *median > WANTED { "  TOO SLOW" } else { "" };
        println!("{what:<58} {median:>9} {most:>9}{missed}");
    }
    let slow = rows.iter().filter(|row| row.median > WANTED).count();
    ensure!(slow == 0, "{slow} take more than {WANTED} µs");
    Ok(())
}

/// Pairs so many who seek a game at once, and prints how long it takes.
pub(crate) fn pairing(seekers: u32) -> Result<()> {
    println!("== {seekers} players seek a game at once, on each database");
    let said = measure(SEEKERS, ("HALMA_MEASURE_SEEKERS", seekers))?;
    let rows: Vec<&str> = said.lines().filter(|line| line.contains(" in ")).collect();
    ensure!(!rows.is_empty(), "nothing was measured:\n{said}");
    rows.iter().for_each(|row| println!("{row}"));
    Ok(())
}

/// Runs a test that measures, and gives what it printed.
fn measure(test: &str, (name, value): (&str, u32)) -> Result<String> {
    // Both packages in both commands, so that what they share is built once.
    let packages = [
        "--release",
        "--package",
        "halma-server",
        "--package",
        "halma-tests",
    ];
    run(cargo()
        .arg("build")
        .args(packages)
        .args(["--bin", "halma-server"]))?;
    let mut testing = cargo();
    testing
        .arg("test")
        .args(packages)
        .args(["--test", "players", "--", "--nocapture"])
        // One database at a time, so that they do not take turns at the processor.
        .args(["--test-threads", "1", test])
        .env(name, value.to_string());
    output(&mut testing)
}

/// Reads a line such as `Sqlite: leaderboard: median 812 µs, 95 % within 1200 µs`.
fn row(line: &str) -> Option<Row<'_>> {
    let (what, times) = line.split_once(": median ")?;
    let (median, most) = times.split_once(" µs, 95 % within ")?;
    let most = most.strip_suffix(" µs")?;
    Some(Row {
        what,
        median: median.parse().ok()?,
        most: most.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_off_the_report() {
        let line = "Sqlite: leaderboard: median 812 µs, 95 % within 1200 µs";
        let read = Row {
            what: "Sqlite: leaderboard",
            median: 812,
            most: 1_200,
        };
        assert_eq!(row(line), Some(read));
        assert_eq!(row("Sqlite: 600 games stored"), None);
    }
}
