//! Nothing that was acknowledged is ever lost: kills, and answers that never arrive.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod cut;
mod kills;
mod proxy;
