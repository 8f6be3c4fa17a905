//! Pieces shut in their own home by those that fill it.
//!
//! Such a piece keeps the other army from ever getting home, so whoever shut it in must let it out.

use halma_core::{Position, Seat, Square, SquareSet};

use super::Terrain;
use super::ferry::Kind;

/// So many pieces in a camp are the last ones, who may be shut in.
const FEW: usize = 5;

/// What the last pieces of others in the seat's goal keep from it.
#[derive(Clone, Copy, Default)]
pub(super) struct Strangers {
    /// What they would be worth more outside. Who waits for the end gains nothing by their being
    /// so far behind.
    pub(super) behind: i32,
    pub(super) count: i32,
    /// How many of them have no move that takes them away.
    pub(super) shut_in: i32,
}

impl Strangers {
    pub(super) fn of(position: &Position, terrain: &Terrain, seat: Seat) -> Self {
        let mut found = Self::default();
        let rules = position.rules();
        let goal = rules.goal(seat);
        let occupied = position.occupied();
        let strangers = (occupied & goal) - position.pieces(seat);
        if strangers.is_empty() || strangers.len() > FEW {
            return found;
        }
        let corner = rules.corner(seat.opposite());
        let free = position.board().squares() - occupied;
        for square in strangers {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let kind = Kind::of(rules, piece.seat, square);
            found.count += 1;
            found.shut_in += i32::from(!gets_away(square, kind, corner, occupied, free));
            let opposite = seat.opposite();
            if position.pieces(opposite).contains(square) {
                let marked = position.marked(opposite) == Some(square);
                let worth = terrain.worth(opposite, square, marked);
                found.behind += (terrain.at_the_door(opposite) - worth).max(0);
            }
        }
        // The fewer there are, the more each matters.
        found.behind = found.behind * (FEW as i32 + 1 - found.count) / FEW as i32;
        found
    }
}

/// How many of the seat's pieces cannot get out of its home.
pub(super) fn at_home(position: &Position, seat: Seat) -> i32 {
    let rules = position.rules();
    let home = rules.home(seat);
    let left = position.pieces(seat) & home;
    let occupied = position.occupied();
    if left.is_empty() || 2 * (occupied & home).len() < home.len() || left.len() > FEW {
        return 0;
    }
    let corner = rules.corner(seat);
    let free = position.board().squares() - occupied;
    left.iter()
        .filter(|&square| {
            !gets_away(
                square,
                Kind::of(rules, seat, square),
                corner,
                occupied,
                free,
            )
        })
        .count() as i32
}

/// Whether a piece on that square has a move that takes it farther from the corner of its home.
fn gets_away(
    square: Square,
    kind: Kind,
    corner: Square,
    occupied: SquareSet,
    free: SquareSet,
) -> bool {
    let way = |square: Square| {
        square.file().abs_diff(corner.file()) + square.rank().abs_diff(corner.rank())
    };
    let mut seen = SquareSet::of(square);
    let mut next = seen;
    while let Some(from) = next.iter().next() {
        next.remove(from);
        for (files, ranks) in DIRECTIONS {
            let Some(beside) = shifted(from, files, ranks) else {
                continue;
            };
            let straight = files == 0 || ranks == 0;
            let landing = if from == square && kind.steps(straight) && free.contains(beside) {
                beside
            } else if kind.jumps(straight) && beside != square && occupied.contains(beside) {
                match shifted(beside, files, ranks) {
                    Some(behind) if free.contains(behind) => behind,
                    _ => continue,
                }
            } else {
                continue;
            };
            if way(landing) > way(square) {
                return true;
            }
            if landing != beside && !seen.contains(landing) {
                seen.insert(landing);
                next.insert(landing);
            }
        }
    }
    false
}

const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

pub(super) fn shifted(square: Square, files: i8, ranks: i8) -> Option<Square> {
    Square::new(
        square.file().checked_add_signed(files)?,
        square.rank().checked_add_signed(ranks)?,
    )
}
