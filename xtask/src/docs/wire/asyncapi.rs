//! The socket as an AsyncAPI 3 document.

use anyhow::{Context, Result};
use halma_protocol::{MAX_FRAME, PROTOCOL};
use serde_json::{Value, json};

use super::examples::Examples;
use super::{Object, Schemas, references};

/// Which messages carry a command's id back, where it is not `ok`.
const ANSWERS: [(&str, &[&str]); 10] = [
    ("hello", &["welcome", "error"]),
    ("join", &["state", "events", "error"]),
    ("hint", &["hint", "error"]),
    ("ping", &["pong", "error"]),
    ("subscribe", &["lobby", "error"]),
    ("unsubscribe", &["done", "error"]),
    ("seek", &["seeking", "paired", "seek_ended", "error"]),
    ("cancel", &["seek_ended", "done", "error"]),
    ("challenge", &["challenge_made", "error"]),
    ("decline", &["done", "error"]),
];

/// What answers every other command.
const ANSWER: &[&str] = &["ok", "error"];

/// The whole document.
pub(super) fn document(schemas: &Schemas, examples: &Examples) -> Result<Value> {
    let sent = messages(schemas, examples, "ClientMsg", "client")?;
    let heard = messages(schemas, examples, "ServerMsg", "server")?;
    let operations = operations(&sent, &heard);
    let mut on_socket = Object::new();
    let mut components = Object::new();
    let mut payloads = Object::new();
    for message in sent.into_iter().chain(heard) {
        let name = format!("{}_{}", message.side, message.kind);
        let place = format!("#/components/messages/{name}");
        on_socket.insert(name.clone(), json!({ "$ref": place }));
        keep_needed(schemas, &message.payload, &mut payloads)?;
        let shown = json!({
            "name": message.kind,
            "title": message.kind,
            "summary": message.summary,
            "contentType": "application/json",
            "payload": message.payload,
            "examples": message.examples,
        });
        components.insert(name, shown);
    }
    let description = format!(
        "Play on a Halma server: one JSON object a text frame, at most {MAX_FRAME} bytes from a \
         client. The first frame is `hello`. The guide is PROTOCOL.md."
    );
    Ok(json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Halma: the socket",
            "version": format!("{PROTOCOL}.0.0"),
            "description": description,
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "localhost:8080",
                "protocol": "ws",
                "description": "`cargo run --release` on this machine",
            },
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "title": "The socket",
                "description": "A WebSocket without a subprotocol. All joined games share it.",
                "bindings": { "ws": { "method": "GET", "bindingVersion": "0.1.0" } },
                "messages": on_socket,
            },
        },
        "operations": operations,
        "components": { "messages": components, "schemas": payloads },
    }))
}

/// A message of one side.
struct Message {
    side: &'static str,
    kind: String,
    summary: Value,
    payload: Value,
    examples: Vec<Value>,
}

/// The alternatives of a tagged union, one message each.
fn messages(
    schemas: &Schemas,
    examples: &Examples,
    union: &str,
    side: &'static str,
) -> Result<Vec<Message>> {
    let message = |schema: &Value| {
        let tag = |part: &Value| {
            let tag = part["properties"]["type"]["const"].as_str();
            tag.map(str::to_owned)
        };
        let mut parts = schema["allOf"].as_array().into_iter().flatten();
        let kind = tag(schema).or_else(|| parts.find_map(tag));
        let kind = kind.context("a message has a type")?;
        let of_kind = |example: &&Value| example["type"] == kind;
        let shown = examples.of(union).iter().filter(of_kind);
        Ok(Message {
            side,
            summary: schema["description"].clone(),
            payload: schema.clone(),
            examples: shown.map(|example| json!({ "payload": example })).collect(),
            kind,
        })
    };
    let alternatives = schemas.get(union)?["oneOf"].as_array();
    let alternatives = alternatives.context("a union has alternatives")?;
    alternatives.iter().map(message).collect()
}

/// What clients may say with its answers, and what the server says; by the server's view of it.
fn operations(sent: &[Message], heard: &[Message]) -> Object {
    let channel = json!({ "$ref": "#/channels/socket" });
    let on_channel = |side: &str, kind: &str| json!({ "$ref": format!("#/channels/socket/messages/{side}_{kind}") });
    let command = |message: &Message| {
        let known = ANSWERS.iter().find(|(kind, _)| *kind == message.kind);
        let answers = known.map_or(ANSWER, |(_, answers)| answers);
        let answers = answers.iter().map(|kind| on_channel("server", kind));
        let operation = json!({
            "action": "receive",
            "channel": channel,
            "summary": message.summary,
            "messages": [on_channel("client", &message.kind)],
            "reply": { "channel": channel, "messages": answers.collect::<Vec<_>>() },
        });
        (message.kind.clone(), operation)
    };
    let mut operations: Object = sent.iter().map(command).collect();
    let told = heard
        .iter()
        .map(|message| on_channel("server", &message.kind));
    operations.insert(
        "tell".to_owned(),
        json!({
            "action": "send",
            "channel": channel,
            "summary": "What the server says, as an answer or by itself.",
            "messages": told.collect::<Vec<_>>(),
        }),
    );
    operations
}

/// Takes over whatever a payload refers to.
fn keep_needed(schemas: &Schemas, payload: &Value, kept: &mut Object) -> Result<()> {
    for name in references(payload) {
        if !kept.contains_key(&name) {
            let schema = schemas.get(&name)?;
            kept.insert(name, schema.clone());
            keep_needed(schemas, schema, kept)?;
        }
    }
    Ok(())
}
