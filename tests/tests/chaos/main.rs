//! Many play while everything fails: the server dies, its database goes, connections break. What
//! every client was told must then be what is stored.
//!
//! `HALMA_CHAOS_SECONDS`, `HALMA_CHAOS_TABLES` and `HALMA_CHAOS_SEED` set how long, how many and
//! which; `cargo xtask chaos` does.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod deck;
mod disk;
mod faults;
mod game;
mod proxy;
mod run;
