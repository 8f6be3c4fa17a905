//! Who asks, by the `Authorization` header.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use halma_protocol::{ErrorCode, PlayerRef};

use super::problem::Refusal;
use super::{Serving, Site};
use crate::auth;

/// The player who asks; nobody is refused.
pub(crate) struct Caller(pub(crate) PlayerRef);

/// The player who asks, or nobody. A bad token is an error, never nobody.
pub(crate) struct MaybeCaller(pub(crate) Option<PlayerRef>);

impl FromRequestParts<Site> for MaybeCaller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION).cloned() else {
            return Ok(Self(None));
        };
        let Serving(live) = Serving::from_request_parts(parts, site).await?;
        let token = value.to_str().ok().and_then(auth::bearer);
        let token =
            token.ok_or_else(|| Refusal::new(ErrorCode::BadToken, "the token is not valid"))?;
        Ok(Self(Some(live.player_of(token).await?)))
    }
}

impl FromRequestParts<Site> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        let MaybeCaller(caller) = MaybeCaller::from_request_parts(parts, site).await?;
        caller.map(Self).ok_or_else(|| {
            Refusal::new(
                ErrorCode::Unauthorized,
                "send a token: Authorization: Bearer …",
            )
        })
    }
}
