//! Sessions: logging in and out, tokens for programs, what is open and how to end it.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use halma_protocol::{
    CookieQuery, ErrorCode, ErrorMsg, LoggedIn, Login, NewToken, PlayerId, Recover, SessionInfo,
    SessionKind, TokenMade,
};
use serde::Serialize;
use std::net::IpAddr;
use uuid::Uuid;

use super::body::{Body, Params, Target};
use super::caller::Known;
use super::origin::{Address, OwnPage};
use super::problem::Refusal;
use super::{Serving, Site, cookie};
use crate::live::Live;
use crate::store::{self, PersonRow};
use crate::{auth, names, passwords};

/// The longest label, in characters.
const LABEL: usize = 40;

pub(crate) async fn log_in(
    State(site): State<Site>,
    Serving(live): Serving,
    Address(address): Address,
    page: Result<OwnPage, Refusal>,
    Params(CookieQuery { cookie }): Params<CookieQuery>,
    Body(login): Body<Login>,
) -> Result<Response, Refusal> {
    if cookie {
        page?;
    }
    let label = label(login.label.as_deref())?;
    let account = verified(&live, address, &login.name, login.password).await?;
    enter(&live, &site, account, label, cookie).await
}

/// Lets the owner in by a recovery code, which sets a new password.
pub(crate) async fn recover(
    State(site): State<Site>,
    Serving(live): Serving,
    Address(address): Address,
    page: Result<OwnPage, Refusal>,
    Params(CookieQuery { cookie }): Params<CookieQuery>,
    Body(wish): Body<Recover>,
) -> Result<Response, Refusal> {
    if cookie {
        page?;
    }
    let label = label(wish.label.as_deref())?;
    passwords::check(&wish.password, &wish.name)?;
    let folded = names::folded(&wish.name);
    let attempt = live.attempts.enter(&folded, address, live.clock.now())?;
    live.clock.sleep_until(attempt.from).await;
    let hash = live
        .passwords
        .hash(wish.password, live.random.bytes())
        .await?;
    let account = live.store.account(&folded).await?;
    let code = auth::code_hash(&wish.code);
    let used = match &account {
        Some(account) => live.store.recover(account.id, &code, &hash).await?,
        None => false,
    };
    match account.filter(|_| used) {
        Some(account) => {
            attempt.succeeded();
            live.sockets.revoke_all(account.id, None);
            enter(&live, &site, account, label, cookie).await
        }
        None => {
            attempt.failed(live.clock.now());
            Err(wrong_login())
        }
    }
}

/// The account of this name, if it is its password; failures make the next ones wait.
pub(super) async fn verified(
    live: &Live,
    address: IpAddr,
    name: &str,
    password: String,
) -> Result<PersonRow, Refusal> {
    let folded = names::folded(name);
    let attempt = live.attempts.enter(&folded, address, live.clock.now())?;
    live.clock.sleep_until(attempt.from).await;
    let account = live.store.account(&folded).await?;
    let stored = match &account {
        Some(account) => live.store.password(account.id).await?,
        None => None,
    };
    let right = live.passwords.verify(password, stored).await?;
    match account.filter(|_| right) {
        Some(account) => {
            attempt.succeeded();
            Ok(account)
        }
        None => {
            attempt.failed(live.clock.now());
            Err(wrong_login())
        }
    }
}

fn wrong_login() -> Refusal {
    Refusal::new(
        ErrorCode::WrongLogin,
        "no account has this name and this password or code",
    )
}

async fn enter(
    live: &Live,
    site: &Site,
    account: PersonRow,
    label: &str,
    cookie: bool,
) -> Result<Response, Refusal> {
    if account.banned.is_some() {
        let text = "the host has shut this player out";
        return Err(Refusal::new(ErrorCode::Banned, text));
    }
    let (_, token) = new_token(live, account.id, label, false).await?;
    let player = account.into();
    if cookie {
        let answer = Json(LoggedIn {
            player,
            token: None,
        });
        return with_cookie(StatusCode::CREATED, &token, site, answer);
    }
    let token = Some(token);
    Ok((StatusCode::CREATED, Json(LoggedIn { player, token })).into_response())
}

/// A label as it is kept.
pub(super) fn label(text: Option<&str>) -> Result<&str, Refusal> {
    let label = text.unwrap_or_default().trim();
    if label.chars().count() > LABEL || label.chars().any(char::is_control) {
        let text = "a label has at most 40 characters";
        return Err(ErrorMsg::new(ErrorCode::BadName, text)
            .field("label")
            .into());
    }
    Ok(label)
}

