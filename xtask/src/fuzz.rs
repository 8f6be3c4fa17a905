//! `cargo xtask fuzz`: the rules over very many random plies, and everything that is read under a fuzzer.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{
    cargo, output, program, root, run as run_program, show, succeeds, target_dir,
};

/// The longest input; a whole short record fits.
const LONGEST: u32 = 4096;

/// An input that takes longer, in seconds, is a finding.
const SLOWEST: u32 = 10;

/// How long to search.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Minutes for each fuzz target; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = 10)]
    minutes: u64,
    /// Plies of random games; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    plies: u64,
}

/// Plays, fuzzes and sums up; a finding is an error.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.minutes > 0 {
        prepare()?;
    }
    let mut summary = String::from("\n== summary\n");
    let mut good = true;
    if options.plies > 0 {
        println!("== {} plies of random games", options.plies);
        let begun = Instant::now();
        let held = run_program(&mut properties(options.plies)).is_ok();
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(
            summary,
            "  {:<6} {:<12} {} plies in {seconds:.0} s",
            word(held),
            "properties",
            options.plies
        )?;
        good &= held;
    }
    if options.minutes > 0 {
        for target in output(nightly_cargo().args(["fuzz", "list"]))?.lines() {
            println!("\n== {target}, {} minutes", options.minutes);
            let searched = search(target, options.minutes)?;
            writeln!(
                summary,
                "  {:<6} {target:<12} {} inputs, {} a second, {} edges covered",
                word(searched.clean),
                searched.inputs,
                searched.speed,
                searched.edges
            )?;
            good &= searched.clean;
        }
    }
    print!("{summary}");
    ensure!(good, "something did not hold; it is told above");
    Ok(())
}

const fn word(good: bool) -> &'static str {
    if good { "ok" } else { "FAILED" }
}

/// The test that plays random games, told to play that many plies.
fn properties(plies: u64) -> Command {
    let mut test = cargo();
    test.args(["test", "--release", "--package", "halma-core"])
        .args(["--test", "rules", "--", "--nocapture", "--exact"])
        .arg("properties::random_games_hold_all_properties")
        .env("HALMA_TEST_PLIES", plies.to_string());
    test
}

/// Sees to it that there is a nightly toolchain with cargo-fuzz.
fn prepare() -> Result<()> {
    if !succeeds(nightly_cargo().arg("--version")) {
        bail!(
            "fuzzing needs a nightly toolchain: rustup toolchain install nightly --profile minimal \
             (or leave fuzzing out with --minutes 0)"
        );
    }
    if !succeeds(nightly_cargo().args(["fuzz", "--version"])) {
        let tools = target_dir().join("tools");
        println!("installing cargo-fuzz into {}", tools.display());
        run_program(
            cargo()
                .args(["install", "cargo-fuzz", "--locked", "--root"])
                .arg(tools),
        )?;
    }
    Ok(())
}

/// The nightly cargo, which also finds what is installed under the target directory.
fn nightly_cargo() -> Command {
    let path = env::var_os("PATH").unwrap_or_default();
    let dirs = env::split_paths(&path).chain([target_dir().join("tools/bin")]);
    let mut command = program("rustup");
    command.args(["run", "nightly", "cargo"]);
    // Ours names the toolchain that runs us.
    command.env_remove("CARGO");
    if let Ok(path) = env::join_paths(dirs) {
        command.env("PATH", path);
    }
    command
}

/// What came of fuzzing one target.
#[derive(Default)]
struct Searched {
    clean: bool,
    inputs: String,
    speed: String,
    edges: String,
}

/// Fuzzes one target for so long, from the seeds and whatever earlier runs have found.
fn search(target: &str, minutes: u64) -> Result<Searched> {
    let corpus = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    let mut fuzz = nightly_cargo();
    fuzz.args(["fuzz", "run", "--target-dir"])
        .arg(target_dir().join("fuzz"))
        .arg(target)
        .args([corpus, PathBuf::from("fuzz/seeds").join(target)])
        .arg("--")
        .arg(format!("-max_total_time={}", minutes * 60))
        .arg(format!("-max_len={LONGEST}"))
        .arg(format!("-timeout={SLOWEST}"))
        .arg("-print_final_stats=1");
    let shown = show(&fuzz);
    println!("{shown}");
    let mut child = fuzz
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {shown}"))?;
    let mut searched = Searched::default();
    for line in child
        .stderr
        .take()
        .map(BufReader::new)
        .into_iter()
        .flat_map(BufRead::lines)
    {
        searched.note(&line?);
    }
    searched.clean = child.wait()?.success();
    Ok(searched)
}

impl Searched {
    /// Takes a line of the fuzzer's report in, and shows it unless it only tells of progress.
    fn note(&mut self, line: &str) {
        if let Some(count) = line.strip_prefix("stat::number_of_executed_units:") {
            count.trim().clone_into(&mut self.inputs);
        } else if let Some(speed) = line.strip_prefix("stat::average_exec_per_sec:") {
            speed.trim().clone_into(&mut self.speed);
        }
        let mut words = line.split_whitespace();
        if words.any(|word| word == "cov:") {
            words.next().unwrap_or_default().clone_into(&mut self.edges);
        }
        let progress = line.starts_with('#') && !line.contains("DONE");
        if !progress && !line.trim_start().starts_with("NEW_FUNC") {
            println!("{line}");
        }
    }
}
