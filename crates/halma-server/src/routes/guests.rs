//! Guests: players without a password.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use halma_protocol::{CookieQuery, ErrorCode, Guest, NewGuest, PlayerInfo, PlayerKind, PlayerRef};

use super::body::{Body, Params};
use super::origin::OwnPage;
use super::problem::Refusal;
use super::sessions;
use super::{Serving, Site};
use crate::live::Live;
use crate::names;
use crate::store::PlayerRow;

pub(crate) async fn create(
    State(site): State<Site>,
    Serving(live): Serving,
    page: Result<OwnPage, Refusal>,
    Params(CookieQuery { cookie }): Params<CookieQuery>,
    Body(wish): Body<NewGuest>,
) -> Result<Response, Refusal> {
    if cookie {
        page?;
    }
    let name = match wish.name {
        Some(name) => free(&live, &name).await?,
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
    let (secret, token) = sessions::fresh(&live, "", false);
    live.store.add_player(&player, None, &token, now).await?;
    if cookie {
        let PlayerRow { id, name } = player;
        let kind = PlayerKind::Guest;
        let player = PlayerInfo {
            id,
            name,
            kind,
            bot: false,
            created: now,
        };
        let logged_in = halma_protocol::LoggedIn {
            player,
            token: None,
        };
        return sessions::with_cookie(StatusCode::CREATED, &secret, &site, Json(logged_in));
    }
    let player = PlayerRef {
        id: player.id,
        name: player.name,
    };
    let token = secret;
    Ok((StatusCode::CREATED, Json(Guest { player, token })).into_response())
}

/// A guest's name, if no account has it: a guest must not pass for somebody else.
pub(super) async fn free(live: &Live, name: &str) -> Result<String, Refusal> {
    let name = names::guest(name)?;
    if live.store.account(&names::folded(&name)).await?.is_some() {
        return Err(name_taken());
    }
    Ok(name)
}

pub(super) fn name_taken() -> Refusal {
    Refusal::new(
        ErrorCode::NameTaken,
        "an account has this name, or one that looks like it",
    )
}
