//! The upgrade of a request to a socket.

use axum::Extension;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use halma_protocol::MAX_FRAME;

use super::caller::MaybeWho;
use super::origin::Address;
use super::problem::Refusal;
use super::{Serving, Site};
use crate::doors::Peer;
use crate::session;

/// A frame somewhat over the limit is still read, so that its sender can be told.
const READABLE: usize = 8 * MAX_FRAME;

/// Small buffers: a socket at rest should cost next to nothing. A longer message gets a larger one
/// while it is read.
const READ_BUFFER: usize = 1024;
const WRITE_BUFFER: usize = 4 * 1024;

/// What may wait in one socket's writer before it counts as broken. Writing waits for the network
/// long before, so it bounds only a single message.
const MAX_UNSENT: usize = 1024 * 1024;

pub(crate) async fn upgrade(
    State(site): State<Site>,
    Serving(live): Serving,
    MaybeWho(who): MaybeWho,
    Address(address): Address,
    Extension(peer): Extension<Peer>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    // Behind a proxy many come from one peer, and only here it is known who.
    let behind = (address != peer.address)
        .then(|| site.crowd.through_proxy(address))
        .transpose()?;
    let places = (peer.place, behind);
    Ok(upgrade
        .max_message_size(READABLE)
        .max_frame_size(READABLE)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_UNSENT)
        .on_upgrade(move |socket| {
            // Boxed: to be moved from task to task it would be kept more than once.
            let session = Box::pin(session::run(socket, live.clone(), who));
            async move {
                live.tasks.track_future(session).await;
                drop(places);
            }
        }))
}
