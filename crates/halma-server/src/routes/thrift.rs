//! What one address may ask in a minute.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use halma_protocol::ErrorCode;

use super::Site;
use super::origin::Address;
use super::problem::Refusal;
use crate::budget::Budgets;
use crate::clock::Clock;

/// Budgets are by the minute, in milliseconds.
const MINUTE: u32 = 60_000;

/// The budgets of requests, by address.
#[derive(Debug)]
pub(crate) struct Thrift {
    clock: Clock,
    requests: Budgets,
    /// Those that write.
    changes: Budgets,
}

impl Thrift {
    /// So many requests a minute, and so many of them that change something.
    pub(crate) fn new(clock: Clock, requests: u32, changes: u32) -> Self {
        Self {
            clock,
            requests: Budgets::new(requests, MINUTE),
            changes: Budgets::new(changes, MINUTE),
        }
    }
}

/// Answers a request if its address has not asked too much.
pub(crate) async fn watch(
    State(site): State<Site>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    let Thrift {
        clock,
        requests,
        changes,
    } = &*site.thrift;
    let now = clock.now();
    let is_change = !request.method().is_safe();
    if requests.spend(address, now) && (!is_change || changes.spend(address, now)) {
        next.run(request).await
    } else {
        let text = "too many requests from this address; slow down";
        Refusal::new(ErrorCode::RateLimited, text).into_response()
    }
}
