//! Guests: players without a password.

use axum::Json;
use axum::http::StatusCode;
use halma_protocol::{ErrorCode, Guest, NewGuest, PlayerRef};

use super::Serving;
use super::body::Body;
use super::caller::Caller;
use super::problem::Refusal;
use crate::auth;
use crate::store::PlayerRow;

/// The longest name, in characters.
const NAME: usize = 24;

pub(crate) async fn create(
    Serving(live): Serving,
    Body(wish): Body<NewGuest>,
) -> Result<(StatusCode, Json<Guest>), Refusal> {
    let name = match wish.name {
        Some(name) => checked(&name)?,
        None => format!(
            "Guest {:04}",
            u16::from_be_bytes(live.random.bytes()) % 10_000
        ),
    };
    let now = live.clock.now();
    let player = PlayerRow {
        id: live.random.id(now),
        name,
    };
    let token = auth::new_token(&live.random);
    live.store
        .add_guest(&player, &auth::hash(&token), now)
        .await?;
    let player = PlayerRef {
        id: player.id,
        name: player.name,
    };
    Ok((StatusCode::CREATED, Json(Guest { player, token })))
}

pub(crate) async fn me(Caller(player): Caller) -> Json<PlayerRef> {
    Json(player)
}

/// A name that cannot disturb a page: letters, digits, single spaces and a few marks.
fn checked(name: &str) -> Result<String, Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (1..=NAME).contains(&name.chars().count());
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\'' | '’');
    if fits && name.chars().all(plain) && name.chars().any(char::is_alphanumeric) {
        return Ok(name);
    }
    Err(Refusal::new(
        ErrorCode::BadName,
        "a name has 1 to 24 letters, digits, spaces or - _ . '",
    ))
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn names_are_plain_and_short() {
        for (name, kept) in [
            ("Ada", "Ada"),
            ("  Õie   Mägi ", "Õie Mägi"),
            ("O'Neil-2", "O'Neil-2"),
        ] {
            assert_eq!(checked(name).unwrap(), kept);
        }
        for bad in [
            "",
            "   ",
            "<b>x</b>",
            "a\u{202e}b",
            "😀",
            "--",
            &"x".repeat(25),
        ] {
            assert!(checked(bad).is_err(), "{bad:?}");
        }
    }
}
