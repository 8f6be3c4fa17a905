//! The rules of Halma: boards, moves, games, notation.
//!
//! A [`Ruleset`] is the record of a game's options; [`Rules`] is one found sound. A [`Position`]
//! is valid under its rules and knows no past; [`Position::play`] gives the next one or says why
//! not. A [`Game`] is a line of positions from a start, with repetition, automatic passes, its
//! outcome and taking back. There is no I/O here, no clock and no randomness.
//!
//! ```
//! use halma_core::{Game, IllegalMove, PlayError, Preset, Rules};
//!
//! let grasshopper = Preset::by_name("grasshopper").ok_or("no such preset")?;
//! let mut game = Game::new(Rules::new(grasshopper.ruleset)?);
//! assert_eq!(game.position().legal_count(), 24);
//!
//! game.play(&"a7-c5".parse()?)?;
//! let refused = game.play(&"e1-e3".parse()?);
//! assert_eq!(refused, Err(PlayError::Illegal(IllegalMove::NothingToJump { hop: 1 })));
//!
//! game.take_back();
//! assert!(game.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod game;
mod illegal;
mod movegen;
mod outcome;
mod path;
mod perft;
mod position;
mod preset;
#[cfg(feature = "serde")]
mod record;
mod rules;
mod ruleset;
#[cfg(feature = "serde")]
mod ruleset_spec;
mod seat;
mod square;
mod square_set;
#[cfg(feature = "serde")]
mod text_form;

pub use board::{Board, BoardError};
pub use game::{Game, PlayError, Ply, Turn};
pub use illegal::IllegalMove;
pub use movegen::{LegalMoves, PieceMoves};
pub use outcome::{OutCause, Outcome, Reason, ReasonError};
pub use path::{Path, PathError};
pub use position::{Next, Piece, Position, PositionError, Setup, SetupError, Syntax};
pub use preset::{PRESETS, Preset};
#[cfg(feature = "serde")]
pub use record::{Record, RecordError, RecordProblem, Tag};
pub use rules::{Rules, RulesetError};
pub use ruleset::{DeadlineRule, HomeDeadline, Movement, Ruleset, Teams};
#[cfg(feature = "serde")]
pub use ruleset_spec::RulesetSpec;
pub use seat::{Seat, SeatError, SeatSet};
pub use square::{Square, SquareError};
pub use square_set::{Sorted, SquareSet, Squares};
