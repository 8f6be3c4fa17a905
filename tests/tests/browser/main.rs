//! The page in real browsers, with every kind of hand.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod accounts;
mod away;
mod computer;
mod figures;
mod full_games;
mod hand;
mod hostile;
mod late;
mod light;
mod lists;
mod lying;
mod making;
mod meter;
mod pages;
mod pictures;
mod planning;
mod replay;
mod scene;
mod seeking;
mod settings;
mod states;
mod together;
mod town;
mod words;
