//! The doors: connections come in here, as many as fit, and are kept no longer than they ask.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use halma_protocol::ErrorCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutWriter;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::crowd::{Crowd, Full, Guest};
use crate::meters::Meters;

/// The most bytes of a request's head.
const MAX_HEAD: usize = 16 * 1024;

/// How long to wait when the system has no more file descriptors.
const AGAIN: Duration = Duration::from_millis(100);

/// How many who must stay out are told why at a time; the others are hung up on.
const REFUSALS: usize = 64;

/// How long telling them may take.
const REFUSAL: Duration = Duration::from_secs(1);

/// At the other end of a request's connection; what every request carries as an extension.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    /// Its place, for as long as the connection lasts, whatever it becomes.
    pub(crate) place: Arc<Guest>,
}

/// Where connections come in.
#[derive(Debug)]
pub(crate) struct Doors {
    pub(crate) crowd: Arc<Crowd>,
    /// Proxies, behind which many are.
    pub(crate) proxies: Arc<[IpAddr]>,
    /// How long a request's head may take to come, a connection may rest between requests, and
    /// who is answered may read nothing of what waits for it.
    pub(crate) patience: Duration,
    /// Where it is counted who must stay out.
    pub(crate) meters: Meters,
}

impl Doors {
    /// Serves until `shutdown`, then for as long as requests take that are under way.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        app: Router,
        shutdown: CancellationToken,
    ) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(self.patience)
            .max_buf_size(MAX_HEAD);
        let open = TaskTracker::new();
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = shutdown.cancelled() => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) if is_of_the_peer(&error) => continue,
                Err(error) => {
                    tracing::warn!(%error, "no connection could be taken in");
                    tokio::time::sleep(AGAIN).await;
                    continue;
                }
            };
            // Small frames must not wait for more to come.
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "no nodelay");
            }
            let is_proxy = self.proxies.contains(&peer.ip().to_canonical());
            let place = match self.crowd.connection((!is_proxy).then_some(peer.ip())) {
                Ok(place) => Arc::new(place),
                Err(full) => {
                    self.meters.refused(full.into());
                    if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                        tokio::spawn(async move {
                            let _ = tokio::time::timeout(REFUSAL, refuse(stream, full)).await;
                            drop(place);
                        });
                    }
                    continue;
                }
            };
            let peer = Peer {
                address: peer.ip(),
                place,
            };
            let app = app.clone();
            let service = service_fn(move |request| answer(app.clone(), peer.clone(), request));
            let mut stream = TimeoutWriter::new(stream);
            stream.set_timeout(Some(self.patience));
            let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
            let shutdown = shutdown.clone();
            open.spawn(async move {
                let mut connection = pin!(connection.with_upgrades());
                let ended = tokio::select! {
                    ended = connection.as_mut() => ended,
                    () = shutdown.cancelled() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended");
                }
            });
        }
        drop(listener);
        open.close();
        open.wait().await;
    }
}

async fn answer(
    app: Router,
    peer: Peer,
    mut request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    request.extensions_mut().insert(peer);
    app.oneshot(request).await
}

/// Whether it is over with this connection only.
fn is_of_the_peer(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}

impl From<Full> for ErrorCode {
    fn from(full: Full) -> Self {
        match full {
            Full::House => Self::Unavailable,
            Full::Address => Self::RateLimited,
        }
    }
}

/// Tells somebody to come back later, whatever was asked.
async fn refuse(mut stream: TcpStream, full: Full) -> io::Result<()> {
    let status = match full {
        Full::House => "503 Service Unavailable",
        Full::Address => "429 Too Many Requests",
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    // Closed with something unread, the connection would be reset and the answer lost.
    tokio::io::copy(&mut stream.take(MAX_HEAD as u64), &mut tokio::io::sink()).await?;
    Ok(())
}
