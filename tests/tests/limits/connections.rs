//! How many may be connected, in all and from one address.

use halma_protocol::ErrorCode;
use halma_tests::{Answer, Data, Engine, Http, Server, Setup, Socket, eventually};
use http::Method;

use crate::raw::Raw;

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";

async fn server(flags: &[&str]) -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Setup::with_flags(&data, flags).start().await;
    (data, server)
}

/// A number that is counted; none if whoever looks must stay out too, by one connection more than
/// the one that is still being put back.
async fn counted(http: &Http, name: &str) -> Option<u64> {
    let answer = http.try_send(Method::GET, "/metrics", &[], "").await?;
    let mut lines = answer.status.is_success().then(|| answer.body.lines())?;
    let number = lines.find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    Some(number.unwrap_or(0))
}

/// Waits until nobody is connected but so many and the one who looks.
pub(crate) async fn settled(http: &Http, others: u64) {
    eventually(&format!("{others} others"), async || {
        let all = counted(http, "halma_connections ").await?;
        (all == others + 1).then_some(())
    })
    .await;
}

/// Waits until a number is greater than it was.
async fn grown(http: &Http, name: &str, before: u64) {
    eventually(name, async || {
        (counted(http, name).await? > before).then_some(())
    })
    .await;
}

async fn is_served(server: &Server) -> bool {
    Raw::ask(server, HEALTH).await.starts_with("HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_tells_the_next_one_to_come_back() {
    let (_data, server) = server(&["--connections", "3"]).await;
    let http = server.http();
    settled(&http, 0).await;
    let unavailable = "halma_refusals_total{code=\"unavailable\"}";
    let before = eventually(unavailable, async || counted(&http, unavailable).await).await;
    let inside = [Raw::open(&server).await, Raw::open(&server).await];
    settled(&http, 2).await;
    let told = Raw::ask(&server, HEALTH).await;
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
    assert!(told.contains("Retry-After: 5\r\n"), "{told}");
    grown(&http, unavailable, before).await;
    drop(inside);
    eventually("a place", async || is_served(&server).await.then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_connections_and_a_socket_keeps_its_place() {
    let (_data, server) = server(&["--connections-per-address", "4"]).await;
    let http = server.http();
    let mut sockets = Vec::new();
    for others in 0..3 {
        settled(&http, others).await;
        sockets.push(Socket::greeted(&server.url(), None).await);
    }
    settled(&http, 3).await;
    let told = Raw::ask(&server, HEALTH).await;
    assert!(told.starts_with("HTTP/1.1 429"), "{told}");
    assert!(told.contains("Retry-After"), "{told}");
    let limited = "halma_refusals_total{code=\"rate_limited\"}";
    grown(&http, limited, 0).await;
    drop(sockets);
    eventually("a place", async || is_served(&server).await.then_some(())).await;
}

/// A socket of whom the header names.
async fn socket_of(server: &Server, client: &str) -> Result<Socket, Box<Answer>> {
    Socket::knock(&server.url(), &[("x-forwarded-for", client)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_sockets_are_counted_by_who_opens_them() {
    let flags = [
        "--connections-per-address",
        "2",
        "--trusted-proxies",
        "127.0.0.1",
    ];
    let (_data, server) = server(&flags).await;
    let one = socket_of(&server, "192.0.2.1").await.unwrap();
    let _two = socket_of(&server, "192.0.2.1").await.unwrap();
    let third = socket_of(&server, "192.0.2.1").await;
    let refused = third.expect_err("a third socket");
    assert_eq!(refused.status, 429);
    assert_eq!(refused.problem().code, ErrorCode::RateLimited);
    // What the client itself writes before the proxy's word does not count.
    let forged = socket_of(&server, "203.0.113.7, 192.0.2.1").await;
    assert!(forged.is_err());
    let _other = socket_of(&server, "192.0.2.2").await.unwrap();
    drop(one);
    eventually("a place", async || {
        socket_of(&server, "192.0.2.1").await.ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_a_trusted_proxy_is_believed_about_addresses() {
    let (_data, server) = server(&["--connections-per-address", "3"]).await;
    let mut sockets = Vec::new();
    let mut refused = false;
    for n in 0..8 {
        // To be let in under an invented address would pass the limit.
        match socket_of(&server, &format!("192.0.2.{n}")).await {
            Ok(socket) => sockets.push(socket),
            Err(_) => refused = true,
        }
    }
    assert!(refused && sockets.len() <= 3);
}
