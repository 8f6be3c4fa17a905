//! Sockets that pages open: only the server's own page speaks for the visitor whose cookie it has.

use halma_tests::{Data, Server, Setup, Socket, on_both_engines};
use http::Method;
use serde_json::json;

on_both_engines!(
    a_foreign_page_opens_sockets_for_nobody,
    a_public_address_is_the_only_origin
);

/// A guest's name and its cookie, as a page from `origin` gets it.
async fn cookie(server: &Server, origin: &str) -> String {
    let headers = [("content-type", "application/json"), ("origin", origin)];
    let body = json!({ "name": "Ada" }).to_string();
    let http = server.http();
    let path = "/api/guests?cookie=true";
    let made = http.send(Method::POST, path, &headers, &body).await;
    let cookie = made.headers["set-cookie"].to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

/// Whom the server takes a socket for that is opened with these headers.
async fn name(server: &Server, headers: &[(&'static str, &str)]) -> Option<String> {
    let mut socket = Socket::knock(&server.url(), headers).await.unwrap();
    socket.greet(None).await.map(|player| player.name)
}

async fn a_foreign_page_opens_sockets_for_nobody(data: Data) {
    let server = Server::start(&data).await;
    let ours = server.url();
    let cookie = &*cookie(&server, &ours).await;
    let ada = Some("Ada".to_owned());
    let from = |origin| [("cookie", cookie), ("origin", origin)];
    assert_eq!(name(&server, &from(&ours)).await, ada);
    let other_port = format!("{ours}0");
    for foreign in [
        "https://evil.example",
        "null",
        "",
        &other_port,
        "http://127.0.0.1.evil.example",
    ] {
        // The cookie is passed over; the socket may watch, as anybody may.
        assert_eq!(name(&server, &from(foreign)).await, None, "{foreign}");
    }
    for (site, player) in [
        ("same-origin", ada),
        ("same-site", None),
        ("cross-site", None),
    ] {
        let headers = [("cookie", cookie), ("sec-fetch-site", site)];
        assert_eq!(name(&server, &headers).await, player, "{site}");
    }
}

async fn a_public_address_is_the_only_origin(data: Data) {
    let flags = ["--public-url", "http://halma.example"];
    let server = Setup::with_flags(&data, &flags).start().await;
    let ours = "http://halma.example";
    let cookie = &*cookie(&server, ours).await;
    let from = |origin| [("cookie", cookie), ("origin", origin)];
    assert_eq!(name(&server, &from(ours)).await.as_deref(), Some("Ada"));
    // Not even the address that the request was sent to.
    assert_eq!(name(&server, &from(&server.url())).await, None);
}
