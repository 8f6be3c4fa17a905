//! The HTTP interface: REST, the socket's upgrade, health, and the page.

mod accounts;
mod body;
mod caller;
mod cookie;
mod docs;
mod export;
mod games;
mod guests;
mod health;
mod lobby;
mod metrics;
mod origin;
mod page;
mod problem;
mod rating;
mod sessions;
mod socket;
mod statistics;
mod thrift;
mod trace;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts as RequestParts;
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{any, delete, get, post, put};
use halma_protocol::{ErrorCode, ErrorMsg};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::watch;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::clock::Clock;
use crate::config::Config;
use crate::crowd::Crowd;
use crate::doors::Doors;
use crate::live::Live;
use crate::meters::Meters;
use crate::tenure::Tenure;
use problem::Refusal;
use thrift::Thrift;

/// The largest body a request may have.
const MAX_BODY: usize = 64 * 1024;

/// What every route can reach.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    tenure: watch::Receiver<Tenure>,
    public_url: Option<Arc<str>>,
    trusted_proxies: Arc<[IpAddr]>,
    page: Arc<page::Page>,
    docs: Arc<docs::Docs>,
    crowd: Arc<Crowd>,
    meters: Meters,
    requests: Arc<AtomicU64>,
    thrift: Arc<Thrift>,
}

/// Everything this server answers.
pub(crate) fn router(
    tenure: watch::Receiver<Tenure>,
    config: &Config,
    doors: &Doors,
    clock: &Clock,
    meters: &Meters,
) -> Router {
    let public_url = config.public_url.as_deref();
    let public_url = public_url.map(|url| url.trim_end_matches('/').into());
    let page = Arc::new(page::Page::embedded());
    let docs = Arc::new(docs::Docs::embedded(&page.assets()));
    let site = Site {
        tenure,
        public_url,
        trusted_proxies: Arc::clone(&doors.proxies),
        page,
        docs,
        crowd: Arc::clone(&doors.crowd),
        meters: meters.clone(),
        requests: Arc::default(),
        thrift: Arc::new(Thrift::new(clock.clone(), config.requests, config.changes)),
    };
    // What players ask of the store is counted by address; page and documents lie in memory.
    let counted = from_fn_with_state(site.clone(), thrift::watch);
    let api = Router::new()
        .route("/guests", post(guests::create))
        .route("/accounts", post(accounts::create))
        .route(
            "/me",
            get(accounts::me)
                .patch(accounts::change)
                .delete(accounts::delete),
        )
        .route("/me/games", get(lobby::my_games))
        .route("/challenges", get(lobby::challenges).post(lobby::challenge))
        .route("/challenges/{game}", delete(lobby::decline))
        .route("/seeks", get(lobby::seeks))
        .route("/me/password", post(accounts::change_password))
        .route("/me/recovery-codes", post(accounts::renew_codes))
        .route("/me/blocks", get(accounts::blocks))
        .route(
            "/me/blocks/{player}",
            put(accounts::block).delete(accounts::unblock),
        )
        .route("/players", get(accounts::search))
        .route("/players/{player}", get(accounts::get))
        .route("/players/{player}/ratings", get(rating::of_player))
        .route("/players/{player}/ratings/history", get(rating::history))
        .route("/players/{player}/statistics", get(statistics::of_player))
        .route(
            "/players/{player}/against/{opponent}",
            get(statistics::head_to_head),
        )
        .route("/statistics", get(statistics::all))
        .route("/leaderboard", get(rating::leaderboard))
        .route("/games/{game}/export", get(export::one))
        .route("/export", get(export::many))
        .route("/games/{game}/ratings", get(rating::of_game))
        .route(
            "/sessions",
            get(sessions::list)
                .post(sessions::log_in)
                .delete(sessions::revoke_others),
        )
        .route(
            "/sessions/current",
            put(sessions::into_cookie).delete(sessions::log_out),
        )
        .route("/sessions/{session}", delete(sessions::revoke))
        .route("/recovery", post(sessions::recover))
        .route("/tokens", post(sessions::make_token))
        .route("/rulesets", get(games::rulesets))
        .route("/computers", get(games::computers))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{game}", get(games::get).delete(games::abort))
        .route("/games/{game}/seats", post(games::take_seat))
        .route("/games/{game}/seats/{seat}", delete(games::stand))
        .route("/games/{game}/events", get(games::events))
        .route("/games/{game}/record", get(games::record))
        // Inside the layers, so that these answers too may be read by any page and a preflight
        // is not taken for a wrong method.
        .route("/{*nothing}", any(nothing_here))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(RequestBodyTimeoutLayer::new(config.patience()))
        .layer(counted.clone())
        // Bearer tokens only, so any page may ask; no credentials are ever allowed.
        .layer(
            CorsLayer::new()
                .allow_origin(Any)
                .allow_methods(Any)
                .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE]),
        );
    let no_sniffing = SetResponseHeaderLayer::overriding(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    Router::new()
        .nest("/api", api)
        .route("/ws", get(socket::upgrade).layer(counted))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(metrics::metrics))
        .route("/docs", get(docs::guide))
        .route("/docs/", get(docs::guide))
        .route("/docs/{*file}", get(docs::file))
        .route("/", get(page::index))
        .route("/{hash}/{*path}", get(page::asset))
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .layer(no_sniffing)
        .layer(from_fn_with_state(site.clone(), metrics::count))
        .layer(from_fn_with_state(site.clone(), trace::trace))
        .with_state(site)
}

async fn nothing_here() -> Refusal {
    Refusal::new(ErrorCode::NotFound, "there is no such page")
}

async fn wrong_method() -> Refusal {
    Refusal::new(
        ErrorCode::MethodNotAllowed,
        "this address does not take that method",
    )
}

/// What serves at the moment; a 503 if nothing does.
pub(crate) struct Serving(Arc<Live>);

impl FromRequestParts<Site> for Serving {
    type Rejection = Refusal;

    async fn from_request_parts(_: &mut RequestParts, site: &Site) -> Result<Self, Refusal> {
        match &*site.tenure.borrow() {
            Tenure::Live(live) => Ok(Self(Arc::clone(live))),
            Tenure::Waiting(what) => Err(ErrorMsg::new(
                ErrorCode::Unavailable,
                format!("waiting for {what}; try again"),
            )
            .into()),
        }
    }
}
