//! How many durable moves a second there can be, and how soon the opponent sees one at half of what
//! is promised.

use anyhow::Result;

use super::{Bench, Store, millis, percent};
use crate::load::play;
use crate::process::Serving;
use crate::table::Table;

/// How many games are played at a time.
const ROOMS: [&str; 2] = ["--rooms", "200"];

/// What is promised for the slowest 1 % at half of the promised rate, in milliseconds.
const SOON: f64 = 8.0;

impl Store {
    /// The moves a second that are promised.
    fn promised(self) -> f64 {
        match self {
            Self::Sqlite => 30_000.0,
            Self::Postgres => 15_000.0,
        }
    }
}

pub(super) async fn measure(bench: &Bench, stores: &[Store]) -> Result<Table> {
    let mut table = Table::new(
        "Durable moves a second with 200 games, and ms until the opponent has one",
        &[
            "store",
            "moves a second",
            "wanted",
            "server's core",
            "load's core: load alone",
            "at a rate of",
            "median",
            "99 %",
            "wanted",
            "server's core",
        ],
    );
    for store in stores {
        let data = store.fresh().await;
        let server = Serving::server(&data).await?;
        let mut flags = bench.known.flags()?;
        flags.extend(ROOMS);
        let most = play(&server, bench.seconds, &flags).await?;
        let half = (store.promised() / 2.0).to_string();
        flags.extend(["--rate", &half]);
        let paced = play(&server, bench.seconds, &flags).await?;
        table.row([
            store.name().to_owned(),
            format!("{:.0}", most.moves_a_second),
            format!("{:.0}", store.promised()),
            percent(most.server.processor_share),
            percent(most.own_processor_share),
            format!("{:.0}", paced.moves_a_second),
            millis(paced.seen_by_the_other.median()),
            millis(paced.seen_by_the_other.p99()),
            format!("{SOON}"),
            percent(paced.server.processor_share),
        ]);
    }
    Ok(table)
}
