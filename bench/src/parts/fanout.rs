//! One game that a thousand watch.

use anyhow::Result;

use super::{Bench, Store, percent};
use crate::load::{Report, play};
use crate::played::Played;
use crate::process::Serving;
use crate::table::Table;

/// Deliveries a second that are promised, and how much more a delivery may take than the relay's.
const WANTED: f64 = 150_000.0;
const AT_MOST: f64 = 1.2;

pub(super) async fn measure(bench: &Bench, stores: &[Store]) -> Result<Table> {
    let long = bench.long().await?;
    let mut table = Table::new(
        "One game, 1,000 watchers",
        &[
            "who",
            "deliveries a second",
            "wanted",
            "µs a delivery",
            "the relay's",
            "÷ relay",
            "wanted",
            "its core",
            "load's core, itself",
        ],
    );
    let unpaced = relayed(bench, long, &[]).await?;
    table.row([
        "relay, unpaced".to_owned(),
        format!("{:.0}", deliveries_a_second(&unpaced)),
        String::new(),
        format!("{:.2}", micros(&unpaced)),
        String::new(),
        String::new(),
        String::new(),
        percent(unpaced.server.processor_share),
        percent(unpaced.own_processor_share),
    ]);
    for store in stores {
        let data = store.fresh().await;
        let server = Serving::server(&data).await?;
        let served = watch(bench, &server, long, &[]).await?;
        drop(server);
        // Unpaced it writes several moves at a time to each socket; so it has as many to tell as
        // the server had.
        let rate = served.moves_a_second.to_string();
        let relayed = relayed(bench, long, &["--rate", &rate]).await?;
        table.row([
            store.name().to_owned(),
            format!("{:.0}", deliveries_a_second(&served)),
            format!("{WANTED:.0}"),
            format!("{:.2}", micros(&served)),
            format!("{:.2}", micros(&relayed)),
            format!("{:.2}", micros(&served) / micros(&relayed)),
            format!("{AT_MOST}"),
            percent(served.server.processor_share),
            percent(served.own_processor_share),
        ]);
    }
    Ok(table)
}

/// The same from the relay.
async fn relayed(bench: &Bench, long: &Played, flags: &[&str]) -> Result<Report> {
    let relay = Serving::relay(&long.recording).await?;
    watch(bench, &relay, long, &[flags, &["--relay"]].concat()).await
}

async fn watch(bench: &Bench, on: &Serving, long: &Played, flags: &[&str]) -> Result<Report> {
    let mut all = long.flags()?;
    all.extend(["--rooms", "1", "--watchers", "1000"]);
    all.extend(flags);
    play(on, bench.seconds, &all).await
}

fn deliveries_a_second(report: &Report) -> f64 {
    report.deliveries_to_watchers as f64 / report.seconds
}

/// Of processor, a delivery.
fn micros(report: &Report) -> f64 {
    1e6 * report.server.processor_share / deliveries_a_second(report)
}
