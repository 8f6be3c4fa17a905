//! The page's cookie: a token no script can read.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use halma_protocol::ErrorCode;

use super::Site;
use super::problem::Refusal;

/// A browser keeps it this long: 400 days, the most they allow.
const MAX_AGE: u32 = 400 * 24 * 3600;

/// A name that browsers only take from the very host, by HTTPS. By plain HTTP there is no such name.
fn name(site: &Site) -> &'static str {
    if is_secure(site) {
        "__Host-halma"
    } else {
        "halma"
    }
}

fn is_secure(site: &Site) -> bool {
    let url = site.public_url.as_deref();
    url.is_some_and(|url| url.starts_with("https://"))
}

/// The token in a request's cookie.
pub(super) fn read(headers: &HeaderMap, site: &Site) -> Option<String> {
    let name = name(site);
    let cookies = headers.get_all(header::COOKIE).into_iter();
    let mut pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(cookie, _)| *cookie == name)
        .map(|(_, token)| token.to_owned())
}

/// The header that makes a browser keep a token, or with none forget it.
pub(super) fn set(
    token: Option<&str>,
    site: &Site,
) -> Result<[(HeaderName, HeaderValue); 1], Refusal> {
    let name = name(site);
    let secure = if is_secure(site) { "; Secure" } else { "" };
    let age = token.map_or(0, |_| MAX_AGE);
    let token = token.unwrap_or_default();
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    let value = HeaderValue::try_from(text)
        .map_err(|_| Refusal::new(ErrorCode::Internal, "the cookie cannot be made"))?;
    Ok([(header::SET_COOKIE, value)])
}