/// A new token: its secret, and what is stored of it.
pub(super) fn fresh<'a>(
    live: &Live,
    label: &'a str,
    program: bool,
) -> (String, store::NewToken<'a>) {
    let secret = auth::new_token(&live.random);
    let token = store::NewToken {
        id: live.random.id(live.clock.now()),
        hash: auth::hash(&secret),
        program,
        label,
    };
    (secret, token)
}

/// Gives a player a token; gives its id and its secret.
async fn new_token(
    live: &Live,
    player: PlayerId,
    label: &str,
    program: bool,
) -> Result<(Uuid, String), Refusal> {
    let (secret, token) = fresh(live, label, program);
    // Whoever logs in over and over loses the oldest logins; what programs use stays.
    let tokens = live.store.tokens(player).await?;
    let is_login = |row: &&store::TokenRow| row.kind == "session";
    if tokens.len() >= live.tokens_per_player as usize {
        let oldest = tokens.iter().rev().find(is_login);
        let oldest = oldest.ok_or_else(|| {
            Refusal::new(
                ErrorCode::RateLimited,
                "revoke a token first; there are too many",
            )
        })?;
        live.store.revoke(player, oldest.id).await?;
        live.sockets.revoke(player, oldest.id);
    }
    live.store
        .add_token(player, &token, live.clock.now())
        .await?;
    Ok((token.id, secret))
}

pub(super) fn with_cookie<T: Serialize>(
    status: StatusCode,
    token: &str,
    site: &Site,
    answer: Json<T>,
) -> Result<Response, Refusal> {
    Ok((status, cookie::set(Some(token), site)?, answer).into_response())
}

pub(crate) async fn list(
    Serving(live): Serving,
    Known(who): Known,
) -> Result<Json<Vec<SessionInfo>>, Refusal> {
    let rows = live.store.tokens(who.id()).await?;
    let shown = rows.into_iter().map(|row| SessionInfo {
        id: row.id,
        kind: if row.kind == "token" {
            SessionKind::Token
        } else {
            SessionKind::Session
        },
        label: row.label,
        created: row.created,
        current: row.id == who.token,
    });
    Ok(Json(shown.collect()))
}

pub(crate) async fn make_token(
    Serving(live): Serving,
    Known(who): Known,
    Body(wish): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Refusal> {
    let label = label(Some(&wish.label))?;
    let (id, token) = new_token(&live, who.id(), label, true).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { id, token })))
}

pub(crate) async fn revoke(
    Serving(live): Serving,
    Known(who): Known,
    Target(session): Target,
) -> Result<StatusCode, Refusal> {
    if !live.store.revoke(who.id(), session).await? {
        let text = "you have no such session";
        return Err(Refusal::new(ErrorCode::NotFound, text));
    }
    live.sockets.revoke(who.id(), session);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends every session but this one.
pub(crate) async fn revoke_others(
    Serving(live): Serving,
    Known(who): Known,
) -> Result<StatusCode, Refusal> {
    live.store.revoke_all(who.id(), Some(who.token)).await?;
    live.sockets.revoke_all(who.id(), Some(who.token));
    Ok(StatusCode::NO_CONTENT)
}

/// Puts the token one is known by into the page's cookie, where no script can read it.
pub(crate) async fn into_cookie(
    State(site): State<Site>,
    _page: OwnPage,
    Known(_): Known,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let sent = headers.get(header::AUTHORIZATION);
    let token = sent.and_then(|value| auth::bearer(value.to_str().ok()?));
    let token = token
        .ok_or_else(|| Refusal::new(ErrorCode::BadRequest, "send the token as a bearer token"))?;
    Ok((StatusCode::NO_CONTENT, cookie::set(Some(token), &site)?).into_response())
}

/// Ends this session, and makes the browser forget it even if it ended long ago.
pub(crate) async fn log_out(
    State(site): State<Site>,
    Serving(live): Serving,
    who: Result<Known, Refusal>,
) -> Result<Response, Refusal> {
    match who {
        Ok(Known(who)) => {
            live.store.revoke(who.id(), who.token).await?;
            live.sockets.revoke(who.id(), who.token);
        }
        Err(refusal) if refusal.is(ErrorCode::BadToken) => {}
        Err(refusal) => return Err(refusal),
    }
    Ok((StatusCode::NO_CONTENT, cookie::set(None, &site)?).into_response())
}
