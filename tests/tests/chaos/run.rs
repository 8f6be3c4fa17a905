//! A run: many tables, one fault after the other, and the reckoning.

use std::env;
use std::time::{Duration, Instant};

use halma_client::Rest;
use halma_server::probe::Probe;
use halma_server::store::{Duty, Lock, Recount, Store};
use halma_tests::{Cluster, Data, Dice, Engine, Process, soon};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::deck::{Deck, Trouble};
use crate::disk::Disk;
use crate::faults::{World, millis};
use crate::game::{self, Sum};
use crate::proxy::Proxy;

/// From how long on a run is a long one.
const LONG: Duration = Duration::from_secs(15 * 60);

/// How many kills a long run has at least, and how many faults of the database.
const MANY: u32 = 100;

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
        holder: None,
        deck: Deck::new(&troubles(cluster.is_some(), disk.is_some())),
        data,
        cluster,
        disk,
        dice: Dice::new(seed),
    };
    let (done, enough) = watch::channel(false);
    let mut playing = JoinSet::new();
    for table in 0..tables {
        let seed = seed * 1_000_003 + table as u64 * 1_009;
        playing.spawn(game::play(rest.clone(), table, seed, enough.clone()));
    }
    let begun = Instant::now();
    // However slow the machine is, everything has failed by the end.
    while begun.elapsed() < lasts || !world.deck.is_through() {
        tokio::time::sleep(millis(&mut world.dice, 100, 900)).await;
        world.fail().await;
    }
    let lasted = begun.elapsed();
    done.send_replace(true);
    let mut stored = world.data.stored().await;
    let mut sum = Sum::default();
    while let Some(played) = soon("the last games' ends", playing.join_next()).await {
        for game in played.unwrap() {
            game.check(&rest, &mut stored, &mut sum).await;
        }
    }
    assert!(world.server.terminate().await.success(), "a clean end");
    let recount = recount(&world.data).await;
    println!("{lasted:?}, {}", world.deck);
    println!("{sum:?}");
    assert_eq!(recount.games, sum.games, "each is counted once");
    for (table, rows) in recount.differed {
        assert_eq!(rows, 0, "rows of {table} differ from the games");
    }
    assert!(sum.losses > 0 && sum.acknowledged > 0);
    if lasts >= LONG {
        assert!(sum.refusals > 0);
        assert!(world.deck.kills() >= MANY && world.deck.of_database() >= MANY);
        assert!(sum.games >= tables as u64);
    }
}

/// What the database can have.
fn troubles(is_cluster: bool, has_disk: bool) -> Vec<Trouble> {
    let mut troubles = if is_cluster {
        vec![Trouble::Stopped, Trouble::Crashed, Trouble::Paused]
    } else {
        vec![Trouble::Locked]
    };
    troubles.extend(has_disk.then_some(Trouble::Full));
    troubles
}

/// Counts every game again, now that no server runs.
async fn recount(data: &Data) -> Recount {
    let place = data.place();
    // The connection of the server's lock may be there a moment longer than the server.
    let lock = soon("the lock", Lock::take(&place, Duty::Serve))
        .await
        .unwrap();
    let store = Store::open(&place, Probe::none(), &lock).await.unwrap();
    let recount = store.recount().await.unwrap();
    store.close().await;
    recount
}
