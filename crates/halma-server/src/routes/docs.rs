//! How to write a client: the guide and the clients' own pages, and the documents that machines
//! read.

mod archive;
mod markdown;

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use halma_protocol::ErrorCode;
use rust_embed::RustEmbed;

use super::Site;
use super::page::{File, POLICY};
use super::problem::Refusal;

#[derive(RustEmbed)]
#[folder = "../../proto-docs"]
#[include = "*.md"]
#[include = "openapi.json"]
#[include = "asyncapi.yaml"]
#[include = "docs.css"]
#[include = "schemas/*.json"]
#[include = "transcripts/*.txt"]
#[include = "clients/js/*.mjs"]
#[include = "clients/js/package*.json"]
#[include = "clients/python/pyproject.toml"]
#[include = "clients/python/*.py"]
#[include = "clients/python/halma_client/py.typed"]
#[exclude = "*/node_modules/*"]
struct Files;

const GUIDE: &str = "PROTOCOL.md";

/// The end of what is a page at the address of its folder.
const README: &str = "README.md";

/// The clients that are given away as archives, too.
const CLIENTS: [&str; 2] = ["clients/js", "clients/python"];

/// The documents, ready to serve.
#[derive(Debug)]
pub(crate) struct Docs {
    /// By their folders; the guide is in none.
    pages: HashMap<String, File>,
    files: HashMap<String, File>,
}

impl Docs {
    /// The pages look like the game's own, whose files are at that path.
    pub(crate) fn embedded(assets: &str) -> Self {
        let mut docs = Self {
            pages: HashMap::new(),
            files: HashMap::new(),
        };
        for name in Files::iter() {
            let Some(embedded) = Files::get(&name) else {
                continue;
            };
            let bytes = embedded.data.into_owned();
            let folder = match &*name {
                GUIDE => Some(""),
                name => name.strip_suffix(README),
            };
            if let Some(folder) = folder {
                let text = String::from_utf8_lossy(&bytes);
                let page = markdown::page(&text, assets, |target| address(folder, target));
                let page = File::new("text/html; charset=utf-8", page.into_bytes());
                docs.pages.insert(folder.to_owned(), page);
            }
            let file = File::new(media_type(&name), bytes);
            docs.files.insert(name.into_owned(), file);
        }
        for folder in CLIENTS {
            let file = File::new("application/gzip", archive::of(folder));
            docs.files.insert(format!("{folder}.tar.gz"), file);
        }
        docs
    }

    fn page(&self, name: &str) -> Option<&File> {
        match name.trim_end_matches('/') {
            "" => self.pages.get(""),
            folder => self.pages.get(&format!("{folder}/")),
        }
    }
}

/// Where a link of a page in that folder leads; none if what it names is not served.
fn address(folder: &str, target: &str) -> Option<String> {
    if target.starts_with('#') || target.contains("://") {
        return Some(target.to_owned());
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "" | "." => {}
            part => parts.push(part),
        }
    }
    let name = parts.join("/");
    if name == GUIDE {
        return Some("/docs".to_owned());
    }
    let is_page = Files::get(&format!("{name}/{README}")).is_some();
    (is_page || Files::get(&name).is_some()).then(|| format!("/docs/{name}"))
}

pub(crate) async fn guide(site: State<Site>, asked: HeaderMap) -> Result<Response, Refusal> {
    file(site, Path(String::new()), asked).await
}

/// Tools on any page may read the documents, and pages import the client.
pub(crate) async fn file(
    State(site): State<Site>,
    Path(name): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
    if let Some(page) = site.docs.page(&name) {
        let headers = [
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::REFERRER_POLICY, "no-referrer"),
        ];
        return Ok((headers, page.answer(&asked)).into_response());
    }
    let file = site.docs.files.get(&name);
    let file = file.ok_or_else(|| Refusal::new(ErrorCode::NotFound, "there is no such page"))?;
    let headers = [
        (header::CACHE_CONTROL, "no-cache"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    Ok((headers, file.answer(&asked)).into_response())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("json") => "application/json",
        Some("css") => "text/css; charset=utf-8",
        Some("mjs") => "text/javascript; charset=utf-8",
        Some("yaml") => "application/yaml",
        Some("md") => "text/markdown; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every link of a page leads to something that is served, in the guide to its headings too.
    #[test]
    fn the_pages_are_whole() {
        let docs = Docs::embedded("/assets/");
        let mut links = 0;
        for folder in [
            "",
            "clients/",
            "clients/js/",
            "clients/python/",
            "transcripts/",
        ] {
            let readme = match folder {
                "" => GUIDE.to_owned(),
                folder => format!("{folder}{README}"),
            };
            let text = Files::get(&readme).unwrap().data;
            let text = String::from_utf8_lossy(&text);
            let page = markdown::page(&text, "/assets/", |target| address(folder, target));
            assert!(!page.contains("<style") && !page.contains(" style="));
            let (_, page) = page.split_once("<main>").unwrap();
            for link in page.split(r#"href=""#).skip(1) {
                let link = link.split('"').next().unwrap();
                let served = |name: &str| docs.page(name).or(docs.files.get(name)).is_some();
                let leads = match (link.strip_prefix('#'), link.strip_prefix("/docs")) {
                    (Some(heading), _) => page.contains(&format!(r#"id="{heading}""#)),
                    (None, Some(name)) => served(name.trim_start_matches('/')),
                    (None, None) => link.contains("://"),
                };
                assert!(leads, "{readme}: {link}");
                links += 1;
            }
        }
        assert!(links > 40, "{links} links");
        for unserved in ["../../README.md", "examples/", "../../../secrets"] {
            assert_eq!(address("clients/python/", unserved), None, "{unserved}");
        }
    }

    #[test]
    fn nothing_that_lies_about_is_given_away() {
        let docs = Docs::embedded("/assets/");
        for name in docs.files.keys() {
            assert!(
                !name.contains("node_modules") && !name.contains("__pycache__"),
                "{name}"
            );
        }
    }
}
