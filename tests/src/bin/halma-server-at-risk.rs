//! The server with a weak heart: it dies by SIGKILL at a named point of a move's journey.
//!
//! `HALMA_DIE_AT=before_commit:3` kills it the third time it gets there.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::sync::atomic::{AtomicU32, Ordering};

use clap::Parser;
use halma_server::clock::Clock;
use halma_server::config::Command;
use halma_server::probe::{Point, Probe};
use halma_server::random::Random;
use halma_server::{Parts, run};
use rustix::process::{Signal, getpid, kill_process};
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() {
    let config = Command::parse().config;
    let listener = tokio::net::TcpListener::bind(config.listen).await.unwrap();
    let parts = Parts {
        clock: Clock::system(),
        random: Random::system().unwrap(),
        probe: std::env::var("HALMA_DIE_AT").map_or_else(|_| Probe::none(), |at| mortal(&at)),
    };
    run(config, listener, parts, CancellationToken::new())
        .await
        .unwrap();
}

fn mortal(at: &str) -> Probe {
    let (point, times) = at.split_once(':').unwrap();
    let deadly = match point {
        "before_commit" => Point::BeforeCommit,
        "after_commit" => Point::AfterCommit,
        "before_broadcast" => Point::BeforeBroadcast,
        other => panic!("no point is called {other}"),
    };
    let left = AtomicU32::new(times.parse().unwrap());
    Probe::new(move |point| {
        if point == deadly && left.fetch_sub(1, Ordering::Relaxed) == 1 {
            kill_process(getpid(), Signal::KILL).unwrap();
            // The signal may take a moment; nothing more must happen until it comes.
            loop {
                std::thread::park();
            }
        }
    })
}
