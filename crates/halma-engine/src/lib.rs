//! The computer player: evaluation, search, levels.
//!
//! It knows the rules by `halma-core` and nothing else: no I/O, no threads, no chance that a seed
//! does not determine. Time comes in as a deadline and a stop flag.

mod chance;
mod duty;
mod eval;
mod greedy;
mod judge;
mod level;
mod limits;
mod race;
mod search;

pub use greedy::Greedy;
pub use judge::{judge_draw, judge_takeback};
pub use level::{Level, Strength};
pub use limits::Limits;
pub use search::{Found, Search};
