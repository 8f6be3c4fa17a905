//! The page, embedded in the binary.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use halma_protocol::ErrorCode;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::Site;
use super::problem::Refusal;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
struct Files;

/// Where `index.html` says its files are; the real path carries a hash of them
/// all, so that browsers may keep them for ever and relative imports still hold.
const ASSETS: &str = "/assets/";

const POLICY: &str = "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// The page's files, ready to serve.
#[derive(Debug)]
pub(crate) struct Page {
    hash: String,
    index: String,
    files: HashMap<String, (&'static str, Vec<u8>)>,
}

impl Page {
    pub(crate) fn embedded() -> Self {
        let mut names: Vec<_> = Files::iter().collect();
        names.sort();
        let mut digest = Sha256::new();
        let mut files = HashMap::new();
        for name in names {
            let Some(file) = Files::get(&name) else {
                continue;
            };
            digest.update(name.as_bytes());
            digest.update(&file.data);
            files.insert(
                name.to_string(),
                (media_type(&name), file.data.into_owned()),
            );
        }
        let hash: String = digest
            .finalize()
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let index = files
            .remove("index.html")
            .map(|(_, text)| text)
            .unwrap_or_default();
        let index = String::from_utf8_lossy(&index).replace(ASSETS, &format!("/{hash}/"));
        Self { hash, index, files }
    }
}

pub(crate) async fn index(State(site): State<Site>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, site.page.index.clone()).into_response()
}

pub(crate) async fn asset(
    State(site): State<Site>,
    Path((hash, path)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let file = site
        .page
        .files
        .get(&path)
        .filter(|_| hash == site.page.hash);
    let (kind, bytes) =
        file.ok_or_else(|| Refusal::new(ErrorCode::NotFound, "there is no such page"))?;
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((StatusCode::OK, headers, bytes.clone()).into_response())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
