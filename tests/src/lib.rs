//! What the end-to-end tests share: servers, databases, players.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test code")]

mod browser;
mod cluster;
mod data;
mod dice;
mod flags;
mod http;
mod player;
mod port;
mod postgres;
mod process;
mod seen;
mod server;
mod socket;
mod stored;
mod survivor;
mod table;
mod third_party;
mod wait;

pub mod vectors;

pub use browser::{Browsers, Look, Pointer, Step, Window, keys};
pub use cluster::Cluster;
pub use data::{Data, Engine};
pub use dice::Dice;
pub use http::{Answer, Http};
pub use player::{CaughtUp, Player};
pub use port::free_port;
pub use process::{Memory, Process, Program, program};
pub use seen::{Board, Seen};
pub use server::{NOW, Server, Setup};
pub use socket::{Said, Socket};
pub use stored::Stored;
pub use survivor::Survivor;
pub use table::{create, hello, id, table};
pub use third_party::{Hired, Printed, ThirdParty};
pub use wait::{eventually, soon};
