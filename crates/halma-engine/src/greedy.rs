//! A player that only looks at what is gained at once, to measure others by.

use halma_core::{Game, Path, Position, Square};

use crate::chance::Chance;

/// Always makes the most progress towards the far corner it can; ties fall by chance.
#[derive(Clone, Debug)]
pub struct Greedy {
    seed: u64,
}

impl Greedy {
    /// A greedy player whose seed decides ties.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Its move; none if the game is over.
    #[must_use]
    pub fn choose(&self, game: &Game) -> Option<Path> {
        if game.outcome().is_some() {
            return None;
        }
        let position = game.position();
        let mut most = i32::MIN;
        let mut equals: Vec<(Square, Square)> = Vec::new();
        for (progress, from, to) in advances(position) {
            if progress > most {
                most = progress;
                equals.clear();
            }
            if progress == most {
                equals.push((from, to));
            }
        }
        path_by_chance(position, &equals, self.seed ^ game.len() as u64)
    }
}

/// A move that gets farthest; none if there is no move.
pub(crate) fn farthest(position: &Position) -> Option<(Square, Square)> {
    let (_, from, to) = advances(position).max_by_key(|&(progress, ..)| progress)?;
    Some((from, to))
}

/// Whether no other move gets farther.
pub(crate) fn gets_farthest(position: &Position, from: Square, to: Square) -> bool {
    let most = advances(position).map(|(progress, ..)| progress).max();
    most == Some(progress(position, from, to))
}

/// All moves, with how far each gets.
fn advances(position: &Position) -> impl Iterator<Item = (i32, Square, Square)> {
    position.legal_moves().flat_map(move |(from, ends)| {
        ends.into_iter()
            .map(move |to| (progress(position, from, to), from, to))
    })
}

/// The steps by which a move of the army to move comes nearer to the far corner.
fn progress(position: &Position, from: Square, to: Square) -> i32 {
    let corner = position.rules().corner(position.army_to_move().opposite());
    way(from, corner) - way(to, corner)
}

fn path_by_chance(position: &Position, moves: &[(Square, Square)], seed: u64) -> Option<Path> {
    let mut chance = Chance::new(seed);
    // Numbers near each other make sequences that begin alike only before they are mixed.
    chance.next();
    let count = u64::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    let &(from, to) = moves.get(chance.below(count) as usize)?;
    position.shortest_path(from, to)
}

/// The steps along files and ranks between two squares.
fn way(from: Square, to: Square) -> i32 {
    i32::from(from.file().abs_diff(to.file())) + i32::from(from.rank().abs_diff(to.rank()))
}
