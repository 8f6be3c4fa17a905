//! JSON bodies, path and query parameters whose refusals are problems like any other.

use std::error::Error;

use axum::Json;
use axum::extract::rejection::{JsonDataError, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use halma_core::Seat;
use halma_protocol::{ErrorCode, ErrorMsg, GameId};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::Site;
use super::problem::Refusal;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Site> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, site: &Site) -> Result<Self, Refusal> {
        match Json::from_request(request, site).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::JsonDataError(wrong)) => Err(wrong_field(&wrong).into()),
            Err(rejection) => {
                let code = match &rejection {
                    JsonRejection::JsonSyntaxError(_) => ErrorCode::BadJson,
                    other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
                    _ => ErrorCode::BadRequest,
                };
                let refusal = Refusal::new(code, &rejection.body_text());
                Err(match rejection.status() {
                    status @ StatusCode::UNSUPPORTED_MEDIA_TYPE => refusal.with_status(status),
                    _ => refusal,
                })
            }
        }
    }
}

/// A field is missing, unknown or wrong, and which.
fn wrong_field(rejection: &JsonDataError) -> ErrorMsg {
    let cause = rejection.source().and_then(Error::source);
    let cause = cause.and_then(<dyn Error>::downcast_ref::<serde_path_to_error::Error<_>>);
    let Some(cause): Option<&serde_path_to_error::Error<serde_json::Error>> = cause else {
        return ErrorMsg::new(ErrorCode::BadField, rejection.body_text());
    };
    let why = cause.inner().to_string();
    let missing = why.strip_prefix("missing field `");
    let missing = missing.and_then(|rest| rest.split('`').next());
    // The whole body is named by a dot.
    let within = cause.path().to_string();
    let within = Some(within.as_str()).filter(|path| *path != ".");
    let field: Vec<&str> = within.into_iter().chain(missing).collect();
    let refusal = ErrorMsg::new(ErrorCode::BadField, &*why);
    if field.is_empty() {
        refusal
    } else {
        refusal.field(field.join("."))
    }
}

/// The game in a path; what is no id names no game.
pub(crate) struct Game(pub(crate) GameId);

impl FromRequestParts<Site> for Game {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        match Path::from_request_parts(parts, site).await {
            Ok(Path(game)) => Ok(Self(game)),
            Err(_) => Err(Refusal::new(ErrorCode::NoSuchGame, "there is no such game")),
        }
    }
}

/// A seat of a game in a path.
pub(crate) struct GameSeat(pub(crate) GameId, pub(crate) Seat);

impl FromRequestParts<Site> for GameSeat {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        match Path::from_request_parts(parts, site).await {
            Ok(Path((game, seat))) => Ok(Self(game, seat)),
            Err(_) => Err(Refusal::new(ErrorCode::NotFound, "there is no such seat")),
        }
    }
}

/// Whatever else a path names by its id; what is no id names nothing.
pub(crate) struct Target(pub(crate) Uuid);

impl FromRequestParts<Site> for Target {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        match Path::from_request_parts(parts, site).await {
            Ok(Path(target)) => Ok(Self(target)),
            Err(_) => Err(Refusal::new(ErrorCode::NotFound, "there is no such thing")),
        }
    }
}

/// Two things that a path names by their ids.
pub(crate) struct Targets(pub(crate) Uuid, pub(crate) Uuid);

impl FromRequestParts<Site> for Targets {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        match Path::from_request_parts(parts, site).await {
            Ok(Path((one, other))) => Ok(Self(one, other)),
            Err(_) => Err(Refusal::new(ErrorCode::NotFound, "there is no such thing")),
        }
    }
}

/// The most things one answer carries.
pub(super) const PAGE: u32 = 200;

/// How many of them are asked for.
pub(super) fn page_size(limit: Option<u32>, usual: u32) -> Result<u32, ErrorMsg> {
    let size = limit.unwrap_or(usual);
    let bad = || ErrorMsg::new(ErrorCode::BadField, "a limit is from 1 to 200").field("limit");
    (1..=PAGE).contains(&size).then_some(size).ok_or_else(bad)
}

/// The parameters after the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Site> for Params<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        match Query::from_request_parts(parts, site).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(rejection) => Err(Refusal::new(ErrorCode::BadRequest, &rejection.body_text())),
        }
    }
}
