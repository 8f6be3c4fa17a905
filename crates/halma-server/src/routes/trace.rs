//! A request's number, in every line it causes in the log and in its answer.

use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::Site;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Numbers a request. Of its address only the path is logged: a query may hold a game's key.
pub(crate) async fn trace(State(site): State<Site>, request: Request, next: Next) -> Response {
    let id = site.requests.fetch_add(1, Ordering::Relaxed);
    let span = tracing::info_span!(
        "request",
        id,
        method = %request.method(),
        path = ?request.uri().path(),
    );
    let answer = async {
        let mut answer = next.run(request).await;
        tracing::debug!(status = answer.status().as_u16(), "answered");
        answer
            .headers_mut()
            .insert(REQUEST_ID, HeaderValue::from(id));
        answer
    };
    answer.instrument(span).await
}
