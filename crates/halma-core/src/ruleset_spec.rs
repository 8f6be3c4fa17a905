//! Rulesets as people write them.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::{Preset, Ruleset};

/// A ruleset as people write it: a preset's name or the whole record.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RulesetSpec {
    /// The name of a preset.
    Name(String),
    /// The options.
    Record(Ruleset),
}

impl RulesetSpec {
    /// The options meant, unless the name is no preset's.
    #[must_use]
    pub fn ruleset(&self) -> Option<Ruleset> {
        match self {
            Self::Name(name) => Preset::by_name(name).map(|preset| preset.ruleset),
            Self::Record(ruleset) => Some(*ruleset),
        }
    }
}

impl From<Ruleset> for RulesetSpec {
    /// The preset's name where there is one.
    fn from(ruleset: Ruleset) -> Self {
        match Preset::of(&ruleset) {
            Some(preset) => Self::Name(preset.name.to_owned()),
            None => Self::Record(ruleset),
        }
    }
}

impl<'de> Deserialize<'de> for RulesetSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrRecord;

        // Written out, because an untagged enum would not say which option is wrong.
        impl<'de> Visitor<'de> for NameOrRecord {
            type Value = RulesetSpec;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a preset or a record of options")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<RulesetSpec, E> {
                Ok(RulesetSpec::Name(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, options: A) -> Result<RulesetSpec, A::Error> {
                Ruleset::deserialize(MapAccessDeserializer::new(options)).map(RulesetSpec::Record)
            }
        }

        deserializer.deserialize_any(NameOrRecord)
    }
}
