//! REST as an OpenAPI 3.1 document.

use anyhow::{Context, Result};
use halma_protocol::PROTOCOL;
use serde_json::{Value, json};

use super::rest::{Answer, OPERATIONS, Operation, Who};
use super::{COMPONENTS, Object, Schemas, references};

/// What stands for any id in examples.
const ID: &str = "019b76da-a800-7c41-9d2e-5f0c8f1e2a30";

/// The whole document.
pub(super) fn document(schemas: &Schemas) -> Result<Value> {
    let mut paths = Object::new();
    let mut used = vec!["Problem".to_owned()];
    for operation in OPERATIONS {
        let shown = shown(schemas, operation)?;
        used.extend(references(&shown));
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = shown;
    }
    let mut components = Object::new();
    while let Some(name) = used.pop() {
        if !components.contains_key(&name) {
            let schema = schemas.get(&name)?;
            used.extend(references(schema));
            components.insert(name, schema.clone());
        }
    }
    let description = "Players, games and seats on a Halma server. Play itself goes over the \
        socket, which asyncapi.yaml describes. The guide is PROTOCOL.md.";
    let token = json!({
        "type": "http",
        "scheme": "bearer",
        "description": "A player's token.",
    });
    Ok(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Halma: REST",
            "version": format!("{PROTOCOL}.0.0"),
            "description": description,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The server that gave you this document." }],
        "tags": [
            { "name": "players", "description": "Who plays: guests, accounts, sessions." },
            { "name": "games", "description": "Games, seats and what happened in them." },
            { "name": "lobby", "description": "Finding somebody to play with." },
            { "name": "statistics", "description": "What has been played, and how well." },
            { "name": "server", "description": "How the server is." },
        ],
        "paths": paths,
        "components": { "schemas": components, "securitySchemes": { "token": token } },
    }))
}

fn shown(schemas: &Schemas, operation: &Operation) -> Result<Value> {
    let mut shown = json!({
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "security": match operation.who {
            Who::Nobody => json!([]),
            Who::Anybody => json!([{}, { "token": [] }]),
            Who::Known => json!([{ "token": [] }]),
        },
        "responses": responses(operation),
    });
    let mut parameters: Vec<_> = operation.path_parameters().map(path_parameter).collect();
    for query in operation.query {
        parameters.extend(query_parameters(schemas.get(query)?)?);
    }
    if !parameters.is_empty() {
        shown["parameters"] = parameters.into();
    }
    if let Some(body) = operation.body {
        shown["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": reference(body) } },
        });
    }
    Ok(shown)
}

fn path_parameter(name: &str) -> Value {
    if name == "seat" {
        return json!({
            "name": name,
            "in": "path",
            "required": true,
            "description": "The seat.",
            "schema": reference("Seat"),
        });
    }
    json!({
        "name": name,
        "in": "path",
        "required": true,
        "description": format!("The id of the {name}."),
        "schema": { "type": "string", "format": "uuid" },
        "example": ID,
    })
}

/// One for each field.
fn query_parameters(query: &Value) -> Result<Vec<Value>> {
    let required = query["required"].as_array();
    let fields = query["properties"].as_object();
    let fields = fields.context("a query has fields")?;
    let parameter = |(name, schema): (&String, &Value)| {
        let mut schema = schema.as_object().cloned().unwrap_or_default();
        let description = schema.remove("description").unwrap_or_default();
        let examples = schema.remove("examples").unwrap_or_default();
        schema.remove("default");
        // A parameter is left out, never null.
        if let Some(Value::Array(kinds)) = schema.get("type") {
            let kind = kinds[0].clone();
            schema.insert("type".to_owned(), kind);
        }
        if let Some(Value::Array(kinds)) = schema.remove("anyOf") {
            schema.extend(kinds[0].as_object().cloned().unwrap_or_default());
        }
        json!({
            "name": name,
            "in": "query",
            "required": required.is_some_and(|all| all.contains(&json!(name))),
            "description": description,
            "schema": schema,
            "example": examples[0],
        })
    };
    Ok(fields.into_iter().map(parameter).collect())
}

fn responses(operation: &Operation) -> Object {
    let mut responses = Object::new();
    let mut good = json!({ "description": operation.gives });
    let content = content(operation.answer);
    if !content.is_empty() {
        good["content"] = content.into();
    }
    responses.insert(operation.status.to_string(), good);
    for (status, meaning) in operation.refusals() {
        let content = json!({ "application/problem+json": { "schema": reference("Problem") } });
        let refusal = json!({ "description": meaning, "content": content });
        responses.insert(status.to_string(), refusal);
    }
    if operation.path == "/readyz" {
        let content = json!({ "application/json": { "schema": reference("Readiness") } });
        let not_ready = json!({ "description": "Not yet, or no more.", "content": content });
        responses.insert("503".to_owned(), not_ready);
    }
    responses
}

fn content(answer: Answer) -> Object {
    let list = |name| json!({ "type": "array", "items": reference(name) });
    let text = || json!({ "type": "string" });
    let kinds = match answer {
        Answer::Nothing => vec![],
        Answer::One(name) => vec![("application/json", reference(name))],
        Answer::Either(one, other) => {
            let either = json!({ "anyOf": [reference(one), reference(other)] });
            vec![("application/json", either)]
        }
        Answer::List(name) => vec![("application/json", list(name))],
        Answer::Text(kind) => vec![(kind, text())],
        Answer::Export => vec![
            ("application/x-ndjson", text()),
            ("application/json", list("GameExport")),
            ("text/plain", text()),
        ],
    };
    let content = |(kind, schema): (&str, Value)| (kind.to_owned(), json!({ "schema": schema }));
    kinds.into_iter().map(content).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{COMPONENTS}{name}") })
}
