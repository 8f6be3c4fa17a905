//! The page, embedded in the binary.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
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

pub(super) const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'; object-src 'none'";

/// The page's files, ready to serve.
#[derive(Debug)]
pub(crate) struct Page {
    hash: String,
    index: File,
    files: HashMap<String, File>,
}

/// One file, and the same compressed once somebody has asked for it so.
#[derive(Debug)]
pub(super) struct File {
    kind: &'static str,
    bytes: Bytes,
    gzipped: OnceLock<Option<Bytes>>,
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
            let file = File::new(media_type(&name), file.data.into_owned());
            files.insert(name.to_string(), file);
        }
        let hash: String = digest
            .finalize()
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let index = files.remove("index.html");
        let index = index.map(|file| file.bytes).unwrap_or_default();
        let index = String::from_utf8_lossy(&index).replace(ASSETS, &format!("/{hash}/"));
        Self {
            hash,
            index: File::new("text/html; charset=utf-8", index.into_bytes()),
            files,
        }
    }

    /// The path that the page's files are below.
    pub(super) fn assets(&self) -> String {
        format!("/{}/", self.hash)
    }
}

impl File {
    pub(super) fn new(kind: &'static str, bytes: Vec<u8>) -> Self {
        Self {
            kind,
            bytes: bytes.into(),
            gzipped: OnceLock::new(),
        }
    }

    /// The file, compressed if the browser takes that and it makes it shorter.
    pub(super) fn answer(&self, asked: &HeaderMap) -> Response {
        let gzipped = takes_gzip(asked).then(|| self.gzipped()).flatten();
        let body = gzipped.unwrap_or(&self.bytes).clone();
        let mut answer = Response::new(Body::from(body));
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(
            header::VARY,
            HeaderValue::from_static(header::ACCEPT_ENCODING.as_str()),
        );
        if gzipped.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }

    fn gzipped(&self) -> Option<&Bytes> {
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&self.bytes).ok()?;
            let gzipped = encoder.finish().ok()?;
            (gzipped.len() < self.bytes.len()).then(|| gzipped.into())
        };
        self.gzipped.get_or_init(compress).as_ref()
    }
}

/// Whether `Accept-Encoding` names gzip, or anything, and does not rule it out by `q=0`.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let mut gzip = None;
    let mut anything = None;
    let texts = asked.get_all(header::ACCEPT_ENCODING).into_iter();
    let texts = texts.filter_map(|text| text.to_str().ok());
    for offer in texts.flat_map(|text| text.split(',')) {
        let (coding, more) = offer.split_once(';').unwrap_or((offer, "q=1"));
        let weight = more.trim().strip_prefix("q=");
        let taken = weight.and_then(|weight| weight.trim().parse::<f32>().ok()) > Some(0.0);
        match &*coding.trim().to_ascii_lowercase() {
            "gzip" => gzip = Some(taken),
            "*" => anything = Some(taken),
            _ => {}
        }
    }
    gzip.or(anything).unwrap_or(false)
}

pub(crate) async fn index(State(site): State<Site>, asked: HeaderMap) -> Response {
    let headers = [
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, site.page.index.answer(&asked)).into_response()
}

pub(crate) async fn asset(
    State(site): State<Site>,
    Path((hash, path)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    let file = site
        .page
        .files
        .get(&path)
        .filter(|_| hash == site.page.hash);
    let file = file.ok_or_else(|| Refusal::new(ErrorCode::NotFound, "there is no such page"))?;
    let lasting = [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((lasting, file.answer(&asked)).into_response())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(accept: &str) -> HeaderMap {
        let value = HeaderValue::from_str(accept).unwrap();
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)])
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for accept in ["gzip", "br, GZIP;q=0.5", "deflate, *", "*;q=0.1"] {
            assert!(takes_gzip(&asked(accept)), "{accept}");
        }
        for accept in [
            "",
            "br",
            "gzip;q=0",
            "gzip; q=0.000, *",
            "x-gzip",
            "gzip;q=much",
        ] {
            assert!(!takes_gzip(&asked(accept)), "{accept}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
