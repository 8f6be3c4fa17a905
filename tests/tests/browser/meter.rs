//! A line to a server that counts what comes over it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The line; it ends when dropped.
pub(crate) struct Meter {
    address: SocketAddr,
    bytes: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Meter {
    /// A line to the server at this port.
    pub(crate) async fn before(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let bytes = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&bytes);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, port, Arc::clone(&counted)));
            }
        });
        Self {
            address,
            bytes,
            task,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All bytes that have come from the server, heads and the socket's frames included.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::SeqCst)
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass(client: TcpStream, port: u16, bytes: Arc<AtomicU64>) {
    let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else {
        return;
    };
    let (mut asks, mut hears) = client.into_split();
    let (mut says, mut takes) = server.into_split();
    let up = async move {
        let copied = tokio::io::copy(&mut asks, &mut takes).await;
        // Whoever has closed its side is to be seen to have.
        let closed = takes.shutdown().await;
        copied.and(closed)
    };
    let down = async move {
        let mut piece = vec![0; 16 * 1024];
        loop {
            let length = says.read(&mut piece).await?;
            if length == 0 {
                return hears.shutdown().await;
            }
            bytes.fetch_add(u64::try_from(length).unwrap_or_default(), Ordering::SeqCst);
            hears.write_all(&piece[..length]).await?;
        }
    };
    // Either end may go at any time.
    let _ended = tokio::join!(up, down);
}
