//! Names of things on the wire: games, players, commands.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A game's id: a UUID, in its usual lower-case text form.
pub type GameId = Uuid;

/// A player's id: a UUID, in its usual lower-case text form.
pub type PlayerId = Uuid;

/// A player as others see them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PlayerRef {
    /// The player's id; it never changes.
    pub id: PlayerId,
    /// The player's name as shown; 1 to 24 characters.
    pub name: String,
}

/// A command's id, made by the client: 1 to 36 visible ASCII characters (a UUID fits).
///
/// The same id sent again by the same player in the same game gets the first
/// answer again and does nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CommandId(Box<str>);

/// The text is no command id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a command id has 1 to {} visible ASCII characters", CommandId::MAX)]
pub struct BadCommandId;

impl CommandId {
    /// The longest id, in characters.
    pub const MAX: usize = 36;

    /// Checks the text and makes an id of it.
    pub fn new(text: impl Into<Box<str>>) -> Result<Self, BadCommandId> {
        let text = text.into();
        let fits = (1..=Self::MAX).contains(&text.len());
        if fits && text.bytes().all(|b| b.is_ascii_graphic()) {
            Ok(Self(text))
        } else {
            Err(BadCommandId)
        }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CommandId {
    type Error = BadCommandId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(text)
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> Self {
        id.0.into()
    }
}

impl From<Uuid> for CommandId {
    fn from(id: Uuid) -> Self {
        Self(id.hyphenated().to_string().into())
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for CommandId {
    fn schema_name() -> Cow<'static, str> {
        "CommandId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A command's id, made by the client; sent again, it gets the first answer again and does nothing.",
            "pattern": "^[!-~]{1,36}$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_id_is_short_visible_ascii() {
        assert!(CommandId::new("a").is_ok());
        assert!(CommandId::new("x".repeat(36)).is_ok());
        for bad in ["", " ", "a b", "é", "a\n"] {
            assert_eq!(CommandId::new(bad), Err(BadCommandId), "{bad:?}");
        }
        assert!(CommandId::new("x".repeat(37)).is_err());
    }
}
