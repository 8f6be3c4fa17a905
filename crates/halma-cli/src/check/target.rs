//! What games are replayed on.

use std::collections::BTreeSet;

use halma_core::{Game, OutCause, Outcome, Path, Ply, Position, Rules, Ruleset, Seat};

/// Something that plays by the rules and shows what comes of it.
pub(crate) trait Target {
    /// Starts a game.
    fn begin(&mut self, ruleset: &Ruleset, start: &str) -> Result<Seen, String>;

    /// Makes a move.
    fn play(&mut self, path: &Path) -> Result<Seen, String>;

    /// Takes a seat out.
    fn go_out(&mut self, seat: Seat, cause: OutCause) -> Result<Seen, String>;
}

/// What a target shows after each thing done.
pub(crate) struct Seen {
    pub(crate) position: String,
    pub(crate) to_move: Seat,
    /// Every legal move as `from-to`.
    pub(crate) moves: BTreeSet<String>,
    /// The passes that followed.
    pub(crate) passes: Vec<Seat>,
    pub(crate) outcome: Option<Outcome>,
}

/// The rules as this program knows them.
#[derive(Default)]
pub(crate) struct Local(Option<Game>);

impl Target for Local {
    fn begin(&mut self, ruleset: &Ruleset, start: &str) -> Result<Seen, String> {
        let rules = Rules::new(*ruleset).map_err(|error| error.to_string())?;
        let start = Position::parse(&rules, start).map_err(|error| error.to_string())?;
        Ok(seen(self.0.insert(Game::from_position(start)), 0))
    }

    fn play(&mut self, path: &Path) -> Result<Seen, String> {
        self.change(|game| game.play(path).map_err(|error| error.to_string()))
    }

    fn go_out(&mut self, seat: Seat, cause: OutCause) -> Result<Seen, String> {
        self.change(|game| game.go_out(seat, cause).map_err(|error| error.to_string()))
    }
}

impl Local {
    fn change(&mut self, by: impl FnOnce(&mut Game) -> Result<(), String>) -> Result<Seen, String> {
        let game = self.0.as_mut().ok_or("no game has begun")?;
        let before = game.len();
        by(game)?;
        Ok(seen(game, before))
    }
}

/// What the game shows, its plies before that number having been seen.
fn seen(game: &Game, before: usize) -> Seen {
    let position = game.position();
    let moves = position
        .legal_moves()
        .flat_map(|(from, ends)| ends.iter().map(move |to| format!("{from}-{to}")))
        .collect();
    let passes = game
        .plies()
        .skip(before)
        .filter_map(|ply| {
            if let Ply::Pass { seat } = ply {
                Some(seat)
            } else {
                None
            }
        })
        .collect();
    Seen {
        position: position.to_string(),
        to_move: position.to_move(),
        moves,
        passes,
        outcome: game.outcome().copied(),
    }
}
