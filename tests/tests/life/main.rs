//! The whole life of a game over real sockets, on both stores, with time in the test's hand.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod absences;
mod again;
mod alone;
mod chance;
mod claims;
mod clocks;
mod computers;
mod endings;
mod flags;
mod model;
mod outages;
mod partners;
mod proposals;
mod rooms;
mod scene;
mod seats;
mod takebacks;
mod votes;
