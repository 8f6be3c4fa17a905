//! The rules, by what they do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod records;
mod vectors;
