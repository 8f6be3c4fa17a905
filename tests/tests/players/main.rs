//! Players: who they are, how they find each other, how they rate, what is counted.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod accounts;
mod api;
mod blocks;
mod callers;
mod carrying;
mod challenges;
mod counting;
mod crowds;
mod exports;
mod generated;
mod host;
mod lobby;
mod logins;
mod measured;
mod naming;
mod pairing;
mod play;
mod rated;
mod secrets;
mod sql;
mod story;
mod taking_in;
mod upgrading;
