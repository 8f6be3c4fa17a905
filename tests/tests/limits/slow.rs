//! Requests that take their time, heads that have no end, and answers that nobody reads.

use halma_tests::{Data, Engine, Server, Setup};

use crate::connections::settled;
use crate::raw::Raw;

async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Setup::with_flags(&data, &["--patience", "1"]).start().await;
    (data, server)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_come_is_not_awaited() {
    let (_data, server) = server().await;
    for begun in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: here\r\nX-Slow: 1"] {
        let heard = Raw::ask(&server, begun).await;
        assert!(
            heard.is_empty() || heard.starts_with("HTTP/1.1 408"),
            "{heard}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_at_rest_between_requests_is_hung_up() {
    let (_data, server) = server().await;
    let heard = Raw::ask(&server, "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").await;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_not_awaited() {
    let (_data, server) = server().await;
    let head = "POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n\
        Content-Length: 20\r\nConnection: close\r\n\r\n{\"name\"";
    let heard = Raw::ask(&server, head).await;
    assert!(heard.starts_with("HTTP/1.1 4"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_without_end_is_cut_off() {
    let (_data, server) = server().await;
    let mut raw = Raw::open(&server).await;
    raw.say("GET / HTTP/1.1\r\nHost: here\r\n").await;
    let line = format!("X-More: {}\r\n", "x".repeat(1_000));
    let mut said = 0;
    while said < 1_000 && raw.say(&line).await {
        said += 1;
    }
    let heard = raw.rest().await;
    assert!(
        heard.is_empty() || heard.starts_with("HTTP/1.1 431"),
        "{heard}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_headers_are_refused() {
    let (_data, server) = server().await;
    let headers: String = (0..400).map(|n| format!("X-{n}: 1\r\n")).collect();
    let head = format!("GET / HTTP/1.1\r\nHost: here\r\n{headers}\r\n");
    let heard = Raw::ask(&server, head).await;
    assert!(heard.starts_with("HTTP/1.1 431"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_the_limit_is_refused_however_it_comes() {
    let (_data, server) = server().await;
    let post = "POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n\
        Connection: close\r\n";
    let spaces = " ".repeat(0x1_0001);
    let announced = format!("{post}Content-Length: 9999999999\r\n\r\n{spaces}");
    let heard = Raw::ask(&server, announced).await;
    assert!(heard.starts_with("HTTP/1.1 413"), "{heard}");
    let chunk = format!("10001\r\n{spaces}\r\n");
    let chunked = format!("{post}Transfer-Encoding: chunked\r\n\r\n{chunk}0\r\n\r\n");
    let heard = Raw::ask(&server, chunked).await;
    assert!(heard.starts_with("HTTP/1.1 413"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_reads_is_not_kept() {
    let (_data, server) = server().await;
    let http = server.http();
    let document = "/docs/openapi.json";
    // Many times what fits between a server and who does not read.
    let asks = 64 * 1024 * 1024 / http.get(document).await.body.len();
    let mut deaf = Raw::deaf(&server).await;
    let ask = format!("GET {document} HTTP/1.1\r\nHost: here\r\n\r\n");
    assert!(deaf.say(ask.repeat(asks)).await);
    settled(&http, 0).await;
    drop(deaf);
}
