//! The WebSocket standard (RFC 6455), byte by byte over a bare connection.

use halma_tests::{Data, Engine, Server, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const TEXT: u8 = 0x1;
const CONTINUATION: u8 = 0x0;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;
const FINAL: u8 = 0x80;

const HELLO: &[u8] = br#"{"type":"hello","protocol":1}"#;

/// A connection after its upgrade.
struct Wire {
    stream: TcpStream,
    head: String,
}

impl Wire {
    async fn open(server: &Server, offers: &str) -> Self {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port()))
            .await
            .unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{offers}\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(soon("the upgrade", stream.read_u8()).await.unwrap());
        }
        let head = String::from_utf8(head).unwrap();
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Self { stream, head }
    }

    async fn greeted(server: &Server) -> Self {
        let mut wire = Self::open(server, "").await;
        wire.send(FINAL | TEXT, HELLO).await;
        wire.hear("welcome").await;
        wire
    }

    /// Sends a frame, masked as a client's must be; at most 125 bytes.
    async fn send(&mut self, first: u8, payload: &[u8]) {
        let mask = [0x37, 0xfa, 0x21, 0x3d];
        let mut frame = vec![first, 0x80 | u8::try_from(payload.len()).unwrap()];
        frame.extend(mask);
        frame.extend(
            payload
                .iter()
                .zip(mask.iter().cycle())
                .map(|(byte, mask)| byte ^ mask),
        );
        self.stream.write_all(&frame).await.unwrap();
    }

    /// The next frame, none if the connection has ended; without the server's own pings.
    async fn try_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        loop {
            let first = soon("a frame", self.stream.read_u8()).await.ok()?;
            // Never masked: a server's length has no such bit.
            let length = match self.stream.read_u8().await.ok()? {
                126 => usize::from(self.stream.read_u16().await.ok()?),
                127 => usize::try_from(self.stream.read_u64().await.ok()?).unwrap(),
                length => usize::from(length),
            };
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload).await.ok()?;
            if first != FINAL | PING {
                return Some((first, payload));
            }
        }
    }

    async fn frame(&mut self) -> (u8, Vec<u8>) {
        self.try_frame().await.expect("a frame, not the end")
    }

    /// The next frame must be a whole text of that type.
    async fn hear(&mut self, kind: &str) -> String {
        let (first, payload) = self.frame().await;
        let text = String::from_utf8(payload).unwrap();
        assert_eq!(first, FINAL | TEXT, "{text}");
        assert!(text.contains(&format!(r#""type":"{kind}""#)), "{text}");
        text
    }

    /// The server closes with that code, and then the connection ends.
    async fn closed(&mut self, code: u16) {
        loop {
            let (first, payload) = self.frame().await;
            if first == FINAL | CLOSE {
                assert_eq!(payload.get(..2), Some(&code.to_be_bytes()[..]));
                break;
            }
        }
        let mut rest = Vec::new();
        // A reset ends it as well as a farewell.
        let _ = soon("the end", self.stream.read_to_end(&mut rest)).await;
        assert!(rest.is_empty(), "nothing follows a close");
    }

    /// The connection fails: a close with that code may be seen, and then it ends.
    async fn failed(&mut self, code: u16) {
        if let Some((first, payload)) = self.try_frame().await {
            assert_eq!(first, FINAL | CLOSE);
            assert_eq!(payload.get(..2), Some(&code.to_be_bytes()[..]));
            assert_eq!(self.try_frame().await, None);
        }
    }
}

/// A server, and what it stores to.
async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    (data, server)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_fragments_is_one_message() {
    let (_data, server) = server().await;
    let mut wire = Wire::open(&server, "").await;
    let (one, rest) = HELLO.split_at(7);
    let (other, last) = rest.split_at(1);
    wire.send(TEXT, one).await;
    wire.send(CONTINUATION, other).await;
    wire.send(CONTINUATION, b"").await;
    wire.send(FINAL | CONTINUATION, last).await;
    wire.hear("welcome").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ping_is_answered_amid_fragments() {
    let (_data, server) = server().await;
    let mut wire = Wire::open(&server, "").await;
    let (one, last) = HELLO.split_at(11);
    wire.send(TEXT, one).await;
    wire.send(FINAL | PING, b"are you there?").await;
    assert_eq!(
        wire.frame().await,
        (FINAL | PONG, b"are you there?".to_vec())
    );
    wire.send(FINAL | PONG, b"nobody asked").await;
    wire.send(FINAL | CONTINUATION, last).await;
    wire.hear("welcome").await;
    wire.send(FINAL | PING, b"").await;
    assert_eq!(wire.frame().await, (FINAL | PONG, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_is_answered_with_a_close() {
    let (_data, server) = server().await;
    for (sent, code) in [
        (&1000u16.to_be_bytes()[..], 1000),
        (&4242u16.to_be_bytes()[..], 4242),
    ] {
        let mut wire = Wire::greeted(&server).await;
        wire.send(FINAL | CLOSE, sent).await;
        wire.closed(code).await;
    }
    let mut wire = Wire::greeted(&server).await;
    wire.send(FINAL | CLOSE, b"").await;
    let (first, _) = wire.frame().await;
    assert_eq!(first, FINAL | CLOSE);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_may_be_split_within_a_letter() {
    let (_data, server) = server().await;
    let mut wire = Wire::greeted(&server).await;
    let text = r#"{"type":"é😀"}"#.as_bytes();
    // Within the two bytes of the é, and within the four of the face.
    let (one, rest) = text.split_at(10);
    let (other, last) = rest.split_at(3);
    wire.send(TEXT, one).await;
    wire.send(CONTINUATION, other).await;
    wire.send(FINAL | CONTINUATION, last).await;
    assert!(wire.hear("error").await.contains("unknown_type"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_utf8_closes_the_socket() {
    let (_data, server) = server().await;
    for bytes in [
        &b"\"\xff\""[..],
        b"\"\xc0\xaf\"",         // a slash, written too long
        b"\"\xed\xa0\x80\"",     // half of a surrogate pair
        b"\"\xf4\x90\x80\x80\"", // beyond the last letter there is
        b"\"\xe2\x82",           // cut off
    ] {
        let mut wire = Wire::greeted(&server).await;
        wire.send(FINAL | TEXT, bytes).await;
        wire.closed(1003).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn compression_is_not_taken_up() {
    let (_data, server) = server().await;
    let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    let mut wire = Wire::open(&server, offer).await;
    assert!(
        !wire
            .head
            .to_lowercase()
            .contains("sec-websocket-extensions"),
        "{}",
        wire.head
    );
    wire.send(FINAL | TEXT, HELLO).await;
    wire.hear("welcome").await;
    // What was not agreed on must not be used.
    wire.send(FINAL | 0x40 | TEXT, b"x").await;
    wire.failed(1002).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_against_the_standard_end_the_connection() {
    let (_data, server) = server().await;
    let frames: [(u8, &[u8]); 4] = [
        (FINAL | CONTINUATION, b"of nothing"),
        (FINAL | 0x3, b"a reserved kind"),
        (PING, b"a ping in fragments"),
        (FINAL | CLOSE, b"\x03"), // half a code
    ];
    for (first, payload) in frames {
        let mut wire = Wire::greeted(&server).await;
        wire.send(first, payload).await;
        wire.failed(1002).await;
        // Everybody else goes on.
        Wire::greeted(&server).await;
    }
    let mut wire = Wire::greeted(&server).await;
    wire.stream
        .write_all(&[FINAL | TEXT, 2, b'{', b'}'])
        .await
        .unwrap();
    wire.failed(1002).await;
}
