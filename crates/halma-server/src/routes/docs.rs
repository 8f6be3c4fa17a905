//! How to write a client: the guide as a page, and the documents that machines read.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use halma_protocol::ErrorCode;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;

use super::Site;
use super::page::{File, POLICY};
use super::problem::Refusal;

#[derive(RustEmbed)]
#[folder = "../../proto-docs"]
#[include = "PROTOCOL.md"]
#[include = "openapi.json"]
#[include = "asyncapi.yaml"]
#[include = "docs.css"]
#[include = "schemas/*.json"]
struct Files;

const GUIDE: &str = "PROTOCOL.md";

/// The documents, ready to serve.
#[derive(Debug)]
pub(crate) struct Docs {
    guide: File,
    files: HashMap<String, File>,
}

impl Docs {
    /// The guide looks like the page, whose files are at that path.
    pub(crate) fn embedded(assets: &str) -> Self {
        let read = |name: &str| Files::get(name).map(|file| file.data.into_owned());
        let file = |name: String| {
            let bytes = read(&name)?;
            Some((name.clone(), File::new(media_type(&name), bytes)))
        };
        let text = read(GUIDE).unwrap_or_default();
        let guide = page(&String::from_utf8_lossy(&text), assets);
        Self {
            guide: File::new("text/html; charset=utf-8", guide.into_bytes()),
            files: Files::iter()
                .filter_map(|name| file(name.into_owned()))
                .collect(),
        }
    }
}

pub(crate) async fn guide(State(site): State<Site>, asked: HeaderMap) -> Response {
    let headers = [
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, site.docs.guide.answer(&asked)).into_response()
}

/// Tools on any page may read the documents.
pub(crate) async fn file(
    State(site): State<Site>,
    Path(name): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Refusal> {
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
        Some("yaml") => "application/yaml",
        _ => "text/markdown; charset=utf-8",
    }
}

/// The guide as a page of its own.
fn page(markdown: &str, assets: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, linked(markdown).into_iter());
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>The Halma protocol</title>
  <link rel="icon" type="image/svg+xml" href="{assets}favicon.svg">
  <link rel="stylesheet" href="{assets}css/base.css">
  <link rel="stylesheet" href="/docs/docs.css">
  <link rel="stylesheet" href="{assets}css/dark.css" id="dark" media="(prefers-color-scheme: dark)">
  <script src="{assets}js/first.js"></script>
</head>
<body class="docs">
<nav aria-label="Documents">
  <a href="/">Play</a>
  <a href="/docs/openapi.json">OpenAPI</a>
  <a href="/docs/asyncapi.yaml">AsyncAPI</a>
  <a href="/docs/schemas/client.json">What clients send</a>
  <a href="/docs/schemas/server.json">What the server sends</a>
</nav>
<main>
{body}</main>
</body>
</html>
"#
    )
}

/// The text's parts, with a name for every heading, and without links to what is not served.
fn linked(markdown: &str) -> Vec<Event<'_>> {
    let mut parts: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut heading = None;
    let mut words = String::new();
    let mut unserved = 0;
    for at in 0..parts.len() {
        match &parts[at] {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some(at);
                words.clear();
            }
            Event::Text(text) | Event::Code(text) if heading.is_some() => words.push_str(text),
            Event::End(TagEnd::Heading(_)) => {
                let begin = heading.take();
                if let Some(Event::Start(Tag::Heading { id, .. })) =
                    begin.and_then(|begin| parts.get_mut(begin))
                {
                    *id = Some(anchor(&words));
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) if !is_served(dest_url) => {
                unserved += 1;
                parts[at] = Event::Text("".into());
            }
            Event::End(TagEnd::Link) if unserved > 0 => {
                unserved -= 1;
                parts[at] = Event::Text("".into());
            }
            _ => {}
        }
    }
    parts
}

fn is_served(target: &str) -> bool {
    target.starts_with('#') || target.contains("://")
}

/// The name of a heading, as the usual renderers of Markdown make it.
fn anchor(heading: &str) -> CowStr<'static> {
    let letters = heading.chars().filter_map(|letter| match letter {
        ' ' | '-' => Some('-'),
        _ if letter.is_alphanumeric() || letter == '_' => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_names_and_only_what_is_served_is_linked() {
        let page = page(
            "- [A `b`, c](#a-b-c)\n\n## A `b`, c\n\n[here](clients/) [there](https://x.example/)",
            "/assets/",
        );
        assert!(
            page.contains(r##"<a href="#a-b-c">A <code>b</code>, c</a>"##),
            "{page}"
        );
        assert!(page.contains(r#"<h2 id="a-b-c">"#), "{page}");
        assert!(
            page.contains(r#"<p>here <a href="https://x.example/">there</a></p>"#),
            "{page}"
        );
    }

    /// Every link within the guide leads to a heading of it.
    #[test]
    fn the_guide_is_whole() {
        let docs = Docs::embedded("/assets/");
        for name in [
            GUIDE,
            "openapi.json",
            "asyncapi.yaml",
            "schemas/client.json",
        ] {
            assert!(docs.files.contains_key(name), "{name}");
        }
        let text = Files::get(GUIDE).unwrap();
        let page = page(&String::from_utf8_lossy(&text.data), "/assets/");
        let mut links = 0;
        for link in page.split(r##"href="#"##).skip(1) {
            let name = link.split('"').next().unwrap();
            assert!(page.contains(&format!(r#"id="{name}""#)), "{name}");
            links += 1;
        }
        assert!(links > 20, "{links} links");
        assert!(!page.contains("<style") && !page.contains(" style="));
    }
}
