//! Tokens: 256 random bits, of which only the hash is stored.

use sha2::{Digest, Sha256};

use crate::random::Random;

/// A new token, as the player keeps it: 64 hexadecimal digits.
pub(crate) fn new_token(random: &Random) -> String {
    random
        .bytes::<32>()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A new key for a private game: 32 hexadecimal digits.
pub(crate) fn new_key(random: &Random) -> String {
    random
        .bytes::<16>()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
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
