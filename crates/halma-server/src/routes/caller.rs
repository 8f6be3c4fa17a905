//! Who asks: by the `Authorization` header, or by the page's cookie.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use halma_protocol::{ErrorCode, PlayerRef};

use super::origin::{Origin, origin};
use super::problem::Refusal;
use super::{Serving, Site, cookie};
use crate::auth::{self, Who};

/// The player who asks; nobody is refused.
pub(crate) struct Known(pub(crate) Who);

/// The player who asks, or nobody. A bad token is an error, never nobody.
pub(crate) struct MaybeCaller(pub(crate) Option<PlayerRef>);

/// The same, with all that is known of it.
pub(crate) struct MaybeWho(pub(crate) Option<Who>);

impl FromRequestParts<Site> for MaybeWho {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        let bad = || Refusal::new(ErrorCode::BadToken, "the token is not valid");
        let token = match parts.headers.get(header::AUTHORIZATION) {
            Some(value) => {
                let token = value.to_str().ok().and_then(auth::bearer);
                token.ok_or_else(bad)?.to_owned()
            }
            None => match cookie::read(&parts.headers, site) {
                // A cookie comes along whoever made the page that asks: only our own may use it.
                Some(token) if may_use_cookie(parts, site) => token,
                _ => return Ok(Self(None)),
            },
        };
        let Serving(live) = Serving::from_request_parts(parts, site).await?;
        Ok(Self(Some(live.who(&token).await?)))
    }
}

/// Reading asks that no other page is behind it; writing, that our own page surely is.
fn may_use_cookie(parts: &Parts, site: &Site) -> bool {
    match origin(&parts.headers, site) {
        Origin::Ours => true,
        Origin::Foreign => false,
        Origin::Unsaid => parts.method.is_safe(),
    }
}

impl FromRequestParts<Site> for Known {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        let MaybeWho(who) = MaybeWho::from_request_parts(parts, site).await?;
        let nobody = "send a token: Authorization: Bearer …";
        who.map(Self)
            .ok_or_else(|| Refusal::new(ErrorCode::Unauthorized, nobody))
    }
}

impl FromRequestParts<Site> for MaybeCaller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Refusal> {
        let MaybeWho(who) = MaybeWho::from_request_parts(parts, site).await?;
        Ok(Self(who.as_ref().map(Who::shown)))
    }
}
