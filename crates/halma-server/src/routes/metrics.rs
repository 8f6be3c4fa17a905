//! What the server counts, in the text form that Prometheus reads.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use halma_protocol::ErrorCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;

use super::Site;
use super::origin::Address;
use super::problem::Refusal;
use crate::meters::level;
use crate::tenure::Tenure;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers those on this machine or its own network; for the world there is no such page.
pub(crate) async fn metrics(
    State(site): State<Site>,
    Address(address): Address,
) -> Result<Response, Refusal> {
    if !is_near(address) {
        return Err(Refusal::new(ErrorCode::NotFound, "there is no such page"));
    }
    let mut shown = Registry::with_prefix("halma");
    let (connections, most) = (site.crowd.connections(), site.crowd.most());
    level(
        &mut shown,
        "connections",
        "Open connections",
        connections as usize,
    );
    level(
        &mut shown,
        "connections_limit",
        "How many there may be",
        most as usize,
    );
    site.meters.show(&mut shown);
    let tenure = site.tenure.borrow().clone();
    let serves = matches!(tenure, Tenure::Live(_));
    let help = "Whether the database's lock is held and games are served";
    level(&mut shown, "serving", help, usize::from(serves));
    if let Tenure::Live(live) = tenure {
        live.show(&mut shown);
    }
    let mut text = String::new();
    encode(&mut text, &shown)
        .map_err(|_| Refusal::new(ErrorCode::Internal, "the counts cannot be written"))?;
    Ok(([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response())
}

/// This machine, or a network that is not reached from outside.
fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// Counts the refusals among the answers.
pub(crate) async fn count(State(site): State<Site>, request: Request, next: Next) -> Response {
    let answer = next.run(request).await;
    if let Some(code) = answer.extensions().get::<ErrorCode>() {
        site.meters.refused(*code);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_world_is_not_near() {
        let near = |text: &str| is_near(text.parse().unwrap());
        for inside in [
            "127.0.0.1",
            "::1",
            "10.1.2.3",
            "172.18.0.4",
            "::ffff:192.168.1.1",
            "fd00::7",
        ] {
            assert!(near(inside), "{inside}");
        }
        for outside in ["8.8.8.8", "2001:db8::1", "::ffff:203.0.113.9", "172.32.0.1"] {
            assert!(!near(outside), "{outside}");
        }
    }
}
