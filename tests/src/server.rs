//! A server inside the test's process.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::Parser;
use halma_client::Rest;
use halma_protocol::Readiness;
use halma_server::admin::{self, Wish};
use halma_server::clock::Clock;
use halma_server::config::{Command, Config};
use halma_server::probe::Probe;
use halma_server::random::Random;
use halma_server::{Parts, ServeError};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::data::Data;
use crate::flags::unlimited;
use crate::http::Http;
use crate::port::free_port;
use crate::wait::{eventually, soon};

/// What a test's clock shows until it is moved: the first second of 2026.
pub const NOW: i64 = 1_767_225_600_000;

/// How long the threads of a killed server may take to notice.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a server is to be started.
#[derive(Debug)]
pub struct Setup {
    config: Config,
    parts: Parts,
    apart: bool,
}

/// A running server; it ends when dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<Result<(), ServeError>>,
    shutdown: DropGuard,
    /// Where it runs, if it runs apart.
    threads: Option<Threads>,
}

/// Threads of a server's own; they are left behind when dropped.
#[derive(Debug)]
struct Threads(Option<Runtime>);

impl Setup {
    /// A server on this data, with a clock that stands still and no limits.
    pub fn new(data: &Data) -> Self {
        Self::with_flags(data, &[])
    }

    /// The same with more flags.
    ///
    /// # Panics
    ///
    /// If the server does not know them.
    pub fn with_flags(data: &Data, flags: &[&str]) -> Self {
        let mut words = vec!["halma-server".to_owned()];
        words.extend(data.flags());
        words.extend(flags.iter().map(|flag| (*flag).to_owned()));
        let unset: Vec<String> = unlimited(&words).collect();
        words.extend(unset);
        let mut config = Command::try_parse_from(words).unwrap().config;
        // The tests' own environment says where PostgreSQL is, not what this server is to use.
        config.database_url = data.url().map(str::to_owned);
        let parts = Parts {
            clock: Clock::manual(NOW),
            random: Random::seeded(7),
            probe: Probe::none(),
        };
        let apart = false;
        Self {
            config,
            parts,
            apart,
        }
    }

    /// The same on threads of its own, so that it can be killed.
    #[must_use]
    pub fn apart(mut self) -> Self {
        self.apart = true;
        self
    }

    /// The same with this PostgreSQL address.
    #[must_use]
    pub fn database(mut self, url: &str) -> Self {
        self.config.database_url = Some(url.to_owned());
        self
    }

    /// The same with this clock.
    #[must_use]
    pub fn clock(mut self, clock: &Clock) -> Self {
        self.parts.clock = clock.clone();
        self
    }

    /// The same with this randomness. Servers that follow each other on the same data need
    /// different ones.
    #[must_use]
    pub fn random(mut self, seed: u64) -> Self {
        self.parts.random = Random::seeded(seed);
        self
    }

    /// The same with this probe.
    #[must_use]
    pub fn probe(mut self, probe: Probe) -> Self {
        self.parts.probe = probe;
        self
    }

    /// Has a wish of the host carried out, while no server runs.
    ///
    /// # Panics
    ///
    /// If it is not.
    pub async fn carry_out(self, wish: &Wish) {
        let done = admin::carry_out(&self.config, &self.parts, wish).await;
        done.unwrap();
    }

    /// Starts it, and waits until it serves.
    pub async fn start(self) -> Server {
        self.start_on(free_port()).await
    }

    /// Starts it on that port, and waits until it serves.
    pub async fn start_on(self, port: u16) -> Server {
        let server = self.begin_on(port).await;
        server.ready().await;
        server
    }

    /// Starts it without waiting.
    pub async fn begin(self) -> Server {
        self.begin_on(free_port()).await
    }

    /// Starts it on that port without waiting.
    pub async fn begin_on(self, port: u16) -> Server {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let stop = shutdown.clone();
        let serving = async move {
            let listener = TcpListener::from_std(listener).unwrap();
            halma_server::run(self.config, listener, self.parts, stop).await
        };
        let threads = self.apart.then(Threads::start);
        let task = match threads.as_ref().and_then(|threads| threads.0.as_ref()) {
            Some(runtime) => runtime.spawn(serving),
            None => tokio::spawn(serving),
        };
        Server {
            address,
            task,
            shutdown: shutdown.drop_guard(),
            threads,
        }
    }
}

impl Threads {
    fn start() -> Self {
        let mut builder = Builder::new_multi_thread();
        Self(Some(
            builder.worker_threads(1).enable_all().build().unwrap(),
        ))
    }

    /// Drops everything that runs on them, wherever it waits.
    async fn end(mut self) {
        let runtime = self.0.take().unwrap();
        let end = move || runtime.shutdown_timeout(PATIENCE);
        tokio::task::spawn_blocking(end).await.unwrap();
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Server {
    /// A server on this data, with a clock that stands still and no limits.
    pub async fn start(data: &Data) -> Self {
        Setup::new(data).start().await
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Requests to it, as nobody.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn rest(&self) -> Rest {
        Rest::new(&self.url()).unwrap()
    }

    /// Bare requests to it.
    pub fn http(&self) -> Http {
        Http::new(&self.url())
    }

    /// Waits until it serves.
    pub async fn ready(&self) -> Readiness {
        ready(&self.http()).await
    }

    /// Stops it as a signal would, and waits for its end.
    ///
    /// # Panics
    ///
    /// If it ends with a failure.
    pub async fn stop(self) {
        self.shutdown.disarm().cancel();
        soon("the server's end", self.task).await.unwrap().unwrap();
    }

    /// Ends it in the middle of whatever it does: nothing is drained, said or stored any more.
    ///
    /// # Panics
    ///
    /// If it does not run apart.
    pub async fn kill(self) {
        let threads = self.threads.expect("a server that runs apart");
        let _never_said = self.shutdown.disarm();
        threads.end().await;
    }

    /// Waits for the failure it ends with.
    ///
    /// # Panics
    ///
    /// If it ends well.
    pub async fn failure(self) -> ServeError {
        let ended = soon("the server's end", self.task).await.unwrap();
        ended.expect_err("the server did not fail")
    }
}

/// Waits until a server serves.
pub(crate) async fn ready(http: &Http) -> Readiness {
    eventually("a ready server", async || {
        let answer = http.try_send(http::Method::GET, "/readyz", &[], "").await?;
        answer.status.is_success().then(|| answer.json())
    })
    .await
}
