//! Every transcript is played against a real server, so that it tells the truth; and since what
//! it receives may have more fields but none less, old ones go on playing.
//!
//! A new one is written as its `>` lines only. With its name in `HALMA_TRANSCRIBE` the test fills
//! in what comes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use futures_util::future::join_all;
use halma_protocol::ErrorCode;
use schemars::schema_for;
use serde_json::Value;

use crate::stage::Stage;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../proto-docs/transcripts");

fn all() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn each_transcript_is_true() {
    let all = all();
    assert!(all.len() >= 6, "{all:?}");
    // All at once: mostly they wait, for a disk.
    join_all(all.iter().map(async |path| {
        let text = fs::read_to_string(path).unwrap();
        let stage = Stage::new(&text).await;
        if std::env::var_os("HALMA_TRANSCRIBE").as_deref() == path.file_name() {
            fs::write(path, transcribed(stage, &text).await).unwrap();
        } else {
            play(stage, path, &text).await;
        }
    }))
    .await;
}

/// `who > what` or `who < what`; anything else is a remark.
fn parts(line: &str) -> Option<(&str, char, &str)> {
    let (who, rest) = line.split_once(' ')?;
    let (direction, what) = rest.split_once(' ')?;
    match direction {
        ">" => Some((who, '>', what)),
        "<" => Some((who, '<', what)),
        _ => None,
    }
}

async fn play(mut stage: Stage, path: &Path, text: &str) {
    let file = path.file_name().unwrap().to_string_lossy();
    for (number, line) in (1..).zip(text.lines()) {
        match parts(line).filter(|_| !line.starts_with('#')) {
            Some((who, '>', what)) => stage.act(who, what).await,
            Some((who, _, wanted)) => {
                let heard = stage.hear(who).await;
                if let Err(error) = fits(&mut stage, wanted, &heard) {
                    panic!("{file}:{number}: {error}\n{who} hears {heard}");
                }
            }
            None => {}
        }
    }
    stage.end().await;
}

/// A line is a status, a close or nothing, and then perhaps JSON or a text.
fn fits(stage: &mut Stage, wanted: &str, heard: &str) -> Result<(), String> {
    let (head, wanted) = split(wanted);
    let (heard_head, heard) = split(heard);
    if head != heard_head {
        return Err(format!("{heard_head}, not {head}"));
    }
    stage.names.fit(&wanted, &heard)
}

fn split(line: &str) -> (&str, Value) {
    let at = line.find(['{', '[', '"']).unwrap_or(line.len());
    let (head, json) = line.split_at(at);
    (
        head.trim(),
        serde_json::from_str(json).unwrap_or(json.into()),
    )
}

async fn transcribed(mut stage: Stage, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match parts(line).filter(|_| !line.starts_with('#')) {
            Some((_, '<', _)) => continue,
            Some((who, _, what)) => {
                out += &format!("{line}\n");
                stage.act(who, what).await;
                for (who, heard) in stage.overhear().await {
                    let (head, json) = split(&heard);
                    let told = written(stage.names.template(&json));
                    let parts = [&*who, "<", head, &*told];
                    let parts = parts.into_iter().filter(|part| !part.is_empty());
                    out += &parts.collect::<Vec<_>>().join(" ");
                    out.push('\n');
                }
            }
            None => out += &format!("{line}\n"),
        }
    }
    out
}

/// A template as a line has it: what kind of message it is comes first.
fn written(template: Value) -> String {
    match template {
        Value::String(text) if text.is_empty() => text,
        Value::Object(mut fields) => match fields.remove("type") {
            Some(kind) => {
                let rest = Value::from(fields).to_string();
                format!(r#"{{"type":{kind},{}"#, &rest[1..])
            }
            None => Value::from(fields).to_string(),
        },
        other => other.to_string(),
    }
}

/// Between them the transcripts show every refusal there is.
#[test]
fn each_refusal_is_shown() {
    let schema = schema_for!(ErrorCode);
    let codes: BTreeSet<String> = schema
        .get("oneOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|code| code["const"].as_str().map(str::to_owned))
        .collect();
    assert!(codes.len() > 60, "{codes:?}");
    let text: String = all()
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let shown = |code: &str| text.contains(&format!(r#""code":"{code}""#));
    let missing: Vec<_> = codes.iter().filter(|code| !shown(code)).collect();
    assert!(missing.is_empty(), "no transcript shows {missing:?}");
}
