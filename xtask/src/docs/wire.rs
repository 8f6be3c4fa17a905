//! The documents a machine reads: JSON Schemas, OpenAPI and AsyncAPI, made of the wire types.

mod asyncapi;
mod examples;
mod openapi;
mod rest;
mod types;

use anyhow::{Result, bail, ensure};
use halma_protocol::{ClientMsg, ServerMsg};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::Document;

/// Where OpenAPI and AsyncAPI keep their schemas.
const COMPONENTS: &str = "#/components/schemas/";

/// Where JSON Schema keeps them.
const DEFS: &str = "#/$defs/";

type Object = Map<String, Value>;

/// Every wire type's schema by its name, with examples, referring to one another below `COMPONENTS`.
struct Schemas(Object);

/// All of these documents.
pub(super) fn documents() -> Result<Vec<Document>> {
    let examples = examples::read()?;
    let mut schemas = Schemas::of_wire_types()?;
    examples::spread(&mut schemas.0, &examples)?;
    schemas.check_described()?;
    let openapi = openapi::document(&schemas)?;
    let asyncapi = asyncapi::document(&schemas, &examples)?;
    let document = |path: &str, text: String| Document {
        path: format!("proto-docs/{path}"),
        text,
    };
    let mut documents = vec![
        document("openapi.json", pretty(&openapi)?),
        document("asyncapi.yaml", serde_saphyr::to_string(&asyncapi)?),
    ];
    for (file, root) in [("client", "ClientMsg"), ("server", "ServerMsg")] {
        let schema = schemas.standing_alone(root, &examples)?;
        documents.push(document(&format!("schemas/{file}.json"), pretty(&schema)?));
    }
    Ok(documents)
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

impl Schemas {
    /// What clients send by what is accepted, what the server sends by what is written.
    fn of_wire_types() -> Result<Self> {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        let mut reader = settings().for_deserialize().into_generator();
        reader.subschema_for::<ClientMsg>();
        types::add_sent_to_server(&mut reader);
        let mut writer = settings().for_serialize().into_generator();
        writer.subschema_for::<ServerMsg>();
        types::add_sent_by_server(&mut writer);
        let mut all = reader.take_definitions(true);
        for (name, schema) in writer.take_definitions(true) {
            if let Some(read) = all.get(&name) {
                ensure!(*read == schema, "{name} is read otherwise than written");
            }
            all.insert(name, schema);
        }
        all.values_mut().for_each(tidy);
        Ok(Self(all))
    }

    fn get(&self, name: &str) -> Result<&Value> {
        match self.0.get(name) {
            Some(schema) => Ok(schema),
            None => bail!("no wire type is called {name}"),
        }
    }

    /// Every field has a sentence and an example, and a time of day has its range.
    fn check_described(&self) -> Result<()> {
        let mut bare = Vec::new();
        for (name, schema) in &self.0 {
            each_field(schema, &mut |field, schema| {
                let reference = schema["$ref"]
                    .as_str()
                    .and_then(|at| at.strip_prefix(COMPONENTS));
                let named = reference.and_then(|name| self.0.get(name));
                let described = |schema: &Value| schema["description"].is_string();
                if !described(schema) && !named.is_some_and(described) {
                    bare.push(format!("{name}.{field} has no description"));
                }
                let text = schema["description"].as_str().unwrap_or_default();
                if text.contains("since 1970") && schema["minimum"].is_null() {
                    bare.push(format!("{name}.{field} has no minimum"));
                }
                if schema["examples"].is_null() && schema["const"].is_null() {
                    bare.push(format!("{name}.{field} has no example"));
                }
            });
        }
        ensure!(bare.is_empty(), "{}", bare.join("\n"));
        Ok(())
    }

    /// One type's schema with all it refers to, for any tool that reads JSON Schema.
    fn standing_alone(&self, root: &str, examples: &examples::Examples) -> Result<Value> {
        let mut needed = vec![root.to_owned()];
        let mut at = 0;
        while at < needed.len() {
            for name in references(self.get(&needed[at])?) {
                if !needed.contains(&name) {
                    needed.push(name);
                }
            }
            at += 1;
        }
        let mut schema = self.get(root)?.clone();
        let mut defs = Object::new();
        for name in &needed[1..] {
            defs.insert(name.clone(), self.get(name)?.clone());
        }
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        schema["title"] = root.into();
        schema["examples"] = examples.of(root).into();
        schema["$defs"] = defs.into();
        refer(&mut schema, DEFS);
        Ok(schema)
    }
}

/// Makes a schema readable by older tools: beside a reference nothing but annotations may stand.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.contains_key("$ref") && object.contains_key("properties") {
                let reference = object.remove("$ref");
                let mut own = Object::new();
                for word in ["type", "properties", "required"] {
                    own.extend(object.remove_entry(word));
                }
                let parts = vec![Value::Object(own), json!({ "$ref": reference })];
                object.insert("allOf".to_owned(), parts.into());
            }
            let untold = object.contains_key("const") && !object.contains_key("description");
            if untold && object.get("type").is_some_and(|kind| kind == "string") {
                let tag = object["const"].as_str().unwrap_or_default();
                let text = format!("Always `{tag}`: it tells which one this is.");
                object.insert("description".to_owned(), text.into());
            }
            object.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Calls for each field of a schema and of the alternatives in it.
fn each_field(schema: &Value, then: &mut impl FnMut(&str, &Value)) {
    for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
        then(field, schema);
        each_field(schema, then);
    }
    for word in ["oneOf", "anyOf", "allOf"] {
        for part in schema[word].as_array().into_iter().flatten() {
            each_field(part, then);
        }
    }
}

/// The names a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(object) => {
            let own = object.get("$ref").and_then(Value::as_str);
            let own = own
                .and_then(|at| at.strip_prefix(COMPONENTS))
                .map(str::to_owned);
            own.into_iter()
                .chain(object.values().flat_map(references))
                .collect()
        }
        Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// Lets all references begin otherwise.
fn refer(schema: &mut Value, prefix: &str) {
    match schema {
        Value::Object(object) => {
            for (word, value) in object {
                match value.as_str().and_then(|at| at.strip_prefix(COMPONENTS)) {
                    Some(name) if word == "$ref" => *value = format!("{prefix}{name}").into(),
                    _ => refer(value, prefix),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| refer(value, prefix)),
        _ => {}
    }
}
