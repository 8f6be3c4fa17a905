//! Requests and messages made to do harm.

use halma_protocol::ErrorCode;
use halma_tests::{Data, Engine, Server, Socket};

use crate::raw::Raw;

async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    (data, server)
}

/// A request that ends its connection, with whatever headers.
fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n{headers}\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leads_to_the_disk() {
    let (_data, server) = server().await;
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/docs/../../Cargo.toml",
        "/docs/%2e%2e%2fCargo.toml",
        "/assets/x/..%2f..%2findex.html",
        "/index.html%00.js",
        "/js/main.js/../../../halma.db",
        "/data/halma.db",
    ] {
        let heard = Raw::ask(&server, get(path, "")).await;
        let refused = heard.starts_with("HTTP/1.1 404") || heard.starts_with("HTTP/1.1 400");
        assert!(refused, "{path}: {heard}");
    }
    // Nor is one made into another, past a proxy that let only the first through.
    let token = server.rest().new_guest(Some("Ada")).await.unwrap().token;
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let heard = Raw::ask(&server, get("/api/me", &bearer)).await;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
    for path in ["/api/games/../me", "/api//me", "/api/%6de/", "/api/./me"] {
        let heard = Raw::ask(&server, get(path, &bearer)).await;
        assert!(heard.starts_with("HTTP/1.1 404"), "{path}: {heard}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_header_comes_from_what_is_asked() {
    let (_data, server) = server().await;
    for path in [
        "/api/games/x%0d%0aSet-Cookie:%20evil=1",
        "/api/games?status=%0d%0aSet-Cookie:%20evil=1",
        "/%0d%0aSet-Cookie:%20evil=1",
        "/docs%0d%0aLocation:%20http:%2f%2fevil",
    ] {
        let heard = Raw::ask(&server, get(path, "")).await.to_lowercase();
        let head = heard.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("evil"), "{path}: {head}");
    }
    for headers in [
        "X-Request-Id: a\rSet-Cookie: evil=1\r\n",
        "X-Request-Id: a\0b\r\n",
        "Origin: http://here\nSet-Cookie: evil=1\n\r\n",
    ] {
        let heard = Raw::ask(&server, get("/healthz", headers)).await;
        let head = heard.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("evil"), "{headers:?}: {head}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_lengths_of_one_body_are_refused() {
    let (_data, server) = server().await;
    let smuggled = "GET /api/me HTTP/1.1\r\nHost: here\r\n\r\n";
    let lengths = format!(
        "Content-Length: 0\r\nContent-Length: {}\r\n",
        smuggled.len()
    );
    let head = format!("POST /api/guests HTTP/1.1\r\nHost: here\r\n{lengths}\r\n{smuggled}");
    let heard = Raw::ask(&server, head).await;
    assert!(heard.starts_with("HTTP/1.1 400"), "{heard}");
    assert_eq!(heard.matches("HTTP/1.1").count(), 1, "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn depth_is_no_danger() {
    let (_data, server) = server().await;
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let objects = |depth: usize| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    for text in [nested(4_000), objects(1_000), "[".repeat(8_000)] {
        socket.say(text).await;
        assert_eq!(socket.error().await.code, ErrorCode::BadJson);
    }
    // A field the server does not know is passed over, however deep it is.
    socket
        .say(format!(r#"{{"type":"ping","x":{}}}"#, nested(100)))
        .await;
    socket.message().await;
    for body in [nested(30_000), objects(8_000)] {
        let head = format!(
            "POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let heard = Raw::ask(&server, head).await;
        assert!(heard.starts_with("HTTP/1.1 4"), "{heard}");
    }
    let heard = Raw::ask(&server, get("/healthz", "")).await;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
}
