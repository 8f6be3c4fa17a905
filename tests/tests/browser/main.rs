//! The page in real browsers, with every kind of hand.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod away;
mod computer;
mod full_games;
mod hand;
mod pages;
mod planning;
mod replay;
mod scene;
mod together;
mod words;
