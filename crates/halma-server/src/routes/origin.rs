//! Which page a request comes from, and from which address.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use halma_protocol::ErrorCode;

use super::Site;
use super::problem::Refusal;
use crate::doors::Peer;

/// Whose page a request comes from, as its browser says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// This server's own.
    Ours,
    /// Somebody else's.
    Foreign,
    /// It does not say, as programs do not, nor browsers when they fetch a page.
    Unsaid,
}

/// Reads `Origin`, else `Sec-Fetch-Site`; neither can be set by a page.
pub(super) fn origin(headers: &HeaderMap, site: &Site) -> Origin {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if headers.contains_key(header::ORIGIN) {
        let ours = text(header::ORIGIN).is_some_and(|origin| is_ours(origin, headers, site));
        return if ours { Origin::Ours } else { Origin::Foreign };
    }
    match text(header::HeaderName::from_static("sec-fetch-site")) {
        Some("same-origin") => Origin::Ours,
        Some("none") | None => Origin::Unsaid,
        Some(_) => Origin::Foreign,
    }
}

/// Without a public address the request's own host is ours, so that a telephone at home works.
fn is_ours(origin: &str, headers: &HeaderMap, site: &Site) -> bool {
    if let Some(url) = &site.public_url {
        let after = url.find("://").map_or(0, |at| at + 3);
        let end = url[after..].find('/').map_or(url.len(), |at| after + at);
        return origin.eq_ignore_ascii_case(&url[..end]);
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let from = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    host.zip(from)
        .is_some_and(|(host, from)| host.eq_ignore_ascii_case(from))
}

/// The request comes from our own page; anything else is refused.
pub(crate) struct OwnPage;

impl FromRequestParts<Site> for OwnPage {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        match origin(&parts.headers, site) {
            Origin::Ours => Ok(Self),
            Origin::Foreign | Origin::Unsaid => Err(Refusal::new(
                ErrorCode::Forbidden,
                "only this server's own page may ask for a cookie",
            )),
        }
    }
}

/// Where a request comes from: the last address that no trusted proxy vouches for.
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<Site> for Address {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        let peer = parts
            .extensions
            .get::<Peer>()
            .map_or(Ipv4Addr::LOCALHOST.into(), |peer| peer.address);
        let trusted = |address: &IpAddr| site.trusted_proxies.contains(&address.to_canonical());
        if !trusted(&peer) {
            return Ok(Self(peer));
        }
        let forwarded = parts.headers.get_all("x-forwarded-for");
        let forwarded: Vec<&str> = forwarded
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let mut client = peer;
        for hop in forwarded.iter().rev() {
            let Ok(address) = hop.trim().parse() else {
                break;
            };
            client = address;
            if !trusted(&address) {
                break;
            }
        }
        Ok(Self(client))
    }
}
