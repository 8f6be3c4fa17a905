//! `halma arena`: players against each other, and how much the one is better.

mod opening;
mod play;
mod player;
mod tally;

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow};
use halma_core::Rules;

use crate::engine::Budget;
use crate::rules_arg;
use play::Played;
use player::{Player, Spec};
use tally::Tally;

/// Let two players play each other
///
/// A player is a level from 1 to 8, `full` for full strength, `greedy` for one that always gains
/// most at once, or `engine:COMMAND` for a program that speaks the protocol of `halma engine`.
/// Behind it may stand its own budget: `5@nodes=2000`, `full@depth=4`, `full@ms=200`.
///
/// Every opening is played twice with the seats exchanged.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first player
    #[arg(long, value_name = "PLAYER")]
    a: Spec,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    b: Spec,
    /// How many games, rounded up to pairs
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: usize,
    /// A preset's name or a ruleset as JSON
    #[arg(long, default_value = "standard", value_name = "NAME|JSON", value_parser = rules_arg::parse)]
    rules: Rules,
    /// Nodes a move for players without a budget of their own
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds a move for players without a budget of their own
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Determines openings and players' chances
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
    /// Moves by chance before the players take over
    #[arg(long, default_value_t = 6, value_name = "N")]
    opening: usize,
    /// Plies after which a game is given up as a draw
    #[arg(long, default_value_t = 2000, value_name = "N")]
    plies: usize,
    /// Games played at once
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// Print every game's moves
    #[arg(long)]
    show: bool,
    /// Print the result as a line of JSON, and with --show a line for each game before it
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut (impl Write + Send)) -> anyhow::Result<()> {
    let pairs = args.games.div_ceil(2);
    let next = AtomicUsize::new(0);
    let tally = Mutex::new((Tally::new(pairs), out));
    let budget = Budget {
        nodes: args.nodes,
        depth: None,
        time: args.movetime.map(Duration::from_millis),
    };
    let work = || -> anyhow::Result<()> {
        let mut players = [Player::new(&args.a, budget)?, Player::new(&args.b, budget)?];
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= pairs {
                return Ok(());
            }
            let games = play_pair(args, pair, &mut players)?;
            let mut tally = tally.lock().map_err(|_| anyhow!("another game panicked"))?;
            let (tally, out) = &mut *tally;
            for game in &games {
                if args.show && args.json {
                    writeln!(out, "{}", game.as_json())?;
                } else if args.show {
                    writeln!(out, "{}", game.told())?;
                }
            }
            tally.add(&games);
            if tally.is_due() && !args.json {
                writeln!(out, "{}", tally.line())?;
                out.flush()?;
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..args.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| anyhow!("a game panicked"))?)
    })?;
    let (tally, out) = tally.into_inner().ok().context("a game panicked")?;
    let players = [&args.a, &args.b];
    if args.json {
        writeln!(out, "{}", tally.as_json(players))?;
    } else {
        write!(out, "{}", tally.summary(players))?;
    }
    Ok(())
}

/// Plays an opening twice; in the second game the players have changed seats.
fn play_pair(args: &Args, pair: usize, players: &mut [Player; 2]) -> anyhow::Result<[Played; 2]> {
    let opening = opening::by_chance(
        args.rules,
        args.seed.wrapping_add(pair as u64),
        args.opening,
    );
    let seats = play::first_seats(&args.rules, pair);
    let seed = args.seed.wrapping_add((pair as u64) << 32);
    let mut game = |swapped| {
        // Another seed, or a player against itself would play the same game twice.
        let seed = seed ^ u64::from(swapped);
        play::game(&opening, players, seats, swapped, seed, args.plies)
    };
    Ok([game(false)?, game(true)?])
}
