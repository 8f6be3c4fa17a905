//! Openings by chance, so that no two pairs of games are alike.

use halma_core::{Game, Path, Position, Rules, Square};

/// A game with a few moves made by chance, none of them backwards.
pub(super) fn by_chance(rules: Rules, seed: u64, plies: usize) -> Game {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut game = Game::new(rules);
    for _ in 0..plies {
        if game.outcome().is_some() {
            return Game::new(rules);
        }
        let Some(path) = forward(game.position(), &mut numbers) else {
            break;
        };
        if game.play(&path).is_err() {
            break;
        }
    }
    game
}

fn forward(position: &Position, numbers: &mut Numbers) -> Option<Path> {
    let corner = position.rules().corner(position.army_to_move().opposite());
    let way = |square: Square| {
        square.file().abs_diff(corner.file()) + square.rank().abs_diff(corner.rank())
    };
    let moves: Vec<(Square, Square)> = position
        .legal_moves()
        .flat_map(|(from, ends)| ends.into_iter().map(move |to| (from, to)))
        .filter(|&(from, to)| way(to) < way(from))
        .collect();
    let &(from, to) = moves.get(numbers.below(moves.len())?)?;
    position.shortest_path(from, to)
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> Option<usize> {
        // A xorshift step; 0 would stay 0.
        self.0 = self.0.max(1);
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as usize).checked_rem(bound)
    }
}
