//! Everything end to end, over real sockets and real databases.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod games;
mod illegal_messages;
mod illegal_moves;
mod refusals;
mod restart;
mod resume;
mod third_party;
