//! What a host does: watch over a server, back its data up, replace it by a newer one.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod backup;
mod logs;
mod metrics;
mod stop;
mod upgrade;
