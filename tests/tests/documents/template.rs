//! What a transcript says is received, and whether something fits it.
//!
//! In a template `"…"` stands for anything and `"$NAME"` for a text that is the same everywhere
//! the name stands. An object may have more fields than the template, since clients ignore what
//! they do not know; a list may go on after an element `"…"`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Stands for anything.
const ANYTHING: &str = "…";

/// The texts that names stand for.
#[derive(Debug, Default)]
pub(crate) struct Names(BTreeMap<String, String>);

impl Names {
    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A line with every name in it replaced.
    pub(crate) fn filled(&self, line: &str) -> String {
        // The longest first, since one name may begin with another.
        let mut names: Vec<_> = self.0.iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let fill =
            |line: String, (name, text): (&String, &String)| line.replace(name.as_str(), text);
        names.into_iter().fold(line.to_owned(), fill)
    }

    /// Says where something differs from a template; learns what new names stand for.
    pub(crate) fn fit(&mut self, template: &Value, value: &Value) -> Result<(), String> {
        match (template, value) {
            (Value::String(wanted), _) if wanted == ANYTHING => Ok(()),
            (Value::String(name), Value::String(text)) if name.starts_with('$') => {
                let known = self.0.entry(name.clone()).or_insert_with(|| text.clone());
                (known == text)
                    .then_some(())
                    .ok_or_else(|| format!("{name} is {known}, not {text}"))
            }
            (Value::Object(wanted), Value::Object(fields)) => {
                wanted.iter().try_for_each(|(field, wanted)| {
                    let value = fields
                        .get(field)
                        .ok_or_else(|| format!("{field} is missing"))?;
                    self.fit(wanted, value)
                        .map_err(|error| format!("{field}: {error}"))
                })
            }
            (Value::Array(wanted), Value::Array(values)) => {
                let open = wanted.last().is_some_and(|last| last == ANYTHING);
                let wanted = &wanted[..wanted.len() - usize::from(open)];
                if values.len() < wanted.len() || !open && values.len() > wanted.len() {
                    return Err(format!("a list of {}", values.len()));
                }
                let mut pairs = wanted.iter().zip(values);
                pairs.try_for_each(|(wanted, value)| self.fit(wanted, value))
            }
            _ if template == value => Ok(()),
            _ => Err(format!("{value}, not {template}")),
        }
    }

    /// Makes a template of something received, for a new transcript: ids and secrets get names,
    /// and what differs from one time to the next is left open.
    pub(crate) fn template(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let mut template = Map::new();
                for (field, value) in fields {
                    template.insert(field.clone(), self.field(field, value, fields));
                }
                template.into()
            }
            Value::Array(values) => values.iter().map(|value| self.template(value)).collect(),
            Value::String(text) => self.name_of(text).unwrap_or_else(|| text.clone()).into(),
            other => other.clone(),
        }
    }

    fn field(&mut self, field: &str, value: &Value, all: &Map<String, Value>) -> Value {
        let is_time = value
            .as_i64()
            .is_some_and(|number| number > 1_000_000_000_000);
        let sentence = ["message", "detail", "description"].contains(&field);
        if is_time || sentence || ["server", "url", "home", "goal", "limits"].contains(&field) {
            return ANYTHING.into();
        }
        if let (Some(text), true) = (
            value.as_str(),
            ["id", "game", "token", "key", "successor"].contains(&field),
        ) {
            let is_id = text.len() == 36 && text.matches('-').count() == 4;
            let stem = match (field, all.get("name").and_then(Value::as_str)) {
                ("id", Some(name)) if is_id => Some(name.to_uppercase()),
                ("id" | "game" | "successor", _) if is_id => Some("GAME".to_owned()),
                ("token", _) => {
                    let owner = all.get("player").and_then(|player| player["name"].as_str());
                    Some(format!("{}_TOKEN", owner.unwrap_or("OTHER").to_uppercase()))
                }
                ("key", _) => Some("KEY".to_owned()),
                _ => None,
            };
            if let Some(stem) = stem {
                return self.learn(&stem, text).into();
            }
        }
        match value {
            Value::Array(_) if field == "recovery_codes" => vec![ANYTHING].into(),
            Value::Array(values) if field == "pieces" => {
                let first = values.iter().take(1).map(|value| self.template(value));
                first.chain([ANYTHING.into()]).collect()
            }
            other => self.template(other),
        }
    }

    /// The name of a text, a new one if it has none yet.
    fn learn(&mut self, stem: &str, text: &str) -> String {
        if let Some(name) = self.name_of(text) {
            return name;
        }
        let tries = (1..).map(|number| match number {
            1 => format!("${stem}"),
            _ => format!("${stem}{number}"),
        });
        let free = tries.into_iter().find(|name| !self.0.contains_key(name));
        let name = free.unwrap_or_default();
        self.0.insert(name.clone(), text.to_owned());
        name
    }

    fn name_of(&self, text: &str) -> Option<String> {
        let mut names = self.0.iter();
        names.find_map(|(name, known)| (known == text).then(|| name.clone()))
    }
}
