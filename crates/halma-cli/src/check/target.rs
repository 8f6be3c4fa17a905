//! What games are replayed on.

use std::collections::BTreeSet;

use halma_core::{OutCause, Outcome, Path, Ruleset, Seat};

/// Something that plays by the rules and shows what comes of it.
pub(crate) trait Target {
    /// Starts a game.
    async fn begin(&mut self, ruleset: &Ruleset, start: &str) -> Result<Seen, String>;

    /// Makes a move.
    async fn play(&mut self, path: &Path) -> Result<Seen, String>;

    /// Takes a seat out.
    async fn go_out(&mut self, seat: Seat, cause: OutCause) -> Result<Seen, String>;

    /// Shows the position after all has been done, and is done with the game.
    async fn end(&mut self) -> Result<String, String>;
}

/// What a target shows after each thing done.
pub(crate) struct Seen {
    /// The seat to move; none once the game is over.
    pub(crate) to_move: Option<Seat>,
    /// Every legal move as `from-to`.
    pub(crate) moves: BTreeSet<String>,
    /// The passes that followed.
    pub(crate) passes: Vec<Seat>,
    pub(crate) outcome: Option<Outcome>,
}
