//! Everything end to end, over real sockets and real databases.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod client;
mod durable;
mod games;
mod illegal_messages;
mod illegal_moves;
mod presence;
mod refusals;
mod rest;
mod rest_refusals;
mod restart;
mod resume;
mod retries;
mod takeover;
mod third_party;
