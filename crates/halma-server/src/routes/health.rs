//! Whether the process lives, and whether it can play.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use halma_protocol::{Durability, Readiness, StoreEngine};

use super::Site;
use crate::tenure::Tenure;

pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

pub(crate) async fn readyz(State(site): State<Site>) -> (StatusCode, Json<Readiness>) {
    let tenure = site.tenure.borrow().clone();
    let waiting = |what: &str| {
        let readiness = Readiness {
            ready: false,
            waiting_for: Some(what.to_owned()),
            durability: None,
        };
        (StatusCode::SERVICE_UNAVAILABLE, Json(readiness))
    };
    let live = match tenure {
        Tenure::Waiting(what) => return waiting(&what),
        Tenure::Live(live) => live,
    };
    if !live.store.journal().is_alive() {
        return waiting("the journal, which has failed; restart the server");
    }
    let Ok(read) = live.store.durability().await else {
        return waiting("the store");
    };
    let durability = Durability {
        engine: if read.postgres {
            StoreEngine::Postgres
        } else {
            StoreEngine::Sqlite
        },
        settings: read
            .settings
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    };
    (
        StatusCode::OK,
        Json(Readiness {
            ready: true,
            waiting_for: None,
            durability: Some(durability),
        }),
    )
}
