//! People who do anything at any time: random commands, losses, retries, restarts and crashes,
//! judged by the model. What the people do is decided by a seed, which a failure names; how their
//! sockets race is not.
//!
//! `cargo xtask lives` plays very many of these lives.

mod deeds;
mod life;
mod people;
mod world;

use std::fmt::Display;
use std::str::FromStr;

use halma_tests::{Data, Engine, on_both_engines};

use life::Life;
use world::World;

on_both_engines!(anything_may_happen);

/// How many games are played on each engine, unless `HALMA_TEST_LIVES` says otherwise.
const LIVES: u64 = 32;

/// How many servers play them at the same time, each on a database of its own.
const WORLDS: u64 = 8;

async fn anything_may_happen(data: Data) {
    let lives = variable("HALMA_TEST_LIVES").unwrap_or(LIVES);
    let first = variable("HALMA_TEST_SEED").unwrap_or(1);
    let engine = data.engine();
    let worlds = (0..WORLDS.min(lives)).map(|world| {
        let seeds = (first + world..first + lives).step_by(usize::try_from(WORLDS).unwrap());
        tokio::spawn(play(engine, seeds))
    });
    for world in worlds.collect::<Vec<_>>() {
        world.await.unwrap();
    }
}

async fn play(engine: Engine, seeds: impl Iterator<Item = u64>) {
    let data = Data::new(engine).await;
    let mut world = World::new(&data).await;
    for seed in seeds {
        let _named = Named { engine, seed };
        world = Life::begin(world, seed).await.run().await;
    }
}

/// Says which life it was that failed.
struct Named {
    engine: Engine,
    seed: u64,
}

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self { engine, seed } = self;
            eprintln!(
                "seed {seed} failed on {engine:?}: cargo xtask lives --seed {seed} --lives 1"
            );
        }
    }
}

fn variable<T: FromStr<Err: Display>>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    let wrong = |error| panic!("{name} is {text}: {error}");
    Some(text.parse().unwrap_or_else(wrong))
}
