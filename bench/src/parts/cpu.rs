//! Processor time a move: the server's, beside what a bare relay of the same messages and the same
//! inserts in the same batches take.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use halma_tests::Data;
use tokio::time::{interval, timeout};

use super::{Bench, Store};
use crate::inserts::Inserted;
use crate::load::{Report, play};
use crate::metrics::Metrics;
use crate::process::{Serving, on_the_servers_core};
use crate::table::Table;

/// How many games are played at a time.
const ROOMS: [&str; 2] = ["20", "200"];

/// How long the inserts may take beyond what they were told.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is promised: so many times what both floors take.
const WANTED: f64 = 1.5;

pub(super) async fn measure(bench: &Bench, stores: &[Store]) -> Result<Table> {
    let mut table = Table::new(
        "Processor a move, in µs",
        &[
            "store, games at a time",
            "moves a second",
            "events a batch",
            "server",
            "relay",
            "unpaced",
            "inserts",
            "server ÷ floors",
            "wanted",
        ],
    );
    for store in stores {
        for rooms in ROOMS {
            for legal in [false, true] {
                table.row(row(bench, *store, rooms, legal).await?);
            }
        }
    }
    Ok(table)
}

async fn row(bench: &Bench, store: Store, rooms: &str, legal: bool) -> Result<Vec<String>> {
    let mut flags = bench.known.flags()?;
    flags.extend(["--rooms", rooms]);
    flags.extend(legal.then_some("--legal"));
    let data = store.fresh().await;
    let server = Serving::server(&data).await?;
    let (played, batch) = played(bench, &server, &flags).await?;
    drop(server);

    flags.push("--relay");
    let unpaced = relayed(bench, &flags).await?;
    // As many moves a second as the server had: unpaced, messages come together and fewer sleepers
    // are woken.
    let rate = format!("{:.0}", played.moves_a_second);
    flags.extend(["--rate", &rate]);
    let relayed = relayed(bench, &flags).await?;

    let inserted = insert(bench, &store.fresh().await, rooms, batch).await?;
    let floors = relayed.server.processor_a_move + inserted.processor_a_row;
    let with = if legal { ", with legal moves" } else { "" };
    Ok(vec![
        format!("{}, {rooms}{with}", store.name()),
        format!("{:.0}", played.moves_a_second),
        format!("{batch:.1}"),
        format!("{:.1}", played.server.processor_a_move),
        format!("{:.1}", relayed.server.processor_a_move),
        format!("{:.1}", unpaced.server.processor_a_move),
        format!("{:.1}", inserted.processor_a_row),
        format!("{:.2}", played.server.processor_a_move / floors),
        format!("{WANTED}"),
    ])
}

async fn relayed(bench: &Bench, flags: &[&str]) -> Result<Report> {
    let relay = Serving::relay(&bench.known.recording).await?;
    play(&relay, bench.seconds, flags).await
}

/// Plays on the server; with it how many events a batch had while the moves were counted.
async fn played(bench: &Bench, server: &Serving, flags: &[&str]) -> Result<(Report, f64)> {
    let mut seen = Vec::new();
    let mut second = interval(Duration::from_secs(1));
    let playing = play(server, bench.seconds, flags);
    tokio::pin!(playing);
    let played = loop {
        tokio::select! {
            played = &mut playing => break played?,
            _ = second.tick() => seen.push(Metrics::of(&server.url).await?),
        }
    };
    let counted = seen.len().saturating_sub(bench.seconds as usize);
    let (before, after) = (seen.get(counted), Metrics::of(&server.url).await?);
    let before = before.context("it was played for seconds")?;
    Ok((played, after.batch_since(before)))
}

/// Inserts as the server did, on a database like its own.
async fn insert(bench: &Bench, data: &Data, rooms: &str, batch: f64) -> Result<Inserted> {
    let mut inserts = on_the_servers_core(std::env::current_exe()?);
    inserts
        .arg("inserts")
        .args(data.flags())
        .arg("--recording")
        .arg(&bench.known.recording)
        .args(["--rooms", rooms])
        .args(["--batch", &batch.to_string()])
        .args(["--seconds", &bench.seconds.to_string()]);
    let bound = Duration::from_secs(bench.seconds) + PATIENCE;
    let output = timeout(bound, inserts.output())
        .await
        .context("the inserts do not end")??;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the inserts failed: {told}");
    Ok(serde_json::from_slice(&output.stdout)?)
}
