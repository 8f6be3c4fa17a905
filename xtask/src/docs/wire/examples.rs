//! Examples of everything that travels: each is read by its type, and gives every field of every
//! schema it passes through a value to show.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

use super::{COMPONENTS, Object, types};
use crate::command::root;

const FILE: &str = "xtask/data/examples.json";

/// The most values shown for a field.
const SHOWN: usize = 3;

/// Examples by the name of their type.
pub(super) struct Examples(BTreeMap<String, Vec<Value>>);

impl Examples {
    pub(super) fn of(&self, name: &str) -> &[Value] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

pub(super) fn read() -> Result<Examples> {
    let text = fs::read_to_string(root().join(FILE)).with_context(|| FILE.to_owned())?;
    let examples: BTreeMap<String, Vec<Value>> = serde_json::from_str(&text).context(FILE)?;
    for (name, all) in &examples {
        all.iter()
            .try_for_each(|example| types::check(name, example))?;
    }
    Ok(Examples(examples))
}

/// Puts the examples' parts beside the fields they are of.
pub(super) fn spread(schemas: &mut Object, examples: &Examples) -> Result<()> {
    let mut found = Found::new();
    for (name, all) in &examples.0 {
        let schema = schemas.get(name);
        let schema = schema.with_context(|| format!("no schema of {name}"))?;
        for example in all {
            walk(schemas, (name, ""), schema, example, &mut found);
        }
    }
    for ((name, pointer), values) in found {
        let schema = schemas.get_mut(&name);
        let field = schema.and_then(|schema| schema.pointer_mut(&pointer));
        let field = field.and_then(Value::as_object_mut);
        let field = field.context("a schema has lost a field")?;
        field.insert("examples".to_owned(), values.into());
    }
    Ok(())
}

/// Values by the schema's name and the field's place in it.
type Found = BTreeMap<(String, String), Vec<Value>>;

/// The schema that is referred to, and its name.
fn target<'a>(all: &'a Object, schema: &'a Value) -> Option<(&'a str, &'a Value)> {
    let name = schema["$ref"].as_str()?.strip_prefix(COMPONENTS)?;
    Some((name, all.get(name)?))
}

/// Goes through a schema and an example of it side by side.
fn walk(
    all: &Object,
    (name, at): (&str, &str),
    schema: &Value,
    example: &Value,
    found: &mut Found,
) {
    if let Some((name, schema)) = target(all, schema) {
        walk(all, (name, ""), schema, example, found);
    }
    for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
        let Some(value) = example.get(field) else {
            continue;
        };
        let at = format!("{at}/properties/{field}");
        if schema["const"].is_null() {
            let values = found.entry((name.to_owned(), at.clone())).or_default();
            if values.len() < SHOWN && !values.contains(value) {
                values.push(value.clone());
            }
        }
        walk(all, (name, &at), schema, value, found);
    }
    for word in ["oneOf", "anyOf", "allOf"] {
        for (index, part) in schema[word].as_array().into_iter().flatten().enumerate() {
            if fits(all, part, example) {
                let at = format!("{at}/{word}/{index}");
                walk(all, (name, &at), part, example, found);
            }
        }
    }
    for item in example.as_array().into_iter().flatten() {
        let at = format!("{at}/items");
        walk(all, (name, &at), &schema["items"], item, found);
    }
    let others = &schema["additionalProperties"];
    if others.is_object() {
        let at = format!("{at}/additionalProperties");
        for value in example.as_object().into_iter().flat_map(Object::values) {
            walk(all, (name, &at), others, value, found);
        }
    }
}

/// Whether an alternative is the one an example is of: by its tag, or by what kind of JSON it is.
fn fits(all: &Object, schema: &Value, example: &Value) -> bool {
    if let Some((_, schema)) = target(all, schema) {
        return fits(all, schema, example);
    }
    let mut parts = schema["allOf"].as_array().into_iter().flatten();
    let mut fields = schema["properties"].as_object().into_iter().flatten();
    let kind_fits = match schema["type"].as_str() {
        Some("object") => example.is_object(),
        Some("string") => example.is_string(),
        Some("null") => example.is_null(),
        _ => true,
    };
    kind_fits
        && parts.all(|part| fits(all, part, example))
        && fields.all(|(field, schema)| {
            let tag = &schema["const"];
            tag.is_null() || example.get(field) == Some(tag)
        })
}
