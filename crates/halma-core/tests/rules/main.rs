//! The rules, by what they do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod perft;
mod records;
mod vectors;
