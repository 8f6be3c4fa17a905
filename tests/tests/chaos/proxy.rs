//! A proxy between clients and server that cuts, resets and delays.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The proxy; it ends when dropped.
#[derive(Debug)]
pub(crate) struct Proxy {
    address: SocketAddr,
    state: Arc<State>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    /// Changes when every connection is to be cut.
    cuts: watch::Sender<u64>,
    /// Whether those that are cut are reset.
    reset: AtomicBool,
    /// Milliseconds that each piece is held back.
    delay: AtomicU64,
}

impl Proxy {
    /// A proxy before the server at this port.
    pub(crate) async fn before(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State {
            cuts: watch::Sender::new(0),
            reset: AtomicBool::new(false),
            delay: AtomicU64::new(0),
        });
        let of_task = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, port, Arc::clone(&of_task)));
            }
        });
        Self {
            address,
            state,
            task,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Breaks every connection, by a reset or as if both ends had closed it.
    pub(crate) fn cut(&self, reset: bool) {
        self.state.reset.store(reset, Ordering::SeqCst);
        self.state.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Holds each piece back for so long.
    pub(crate) fn delay(&self, by: Duration) {
        let millis = u64::try_from(by.as_millis()).unwrap();
        self.state.delay.store(millis, Ordering::SeqCst);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass(client: TcpStream, port: u16, state: Arc<State>) {
    let mut cut = state.cuts.subscribe();
    let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else {
        return;
    };
    let (mut client, mut server) = (client, server);
    {
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = server.split();
        let there = copy(from_client, to_server, &state);
        let back = copy(from_server, to_client, &state);
        tokio::select! {
            () = there => {}
            () = back => {}
            _ = cut.changed() => {}
        }
    }
    if state.reset.load(Ordering::SeqCst) {
        // Closed without lingering, a connection is reset.
        for end in [&client, &server] {
            let _ = end.set_zero_linger();
        }
    }
}

async fn copy(mut from: ReadHalf<'_>, mut to: WriteHalf<'_>, state: &State) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let Ok(read @ 1..) = from.read(&mut buffer).await else {
            return;
        };
        match state.delay.load(Ordering::SeqCst) {
            0 => {}
            millis => tokio::time::sleep(Duration::from_millis(millis)).await,
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
