//! Markdown as a page.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// A text as a page of its own; `address` says where a link leads, if that is served.
pub(super) fn page(
    markdown: &str,
    assets: &str,
    address: impl Fn(&str) -> Option<String>,
) -> String {
    let mut body = String::new();
    html::push_html(&mut body, linked(markdown, address).into_iter());
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
  <a href="/docs">The protocol</a>
  <a href="/docs/clients">Clients</a>
  <a href="/docs/transcripts">Transcripts</a>
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
fn linked(markdown: &str, address: impl Fn(&str) -> Option<String>) -> Vec<Event<'_>> {
    let mut parts: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut heading = None;
    let mut words = String::new();
    let mut unserved = 0;
    for at in 0..parts.len() {
        match &mut parts[at] {
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
            Event::Start(Tag::Link { dest_url, .. }) => match address(dest_url) {
                Some(address) => *dest_url = address.into(),
                None => {
                    unserved += 1;
                    parts[at] = Event::Text("".into());
                }
            },
            Event::End(TagEnd::Link) if unserved > 0 => {
                unserved -= 1;
                parts[at] = Event::Text("".into());
            }
            _ => {}
        }
    }
    parts
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
            "- [A `b`, c](#a-b-c)\n\n## A `b`, c\n\n[here](nowhere/) [there](some/)",
            "/assets/",
            |target| match target {
                "nowhere/" => None,
                "some/" => Some("/docs/some".to_owned()),
                other => Some(other.to_owned()),
            },
        );
        assert!(
            page.contains(r##"<a href="#a-b-c">A <code>b</code>, c</a>"##),
            "{page}"
        );
        assert!(page.contains(r#"<h2 id="a-b-c">"#), "{page}");
        assert!(
            page.contains(r#"<p>here <a href="/docs/some">there</a></p>"#),
            "{page}"
        );
    }
}
