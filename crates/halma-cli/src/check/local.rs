//! The rules as this program knows them.

use halma_core::{Game, OutCause, Path, Ply, Position, Rules, Ruleset, Seat};

use super::target::{Seen, Target};

/// A game played in this program.
#[derive(Default)]
pub(crate) struct Local(Option<Game>);

impl Target for Local {
    async fn begin(&mut self, ruleset: &Ruleset, start: &str) -> Result<Seen, String> {
        let rules = Rules::new(*ruleset).map_err(|error| error.to_string())?;
        let start = Position::parse(&rules, start).map_err(|error| error.to_string())?;
        Ok(seen(self.0.insert(Game::from_position(start)), 0))
    }

    async fn play(&mut self, path: &Path) -> Result<Seen, String> {
        self.change(|game| game.play(path).map_err(|error| error.to_string()))
    }

    async fn go_out(&mut self, seat: Seat, cause: OutCause) -> Result<Seen, String> {
        self.change(|game| game.go_out(seat, cause).map_err(|error| error.to_string()))
    }

    async fn end(&mut self) -> Result<String, String> {
        Ok(self.game()?.position().to_string())
    }
}

impl Local {
    fn game(&mut self) -> Result<&mut Game, String> {
        self.0
            .as_mut()
            .ok_or_else(|| "no game has begun".to_owned())
    }

    fn change(&mut self, by: impl FnOnce(&mut Game) -> Result<(), String>) -> Result<Seen, String> {
        let game = self.game()?;
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
        to_move: game.outcome().is_none().then(|| position.to_move()),
        moves,
        passes,
        outcome: game.outcome().copied(),
    }
}
