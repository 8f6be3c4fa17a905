//! The Halma server as a library: the binary and the tests run the same [`run`].
//!
//! A move goes one way: socket → session → room → rules → store → broadcast.

pub mod admin;
pub mod clock;
pub mod config;
pub mod import;
pub mod probe;
pub mod random;
pub mod store;

mod address;
mod attempts;
mod auth;
mod bots;
mod budget;
mod crowd;
mod doors;
mod leaving;
mod live;
mod lobby;
mod making;
mod matchmaker;
mod meters;
mod names;
mod naming;
mod news;
mod pairing;
mod passwords;
mod percent;
mod rating;
mod refused;
mod room;
mod routes;
mod seating;
mod service;
mod session;
mod sockets;
mod summary;
mod sweeper;
mod tenure;
mod wish;

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use halma_protocol::ServerMsg;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use clock::Clock;
use config::Config;
use crowd::Crowd;
use doors::Doors;
use meters::Meters;
use probe::Probe;
use random::Random;
use store::OpenError;
use tenure::Tenure;

/// How long open connections have after the shutdown signal.
const GOODBYE: Duration = Duration::from_secs(2);

/// How long a server takes to end at most, whatever keeps it; who supervises it waits longer.
const END: Duration = Duration::from_secs(9);

const _: () = assert!(
    tenure::PATIENCE.as_secs()
        + tenure::CLOSE.as_secs()
        + store::LOCK_FAREWELL.as_secs()
        + GOODBYE.as_secs()
        <= END.as_secs()
);

/// What the world gives a server, passed in so that tests can hold it.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub random: Random,
    /// Who is told of the moments of a move's journey.
    pub probe: Probe,
}

/// Why the server ended with a failure.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store cannot be used, and waiting would not help.
    #[error(transparent)]
    Store(#[from] OpenError),
}

/// Serves until `shutdown` is cancelled, then tells the sockets, finishes what
/// is in the journal and closes the store.
pub async fn run(
    config: Config,
    listener: TcpListener,
    parts: Parts,
    shutdown: CancellationToken,
) -> Result<(), ServeError> {
    let settings = config.settings();
    let (publish, tenure) = watch::channel(Tenure::waiting("the store"));
    let meters = Meters::default();
    let doors = Doors {
        crowd: Crowd::new(config.connections, config.connections_per_address),
        proxies: config.trusted_proxies.clone().into(),
        patience: config.patience(),
        meters: meters.clone(),
    };
    let app = routes::router(tenure, &config, &doors, &parts.clock, &meters);
    let serving = tokio::spawn(doors.serve(listener, app, shutdown.clone()));
    let held = tenure::hold(
        &config.place(),
        &parts,
        &settings,
        &meters,
        &publish,
        &shutdown,
    )
    .await;
    // Whether told to stop or unable to go on, the listener ends with the tenure.
    shutdown.cancel();
    // Requests still under way by then are cut off.
    let _ = tokio::time::timeout(GOODBYE, serving).await;
    Ok(held?)
}

/// A message as a text frame.
fn frame(message: &ServerMsg) -> Utf8Bytes {
    json(message).into()
}

/// A wire type as JSON text.
#[expect(
    clippy::expect_used,
    reason = "wire types have text keys and no failing parts, so JSON holds them"
)]
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("wire types are JSON")
}

/// Plays any bytes as a sequence of messages into a room; there only under a fuzzer.
///
/// # Panics
///
/// If something is not as it must be.
#[cfg(fuzzing)]
pub fn trial(bytes: &[u8]) {
    room::trial::run(bytes);
}
