//! The documents for whoever writes a client: they must be true.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod clients;
mod host;
mod routes;
mod stage;
mod template;
mod tools;
mod transcripts;
mod tutorial;
mod websocket;
