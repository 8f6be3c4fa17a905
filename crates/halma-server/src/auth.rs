//! Tokens: 256 random bits, of which only the hash is stored.

use halma_protocol::{PlayerId, PlayerInfo, PlayerKind, PlayerRef};
use sha2::{Digest, Sha256};

use crate::random::Random;
use crate::store::{BearerRow, PersonRow};

/// Somebody who has proved who they are.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    pub(crate) player: PlayerInfo,
    /// The token that says so, by its id.
    pub(crate) token: uuid::Uuid,
}

impl Who {
    /// The player as others see it.
    pub(crate) fn shown(&self) -> PlayerRef {
        PlayerRef {
            id: self.player.id,
            name: self.player.name.clone(),
        }
    }

    pub(crate) fn id(&self) -> PlayerId {
        self.player.id
    }

    pub(crate) fn has_account(&self) -> bool {
        self.player.kind == PlayerKind::Account
    }
}

impl From<BearerRow> for Who {
    fn from(row: BearerRow) -> Self {
        Self {
            token: row.token,
            player: row.player.into(),
        }
    }
}

impl From<PersonRow> for PlayerInfo {
    fn from(row: PersonRow) -> Self {
        let kind = match &*row.kind {
            "account" => PlayerKind::Account,
            "imported" => PlayerKind::Imported,
            "deleted" => PlayerKind::Deleted,
            _ => PlayerKind::Guest,
        };
        Self {
            id: row.id,
            name: row.name,
            kind,
            bot: row.bot,
            created: row.created,
        }
    }
}

/// A new token, as the player keeps it: 64 hexadecimal digits.
pub(crate) fn new_token(random: &Random) -> String {
    hexadecimal(&random.bytes::<32>())
}

/// A new key for a private game: 32 hexadecimal digits.
pub(crate) fn new_key(random: &Random) -> String {
    hexadecimal(&random.bytes::<16>())
}

/// What is stored of a token. A plain hash is enough for 256 random bits.
pub(crate) fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The token in the value of an `Authorization` header.
pub(crate) fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// How many recovery codes an account has.
const CODES: usize = 8;

/// What recovery codes are written with: nothing that is easily taken for something else.
const CODE_LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// New recovery codes: 75 random bits each, `xxxxx-xxxxx-xxxxx`.
pub(crate) fn new_codes(random: &Random) -> Vec<String> {
    let code = |_| {
        let letters = random
            .bytes::<15>()
            .map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)]));
        let groups: Vec<String> = letters
            .chunks(5)
            .map(|group| group.iter().collect())
            .collect();
        groups.join("-")
    };
    (0..CODES).map(code).collect()
}

/// What is stored of a recovery code; case and separators do not matter.
pub(crate) fn code_hash(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    hash(&plain.to_ascii_lowercase())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_may_be_typed_as_one_likes() {
        let codes = new_codes(&Random::seeded(1));
        assert_eq!(codes.len(), CODES);
        let code = &codes[0];
        assert_eq!(code.len(), 17);
        assert_eq!(
            code_hash(code),
            code_hash(&code.replace('-', " ").to_uppercase())
        );
        assert_ne!(code_hash(code), code_hash(&codes[1]));
    }
}
