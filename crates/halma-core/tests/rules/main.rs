//! The rules, by what they do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chance;
mod games;
mod illegal;
mod perft;
mod plain;
mod properties;
mod records;
mod rulesets;
mod texts;
mod vectors;
