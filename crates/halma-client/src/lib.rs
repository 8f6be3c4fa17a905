//! Plays and watches games on a Halma server.
//!
//! [`Rest`] makes players and games and gives out seats; [`Client`] plays. A client keeps one
//! socket up, comes back by itself after a lost connection or a restart of the server, and gives
//! every event of a joined [`Game`] once and in order. [`Connection`] is the bare socket under it,
//! for those who want to see every message and every loss themselves.
//!
//! ```no_run
//! use halma_client::{Client, Join, Rest, Update, legal_moves};
//! use halma_protocol::EventKind;
//!
//! # async fn play(game: halma_protocol::GameId) -> Result<(), halma_client::Error> {
//! let rest = Rest::new("http://localhost:8080")?;
//! let guest = rest.new_guest(Some("Robin")).await?;
//! let rest = rest.with_token(guest.token);
//! rest.take_seat(game, None).await?;
//! let client = Client::connect(&rest).await?;
//! let mut game = client.join(game, Join::new().legal()).await?;
//! while let Some(update) = game.next().await? {
//!     match update {
//!         Update::Turn(turn) => {
//!             game.play(turn.at, legal_moves(&turn)[0], Some(turn.seat)).await?;
//!         }
//!         Update::Event(event) => {
//!             println!("{} {:?}", event.seq, event.kind);
//!             if matches!(event.kind, EventKind::Finished { .. }) {
//!                 break;
//!             }
//!         }
//!         Update::State(_) | Update::Presence(_) => {}
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! TLS is left to others: only `http://` addresses are spoken.

mod address;
mod backoff;
mod client;
mod connection;
mod error;
mod moves;
mod rest;

pub use client::{Client, Game, Join, Update};
pub use connection::Connection;
pub use error::Error;
pub use moves::legal_moves;
pub use rest::Rest;
