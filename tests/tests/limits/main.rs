//! Every limit, and what becomes of those who go past it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod closes;
mod connections;
mod hostile;
mod memory;
mod origins;
mod raw;
mod readers;
mod requests;
mod slow;
mod storms;
