//! The computer player as others meet it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod games;
mod limits;
mod rulesets;
