//! A proxy before PostgreSQL that can lose a commit, or the answer to one.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A commit as it stands on the wire: a simple query.
const COMMIT: &[u8] = b"Q\0\0\0\x0bCOMMIT\0";

/// What to lose next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Lose {
    Nothing = 0,
    /// The next commit never arrives.
    Commit = 1,
    /// The next commit is done, and nobody hears of it.
    Answer = 2,
}

/// The proxy; it ends when dropped.
#[derive(Debug)]
pub(crate) struct Proxy {
    address: SocketAddr,
    next: Arc<AtomicU8>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// A proxy before the server at `host:port`.
    pub(crate) async fn before(target: String) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let next = Arc::new(AtomicU8::new(Lose::Nothing as u8));
        let lose = Arc::clone(&next);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&target).await.unwrap();
                tokio::spawn(pass(client, server, Arc::clone(&lose)));
            }
        });
        Self {
            address,
            next,
            task,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Loses something once; the connection it was on breaks.
    pub(crate) fn lose(&self, what: Lose) {
        self.next.store(what as u8, Ordering::SeqCst);
    }

    /// Whether what was to be lost has been.
    pub(crate) fn has_lost(&self) -> bool {
        self.next.load(Ordering::SeqCst) == Lose::Nothing as u8
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Passes bytes both ways until either end closes or something is lost.
async fn pass(client: TcpStream, server: TcpStream, lose: Arc<AtomicU8>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let back = copy(&mut from_server, &mut to_client);
    let mut back = Box::pin(back);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = tokio::select! {
            read = from_client.read(&mut buffer) => read.unwrap_or(0),
            _ = &mut back => return,
        };
        let sent = &buffer[..read];
        if sent.is_empty() {
            return;
        }
        if sent.windows(COMMIT.len()).any(|part| part == COMMIT) {
            let what = lose.swap(Lose::Nothing as u8, Ordering::SeqCst);
            if what == Lose::Commit as u8 {
                return;
            }
            if what == Lose::Answer as u8 {
                drop(back);
                to_server.write_all(sent).await.unwrap();
                // The answer is read here, so the commit is done; it goes no further.
                assert!(from_server.read(&mut buffer).await.unwrap() > 0);
                return;
            }
        }
        if to_server.write_all(sent).await.is_err() {
            return;
        }
    }
}
