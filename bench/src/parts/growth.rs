//! Whether a move costs more where there is more: more rooms, more games stored, more moves made.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::sleep;

use super::{Bench, Store, count, recorded};
use crate::copies::{self, Copies, Wish};
use crate::load::{Report, play};
use crate::metrics::Metrics;
use crate::process::{Serving, processor};
use crate::table::Table;

/// How many games are played at a time. Of ten thousand as many as a process that may have 20,000
/// files open can hold two connections of.
const ROOMS: [u64; 3] = [10, 1_000, 9_900];

/// Moves a second in them all, so that batches do not differ.
const RATE: &str = "2000";

/// How many games are stored, as far as that is less than is asked for.
const STORED: [u64; 2] = [1_000, 100_000];

/// How many moves a stored game has.
const FEW: u64 = 20;

/// Between which moves of a game its cost is looked at, and how many are played at a time. At first
/// some tables play while others are still being set.
const PLIES: [(u64, u64); 3] = [(100, 200), (450, 550), (950, 1_050)];
const AT_A_TIME: u64 = 200;

/// How often that is done, and for how many seconds at most.
const LOOK: Duration = Duration::from_millis(50);
const PATIENCE: u64 = 120;

pub(super) async fn measure(bench: &Bench, stores: &[Store], most: u64) -> Result<Table> {
    let mut table = Table::new(
        "Processor a move where there is more",
        &["store", "what there is", "µs a move", "moves a second"],
    );
    for store in stores {
        let mut row = |what: String, micros: f64, rate: f64| {
            let (micros, rate) = (format!("{micros:.1}"), format!("{rate:.0}"));
            table.row([store.name().to_owned(), what, micros, rate]);
        };
        for rooms in ROOMS {
            let report = rooms_at_a_time(bench, *store, rooms).await?;
            let what = format!("{} games at a time", count(rooms));
            row(what, report.server.processor_a_move, report.moves_a_second);
        }
        let fewer = STORED.into_iter().filter(|stored| *stored < most);
        for stored in fewer.chain([most]) {
            let report = beside(bench, *store, stored).await?;
            let what = format!("{} games stored", count(stored));
            row(what, report.server.processor_a_move, report.moves_a_second);
        }
        for (what, micros, rate) in plies(bench, *store).await? {
            row(what, micros, rate);
        }
    }
    Ok(table)
}

/// At the same rate, whatever the number of games.
async fn rooms_at_a_time(bench: &Bench, store: Store, rooms: u64) -> Result<Report> {
    let data = store.fresh().await;
    let server = Serving::server(&data).await?;
    let rooms = rooms.to_string();
    let mut flags = bench.known.flags()?;
    flags.extend(["--rooms", &rooms, "--rate", RATE]);
    play(&server, bench.seconds, &flags).await
}

/// Beside so many games that are over.
async fn beside(bench: &Bench, store: Store, stored: u64) -> Result<Report> {
    let (data, recorded) = recorded(bench, store).await?;
    let wish = Wish {
        game: recorded.game,
        copies: Copies::Packed,
        events: recorded.before + FEW,
        first: 1,
        count: stored,
    };
    copies::make(&data, wish).await?;
    let server = Serving::server(&data).await?;
    let rooms = AT_A_TIME.to_string();
    let mut flags = bench.known.flags()?;
    flags.extend(["--rooms", &rooms]);
    play(&server, bench.seconds, &flags).await
}

/// Early and late in games that last: what is looked at, the microseconds and moves a second.
async fn plies(bench: &Bench, store: Store) -> Result<Vec<(String, f64, f64)>> {
    let long = bench.long().await?;
    let data = store.fresh().await;
    let server = Serving::server(&data).await?;
    let rooms = AT_A_TIME.to_string();
    let mut flags = long.flags()?;
    flags.extend(["--rooms", &rooms]);
    let looking = async {
        let mut rows = Vec::new();
        for (from, to) in PLIES {
            let (before, then) = (look(&server, from).await?, tokio::time::Instant::now());
            let after = look(&server, to).await?;
            let moves = after.0 - before.0;
            let used = after.1.saturating_sub(before.1);
            rows.push((
                format!("move {from} to {to} of each game"),
                used.as_secs_f64() * 1e6 / moves,
                moves / then.elapsed().as_secs_f64(),
            ));
        }
        Ok(rows)
    };
    tokio::select! {
        rows = looking => rows,
        ended = play(&server, PATIENCE, &flags) => {
            ended?;
            bail!("games of {} moves take too long", PLIES[2].1)
        }
    }
}

/// Waits until so many moves are made in each game: how many in all, and what they took.
async fn look(server: &Serving, each: u64) -> Result<(f64, Duration)> {
    loop {
        let moves = Metrics::of(&server.url).await?.moves;
        if moves >= (each * AT_A_TIME) as f64 {
            return Ok((moves, processor(server.pid)?));
        }
        sleep(LOOK).await;
    }
}
