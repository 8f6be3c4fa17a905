//! `halma load`: how many moves a server carries, how soon, and at what cost.

mod games;
mod host;
mod line;
mod pace;
mod report;
mod table;
mod tally;
mod usage;

use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Context;
use halma_client::Rest;
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{Instant, sleep, sleep_until};

use host::Host;
use pace::Pace;
use report::{Measured, Report};
use table::Table;
use tally::Tally;
use usage::Usage;

/// How many tables are set for the first time at once.
const DOOR: usize = 16;

/// Play many games at once on a server, and measure it
///
/// Makes guests, who play two-seat games with each other as anybody's client would; every move
/// counts only when it is acknowledged, that is stored, and the other player has seen it. A server
/// has to be told to let so much through: see its limits on messages, connections and requests.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's address, such as http://localhost:8080
    #[arg(long, value_name = "URL")]
    url: String,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    rooms: u32,
    /// How many watch each of them
    #[arg(long, value_name = "N", default_value_t = 0)]
    watchers: u32,
    /// Moves a second in all games together; without it as many as there can be
    #[arg(long, value_name = "N", value_parser = positive)]
    rate: Option<f64>,
    /// How long to count, in seconds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// How long to play before that, in seconds
    #[arg(long, value_name = "N", default_value_t = 2)]
    warm_up: u64,
    /// Give a game up after so many moves, and begin another
    #[arg(long, value_name = "N", default_value_t = 200)]
    plies: usize,
    /// With clocks of 10 minutes and 5 seconds a move
    #[arg(long)]
    clock: bool,
    /// With the legal moves told at every turn, as the page asks for them
    #[arg(long)]
    legal: bool,
    /// Give the first game of each table up earlier, each after another number of moves, so that
    /// later ones do not all end at once
    #[arg(long)]
    staggered: bool,
    /// Leave after every game, and come back as somebody else on new connections
    #[arg(long)]
    churn: bool,
    /// Two-seat games to play, one a line, as `halma check` reads them; without it random moves
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// The server's process on this machine, to tell its processor time, memory and open files
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
    /// A bare relay of messages is at the address: no guests, and no games to be made or ended
    #[arg(long, hide = true)]
    relay: bool,
    /// Tell every so many seconds how it goes; with --json on standard error
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number
        .filter(|number| *number > 0.0)
        .ok_or("a number greater than 0")
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    // On one thread: what it costs to ask must not crowd out who answers.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = LocalSet::new().block_on(&runtime, measure(args, out))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// Plays for so long, and gives what was counted.
async fn measure(args: &Args, out: &mut impl Write) -> anyhow::Result<Report> {
    let rest = Rest::new(&args.url)?;
    let host = if args.relay {
        Host::Relay(rest)
    } else {
        Host::Server(rest)
    };
    let games = Rc::new(games::all(args.games.as_deref(), args.plies)?);
    let tally = Rc::new(Tally::default());
    let door = Rc::new(Semaphore::new(DOOR));
    let begun = Instant::now();
    let mut tables = JoinSet::new();
    for number in 0..args.rooms {
        let table = Table {
            number: number as usize,
            host: host.clone(),
            url: args.url.clone(),
            games: Rc::clone(&games),
            watchers: args.watchers,
            clock: args.clock,
            legal: args.legal,
            tables: args.staggered.then_some(args.rooms as usize),
            churn: args.churn,
            pace: Pace::of(args.rate, args.rooms, number),
            door: Rc::clone(&door),
            tally: Rc::clone(&tally),
        };
        tables.spawn_local(table.run());
    }
    let playing = async {
        while let Some(ended) = tables.join_next().await {
            ended.context("a table failed")??;
        }
        anyhow::bail!("all tables have ended")
    };
    let counting = async {
        while tally.tables() < args.rooms {
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_secs(args.warm_up)).await;
        count(args, &tally, begun, out).await
    };
    tokio::select! {
        failure = playing => failure,
        counted = counting => counted,
    }
}

/// Counts for so long, and tells now and then how it goes.
async fn count(
    args: &Args,
    tally: &Tally,
    begun: Instant,
    out: &mut impl Write,
) -> anyhow::Result<Report> {
    let usage = |pid: Option<u32>| pid.map(Usage::of).transpose();
    let own = || Usage::of(std::process::id());
    let (since, own_before, before) = (Instant::now(), own()?, usage(args.pid)?);
    let end = since + Duration::from_secs(args.seconds);
    tally.count_from_here();
    let every = Duration::from_secs(args.every.unwrap_or(args.seconds));
    let mut next = since + every;
    while next < end {
        sleep_until(next).await;
        let now = usage(args.pid)?;
        let moves = tally.moves();
        let so_far = report::progress(begun.elapsed(), moves, now.as_ref());
        if args.json {
            // Only the result is JSON.
            writeln!(io::stderr(), "{so_far}")?;
        } else {
            writeln!(out, "{so_far}")?;
        }
        next += every;
    }
    sleep_until(end).await;
    let measured = Measured {
        rooms: args.rooms,
        watchers: args.watchers,
        time: since.elapsed(),
        own: (own_before, own()?),
        usage: before.zip(usage(args.pid)?),
    };
    Ok(Report::of(&measured, tally))
}
