//! What came of it.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use halma_protocol::ErrorCode;
use hdrhistogram::Histogram;
use serde::Serialize;
use serde_json::json;

use super::tally::Tally;
use super::usage::Usage;

/// What was measured, for how long, and what the server's process used before and after.
pub(crate) struct Measured {
    pub(crate) rooms: u32,
    pub(crate) watchers: u32,
    pub(crate) time: Duration,
    /// Of this process.
    pub(crate) own: (Usage, Usage),
    /// Of the server's.
    pub(crate) usage: Option<(Usage, Usage)>,
}

/// The result, as it is printed and as JSON. Times are in microseconds unless they say otherwise.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    rooms: u32,
    watchers_each: u32,
    seconds: f64,
    moves: u64,
    moves_a_second: f64,
    games: u64,
    deliveries_to_watchers: u64,
    acknowledged: Times,
    seen_by_the_other: Times,
    refusals: HashMap<ErrorCode, u64>,
    /// What playing took, of one processor: near to 1 it is what bounds the rest.
    own_processor_share: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<Server>,
}

/// How long something took, in microseconds.
#[derive(Debug, Serialize)]
struct Times {
    median: u64,
    p99: u64,
    p999: u64,
    most: u64,
}

/// What the server's process used.
#[derive(Debug, Serialize)]
struct Server {
    processor_a_move: f64,
    processor_share: f64,
    memory_before: u64,
    memory_after: u64,
    files: usize,
    threads: usize,
}

impl Times {
    fn of(histogram: &Histogram<u64>) -> Self {
        Self {
            median: histogram.value_at_quantile(0.5),
            p99: histogram.value_at_quantile(0.99),
            p999: histogram.value_at_quantile(0.999),
            most: histogram.max(),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
impl Report {
    pub(crate) fn of(measured: &Measured, tally: &Tally) -> Self {
        let seconds = measured.time.as_secs_f64();
        let moves = tally.moves();
        let used = |before: &Usage, after: &Usage| {
            after
                .processor
                .saturating_sub(before.processor)
                .as_secs_f64()
        };
        let server = measured.usage.map(|(before, after)| {
            let used = used(&before, &after);
            Server {
                processor_a_move: used * 1e6 / moves.max(1) as f64,
                processor_share: used / seconds,
                memory_before: before.memory,
                memory_after: after.memory,
                files: after.files,
                threads: after.threads,
            }
        });
        Self {
            rooms: measured.rooms,
            watchers_each: measured.watchers,
            seconds,
            moves,
            moves_a_second: moves as f64 / seconds,
            games: tally.games(),
            deliveries_to_watchers: tally.deliveries(),
            acknowledged: Times::of(&tally.acknowledged()),
            seen_by_the_other: Times::of(&tally.seen()),
            refusals: tally.refusals(),
            own_processor_share: used(&measured.own.0, &measured.own.1) / seconds,
            server,
        }
    }
}

/// A line that says how it goes.
pub(crate) fn progress(time: Duration, moves: u64, usage: Option<&Usage>) -> String {
    let mut line = format!("{:>6.0} s  {moves:>9} moves", time.as_secs_f64());
    if let Some(usage) = usage {
        let (memory, files) = (mebibytes(usage.memory), usage.files);
        line += &format!("  {memory:>7.1} MiB  {files:>5} files");
    }
    line
}

#[expect(clippy::cast_precision_loss, reason = "bytes far below 2^52")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |micros: u64| Duration::from_micros(micros).as_secs_f64() * 1e3;
        write!(
            f,
            "median {:.2} ms, 99 % within {:.2}, 99.9 % {:.2}, all {:.2}",
            millis(self.median),
            millis(self.p99),
            millis(self.p999),
            millis(self.most)
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rooms, seconds, .. } = self;
        writeln!(f, "{rooms} games at a time, counted for {seconds:.1} s")?;
        writeln!(
            f,
            "moves         {}, {:.0} a second, in {} games that ended",
            self.moves, self.moves_a_second, self.games
        )?;
        writeln!(f, "acknowledged  {}", self.acknowledged)?;
        writeln!(f, "seen          {}", self.seen_by_the_other)?;
        if self.watchers_each > 0 {
            let (sent, each) = (self.deliveries_to_watchers, self.watchers_each);
            writeln!(
                f,
                "watchers      {each} a game, who were sent {sent} events"
            )?;
        }
        for (code, times) in &self.refusals {
            writeln!(f, "refused       {times} times: {}", json!(code))?;
        }
        writeln!(
            f,
            "this load     {:.0} % of a processor",
            100.0 * self.own_processor_share
        )?;
        if let Some(server) = &self.server {
            let (before, after) = (
                mebibytes(server.memory_before),
                mebibytes(server.memory_after),
            );
            writeln!(
                f,
                "the server    {:.1} µs of processor a move, {:.0} % of one; {before:.1} MiB, then \
                 {after:.1}; {} files, {} threads",
                server.processor_a_move,
                100.0 * server.processor_share,
                server.files,
                server.threads
            )?;
        }
        Ok(())
    }
}
