//! The rules, by what they do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chance;
mod perft;
mod plain;
mod properties;
mod records;
mod vectors;
