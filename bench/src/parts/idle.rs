//! What those cost who do nothing: ten thousand connections, and rooms where nobody moves.

use anyhow::Result;
use halma_tests::Data;

use super::{Bench, Store, percent};
use crate::copies::{self, Copies, Wish};
use crate::listener::Listener;
use crate::load::play;
use crate::process::{Serving, memory};
use crate::recording::Recording;
use crate::table::Table;

/// Who only watches, and the two who play, in each of so many rooms.
const ROOMS: u64 = 100;
const CONNECTIONS: u64 = ROOMS * 102;

/// How long rest is looked at, in seconds: everybody is pinged once in that time.
const REST: u64 = 15;

/// How many rooms are woken to see what one takes, and before them others, by which the database's
/// caches are filled.
const AWAKE: u64 = 1_000;
const BEFORE: u64 = 500;

/// What a connection and a room may take, in KiB, and all of it at rest of a core.
const CONNECTION: f64 = 12.0;
const ROOM: f64 = 24.0;
const AT_REST: f64 = 0.02;

pub(super) async fn measure(bench: &Bench, stores: &[Store]) -> Result<Table> {
    let mut table = Table::new(
        "At rest: 10,200 connections in 100 rooms; then 1,000 rooms of 200 plies",
        &[
            "who",
            "KiB a connection",
            "wanted",
            "of a core, pings on",
            "wanted",
            "KiB a room",
            "wanted",
        ],
    );
    let relay = Serving::relay(&bench.known.recording).await?;
    let (each, _) = rest(bench, &relay, &["--relay"]).await?;
    drop(relay);
    table.row(["relay", &format!("{each:.1}"), "", "", "", "", ""].map(str::to_owned));
    for store in stores {
        let data = store.fresh().await;
        let server = Serving::server(&data).await?;
        let (each, share) = rest(bench, &server, &[]).await?;
        drop(server);
        let room = room(bench, &data).await?;
        table.row([
            store.name().to_owned(),
            format!("{each:.1}"),
            format!("{CONNECTION}"),
            percent(share),
            percent(AT_REST),
            format!("{room:.1}"),
            format!("{ROOM}"),
        ]);
    }
    Ok(table)
}

/// The KiB a connection takes, and what all of them take of a core.
async fn rest(bench: &Bench, on: &Serving, flags: &[&str]) -> Result<(f64, f64)> {
    let before = memory(on.pid)?;
    let mut all = bench.known.flags()?;
    all.extend(["--rooms", "100", "--watchers", "100"]);
    // So seldom that nobody moves.
    all.extend(["--rate", "0.001"]);
    all.extend(flags);
    let report = play(on, REST, &all).await?;
    let each = kib(report.server.memory_after.saturating_sub(before)) / CONNECTIONS as f64;
    Ok((each, report.server.processor_share))
}

/// The KiB a room takes.
async fn room(bench: &Bench, data: &Data) -> Result<f64> {
    let recorded = {
        let server = Serving::server(data).await?;
        Recording::of(&server.url, &bench.known.moves).await?
    };
    let wish = Wish {
        game: recorded.game,
        copies: Copies::UnderWay,
        events: recorded.events(),
        first: 1,
        count: BEFORE + AWAKE,
    };
    copies::make(data, wish).await?;
    let server = Serving::server(data).await?;
    let (mut watcher, _) = Listener::open(&server.url, None).await?;
    for number in 1..=BEFORE {
        watcher.join(copies::copy(number), false).await?;
    }
    let before = memory(server.pid)?;
    for number in BEFORE + 1..=BEFORE + AWAKE {
        watcher.join(copies::copy(number), false).await?;
    }
    Ok(kib(memory(server.pid)?.saturating_sub(before)) / AWAKE as f64)
}

fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}
