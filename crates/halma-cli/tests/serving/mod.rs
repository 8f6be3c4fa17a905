//! A server in this process.

use clap::Parser;
use halma_client::Rest;
use halma_server::Parts;
use halma_server::clock::Clock;
use halma_server::probe::Probe;
use halma_server::random::Random;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// A server with the usual limits, its games in that folder, once it serves. Gives its address.
pub(crate) async fn serve(data: &str, shutdown: CancellationToken) -> String {
    let words = ["halma-server", "--data-dir", data];
    let mut config = halma_server::config::Command::try_parse_from(words)
        .unwrap()
        .config;
    // Whatever this machine's environment says.
    config.database_url = None;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let parts = Parts {
        clock: Clock::system(),
        random: Random::system().unwrap(),
        probe: Probe::none(),
    };
    tokio::spawn(halma_server::run(config, listener, parts, shutdown));
    // Tries again until the server has its store.
    let rest = Rest::new(&address).unwrap();
    rest.games(None, None).await.unwrap();
    address
}
