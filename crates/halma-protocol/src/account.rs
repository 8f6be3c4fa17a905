//! Bodies of the REST interface about who somebody is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::PlayerId;

/// What kind of player somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Somebody without a password.
    Guest,
    /// Somebody with a name of their own and a password.
    Account,
    /// A name in games that were played elsewhere.
    Imported,
    /// Somebody who has left; the games stay.
    Deleted,
}

/// A player, as anybody may see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerInfo {
    /// The player's id; it never changes.
    pub id: PlayerId,
    /// The name as shown.
    pub name: String,
    /// What kind of player it is.
    pub kind: PlayerKind,
    /// Whether a program plays under this name.
    pub bot: bool,
    /// When the player first came: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub created: i64,
}

/// Changes what others see of you. What is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeMe {
    /// A guest's new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `true` says for good that a program plays under this account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<bool>,
}

/// Makes an account. Sent by a guest, the guest becomes the account and keeps its id and games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The name: 2 to 24 characters, unlike every other account's.
    pub name: String,
    /// The password: 8 to 128 characters.
    pub password: String,
    /// What to call this session in the list of sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A new account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccountMade {
    /// The player.
    pub player: PlayerInfo,
    /// Each lets you in once if the password is lost. They are shown this once; keep them.
    pub recovery_codes: Vec<String>,
    /// The secret of the new session; none if it is in a cookie, or you were a guest and keep yours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Logs in to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
    /// What to call this session in the list of sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Lets the owner of an account in by a recovery code. Every other session of it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The account's name.
    pub name: String,
    /// One of its recovery codes; it is used up.
    pub code: String,
    /// The new password.
    pub password: String,
    /// What to call this session in the list of sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Somebody is logged in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoggedIn {
    /// The player.
    pub player: PlayerInfo,
    /// The secret of the new session; none if it is in a cookie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// What a secret was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// A login.
    Session,
    /// A key for a program.
    Token,
}

/// A session or token in the list of one's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionInfo {
    /// What to revoke it by; it is no secret.
    pub id: Uuid,
    /// What it was made for.
    pub kind: SessionKind,
    /// What its owner called it.
    pub label: String,
    /// When it was made: milliseconds since 1970 UTC.
    #[schemars(range(min = 0))]
    pub created: i64,
    /// Whether this very request was made with it.
    pub current: bool,
}

/// Makes a token for a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What to call it, at most 40 characters.
    pub label: String,
}

/// A new token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenMade {
    /// What to revoke it by.
    pub id: Uuid,
    /// The secret. It is shown this once; keep it.
    pub token: String,
}

/// Changes a password. Every other session ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password as it is.
    pub old: String,
    /// The new one: 8 to 128 characters.
    pub new: String,
}

/// Says once more who you are before something that cannot be undone; guests leave it out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// The password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// New recovery codes; the old ones are void.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCodes {
    /// Each lets you in once.
    pub recovery_codes: Vec<String>,
}
