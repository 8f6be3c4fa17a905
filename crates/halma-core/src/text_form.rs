//! JSON forms and schemas of the types that travel as their text.

use crate::{Path, Square};

macro_rules! text_form {
    ($type:ty, $expecting:literal) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expecting)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }
    };
}

impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl serde::Serialize for Path {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_form!(Square, "a square from a1 to p16");
text_form!(Path, "squares joined by `-`");

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use crate::{Path, Square};

    impl JsonSchema for Square {
        fn schema_name() -> Cow<'static, str> {
            "Square".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "string",
                "description": "A square: its file a to p and its rank 1 to 16, a1 at the bottom left.",
                "pattern": "^[a-p]([1-9]|1[0-6])$",
                "examples": ["e12"]
            })
        }
    }

    impl JsonSchema for Path {
        fn schema_name() -> Cow<'static, str> {
            "Path".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "string",
                "description": "A move: every square of its way joined by -, the starting one first.",
                "pattern": "^[a-p]([1-9]|1[0-6])(-[a-p]([1-9]|1[0-6])){0,63}$",
                "examples": ["e12-f11", "c14-e12-e10"]
            })
        }
    }
}
