//! From a text frame to a [`ClientMsg`], or to an error that says what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::{ClientMsg, CommandId, ErrorCode, ErrorMsg};

/// Reads one frame. The common case is one pass; only a frame that fails is
/// looked at again to find out why.
pub fn decode(text: &str) -> Result<ClientMsg, ErrorMsg> {
    serde_json::from_str(text).map_err(|error| diagnose(text, &error))
}

/// The first field of a frame that its message does not have, if any: what `strict` refuses.
pub fn unknown_fields(text: &str) -> Option<String> {
    let object: Map<String, Value> = serde_json::from_str(text).ok()?;
    let known = FIELDS.get(object.get("type")?.as_str()?)?;
    object
        .keys()
        .find(|field| !known.contains(field.as_str()))
        .cloned()
}

fn diagnose(text: &str, error: &serde_json::Error) -> ErrorMsg {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(syntax) => return ErrorMsg::new(ErrorCode::BadJson, format!("not JSON: {syntax}")),
    };
    let Some(kind) = value.get("type").and_then(Value::as_str) else {
        return ErrorMsg::new(
            ErrorCode::BadMessage,
            "a message is an object with a text field `type`",
        );
    };
    let mut refusal = match FIELDS.get(kind) {
        None => ErrorMsg::new(
            ErrorCode::UnknownType,
            "the server knows no message of this type",
        ),
        Some(_) => wrong_field(&value, error),
    };
    refusal.id = value
        .get("id")
        .and_then(Value::as_str)
        .and_then(|id| CommandId::new(id).ok());
    refusal.game = value
        .get("game")
        .and_then(Value::as_str)
        .and_then(|game| game.parse().ok());
    refusal
}

/// A field is missing or wrong. A path has an error of its own, since players type paths.
fn wrong_field(value: &Value, error: &serde_json::Error) -> ErrorMsg {
    let path = value
        .get("path")
        .and_then(Value::as_str)
        .map(str::parse::<halma_core::Path>);
    if let Some(Err(bad)) = path {
        let mut refusal = ErrorMsg::new(ErrorCode::BadPath, bad.to_string());
        refusal.details.column = u32::try_from(bad.column()).ok();
        return refusal;
    }
    let mut refusal = ErrorMsg::new(ErrorCode::BadField, error.to_string());
    refusal.details.field = culprit(value).map(String::into_boxed_str);
    refusal
}

/// The field that is missing, or without which the message fails in another way or not at all.
fn culprit(value: &Value) -> Option<String> {
    let failure = |value: Value| serde_json::from_value::<ClientMsg>(value).err();
    let whole = failure(value.clone())?.to_string();
    if let Some(missing) = whole.strip_prefix("missing field `") {
        return missing.split('`').next().map(str::to_owned);
    }
    let object = value.as_object()?;
    let wrong = |field: &&String| {
        let mut rest = object.clone();
        rest.remove(*field);
        failure(Value::Object(rest)).is_none_or(|error| error.to_string() != whole)
    };
    object
        .keys()
        .filter(|field| *field != "type")
        .find(wrong)
        .cloned()
}

/// The fields of every client message, read off the schema so that the types stay their only source.
static FIELDS: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let schema = schemars::generate::SchemaSettings::draft2020_12()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
        .into_root_schema_for::<ClientMsg>();
    let variants = schema
        .get("oneOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    variants
        .filter_map(|variant| {
            let fields = variant.get("properties")?.as_object()?;
            let kind = fields.get("type")?.get("const")?.as_str()?;
            Some((kind.to_owned(), fields.keys().cloned().collect()))
        })
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "018f4e9a-0000-7000-8000-000000000000";

    fn code(text: &str) -> ErrorCode {
        decode(text).expect_err(text).code
    }

    #[test]
    fn the_fuzzers_seeds_are_read_and_written() {
        let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/message");
        let mut seen = 0;
        for seed in std::fs::read_dir(seeds).unwrap() {
            let text = std::fs::read_to_string(seed.unwrap().path()).unwrap();
            let message = decode(&text).expect(&text);
            let written = serde_json::to_string(&message).unwrap();
            assert_eq!(decode(&written), Ok(message));
            seen += 1;
        }
        assert_eq!(seen, FIELDS.len());
    }

    #[test]
    fn every_message_is_in_the_field_table() {
        let kinds: Vec<_> = FIELDS.keys().map(String::as_str).collect();
        let all = "abort cancel challenge claim decline give_time hello hint join leave move ping propose \
            redo rematch resign restart seek stand subscribe undo unsubscribe vote withdraw";
        assert_eq!(kinds.join(" "), all);
        assert!(FIELDS["move"].contains("path") && FIELDS["hello"].contains("strict"));
    }

    #[test]
    fn a_bad_field_is_named() {
        let field = |text: &str| decode(text).expect_err(text).details.field;
        let named = |text: &str| field(&text.replace("GAME", GAME)).unwrap_or_default();
        assert_eq!(
            &*named(r#"{"type":"vote","id":"1","game":"GAME","accept":true}"#),
            "proposal"
        );
        assert_eq!(
            &*named(r#"{"type":"vote","id":"1","game":"GAME","proposal":"4","accept":true}"#),
            "proposal"
        );
        assert_eq!(
            &*named(r#"{"type":"move","id":"1","game":"?","at":1,"path":"a1-a2"}"#),
            "game"
        );
        assert_eq!(
            &*named(r#"{"type":"resign","id":"1","game":"GAME","seat":"green"}"#),
            "seat"
        );
    }

    #[test]
    fn each_kind_of_nonsense_has_its_code() {
        assert_eq!(code("{"), ErrorCode::BadJson);
        assert_eq!(code("[]"), ErrorCode::BadMessage);
        assert_eq!(code("{}"), ErrorCode::BadMessage);
        assert_eq!(code(r#"{"type":7}"#), ErrorCode::BadMessage);
        assert_eq!(code(r#"{"type":"dance"}"#), ErrorCode::UnknownType);
        assert_eq!(code(r#"{"type":"hello"}"#), ErrorCode::BadField);
        assert_eq!(
            code(r#"{"type":"hello","protocol":"1"}"#),
            ErrorCode::BadField
        );
    }

    #[test]
    fn a_refusal_names_the_command_it_could_read() {
        let text =
            format!(r#"{{"type":"move","id":"m1","game":"{GAME}","at":"x","path":"a1-b2"}}"#);
        let error = decode(&text).expect_err("at is text");
        assert_eq!(error.code, ErrorCode::BadField);
        assert_eq!(error.id.map(String::from), Some("m1".to_owned()));
        assert_eq!(
            error.game.map(|game| game.to_string()),
            Some(GAME.to_owned())
        );
    }

    #[test]
    fn a_bad_path_tells_its_column() {
        let text = format!(r#"{{"type":"move","id":"m1","game":"{GAME}","at":3,"path":"a1-B2"}}"#);
        let error = decode(&text).expect_err("upper case");
        assert_eq!(error.code, ErrorCode::BadPath);
        assert_eq!(error.details.column, Some(4));
    }

    #[test]
    fn unknown_fields_are_ignored_but_can_be_named() {
        let text = r#"{"type":"ping","colour":"blue"}"#;
        assert!(decode(text).is_ok());
        assert_eq!(unknown_fields(text).as_deref(), Some("colour"));
        assert_eq!(unknown_fields(r#"{"type":"ping","id":"x"}"#), None);
    }
}
