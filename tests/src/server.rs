//! A server inside the test's process.

use std::net::{Ipv4Addr, SocketAddr};

use clap::Parser;
use halma_client::Rest;
use halma_protocol::Readiness;
use halma_server::clock::Clock;
use halma_server::config::{Command, Config};
use halma_server::probe::Probe;
use halma_server::random::Random;
use halma_server::{Parts, ServeError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::data::Data;
use crate::flags::unlimited;
use crate::http::Http;
use crate::port::free_port;
use crate::wait::{eventually, soon};

/// What a test's clock shows until it is moved: the first second of 2026.
pub const NOW: i64 = 1_767_225_600_000;

/// How a server is to be started.
#[derive(Debug)]
pub struct Setup {
    config: Config,
    parts: Parts,
}

/// A running server; it ends when dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<Result<(), ServeError>>,
    shutdown: DropGuard,
}

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
        Self { config, parts }
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

    async fn begin_on(self, port: u16) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let serving = halma_server::run(self.config, listener, self.parts, shutdown.clone());
        Server {
            address,
            task: tokio::spawn(serving),
            shutdown: shutdown.drop_guard(),
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
