//! Bare bytes on a connection, for what no HTTP client would send.

use halma_tests::{Server, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A connection on which anything can be said.
pub(crate) struct Raw(TcpStream);

impl Raw {
    pub(crate) async fn open(server: &Server) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", server.port()));
        Self(stream.await.unwrap())
    }

    /// A connection with so little room for what comes that it soon holds up who speaks.
    pub(crate) async fn deaf(server: &Server) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4_096).unwrap();
        let address = ([127, 0, 0, 1], server.port()).into();
        Self(socket.connect(address).await.unwrap())
    }

    /// Says something; it does not matter if nobody listens any more.
    pub(crate) async fn say(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.0.write_all(bytes.as_ref()).await.is_ok()
    }

    /// Everything until the server hangs up, or resets the connection.
    pub(crate) async fn rest(mut self) -> String {
        let mut heard = Vec::new();
        let _ = soon("the server's end of it", self.0.read_to_end(&mut heard)).await;
        String::from_utf8_lossy(&heard).into_owned()
    }

    /// The answer to a request that asks to close the connection afterwards.
    pub(crate) async fn ask(server: &Server, head: impl AsRef<[u8]>) -> String {
        let mut raw = Self::open(server).await;
        raw.say(head).await;
        raw.rest().await
    }
}
