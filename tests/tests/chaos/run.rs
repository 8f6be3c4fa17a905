//! A run: many tables, one fault after the other, and the reckoning.

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use halma_client::Rest;
use halma_tests::{Cluster, Data, Dice, Engine, Process, soon};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::disk::Disk;
use crate::faults::{World, millis};
use crate::game::{self, Sum};
use crate::proxy::Proxy;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_on_sqlite() {
    let disk = Disk::new();
    let data = match &disk {
        Some(disk) => Data::below(disk.path()),
        None => Data::new(Engine::Sqlite).await,
    };
    chaos(data, None, disk).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_on_postgres() {
    let disk = Disk::new();
    let cluster = match &disk {
        Some(disk) => Cluster::below(disk.path()).await,
        None => Cluster::start().await,
    };
    let data = Data::on(&cluster).await;
    chaos(data, Some(cluster), disk).await;
}

/// A number from the environment.
fn set(name: &str, otherwise: u64) -> u64 {
    env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

async fn chaos(data: Data, cluster: Option<Cluster>, disk: Option<Disk>) {
    let lasts = Duration::from_secs(set("HALMA_CHAOS_SECONDS", 60));
    let tables = usize::try_from(set("HALMA_CHAOS_TABLES", 12)).unwrap();
    let seed = set("HALMA_CHAOS_SEED", 1);
    println!("{tables} tables for {lasts:?}, seed {seed}");
    let server = Process::start(&data).await;
    let proxy = Proxy::before(server.port()).await;
    let rest = Rest::new(&proxy.url()).unwrap();
    let mut world = World {
        server,
        proxy,
        data,
        cluster,
        disk,
        faults: BTreeMap::new(),
        dice: Dice::new(seed),
    };
    let (done, enough) = watch::channel(false);
    let mut playing = JoinSet::new();
    for table in 0..tables {
        let seed = seed * 1_000_003 + table as u64 * 1_009;
        playing.spawn(game::play(rest.clone(), table, seed, enough.clone()));
    }
    let begun = Instant::now();
    while begun.elapsed() < lasts {
        tokio::time::sleep(millis(&mut world.dice, 100, 900)).await;
        world.fail().await;
    }
    done.send_replace(true);
    let mut stored = world.data.stored().await;
    let mut sum = Sum::default();
    while let Some(played) = soon("the last games' ends", playing.join_next()).await {
        for game in played.unwrap() {
            game.check(&rest, &mut stored, &mut sum).await;
        }
    }
    println!("faults: {:?}", world.faults);
    println!("{sum:?}");
    assert!(sum.losses > 0 && sum.acknowledged > 0);
}
