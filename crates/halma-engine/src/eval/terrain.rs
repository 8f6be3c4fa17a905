//! What it is worth to an army to have a piece on a square.

use halma_core::{Rules, Seat, Square};

/// The worth of a step along one axis, in hundredths of a move.
const PER_STEP: i32 = 12;
/// What being one square off the diagonal between the corners costs.
const OFF_DIAGONAL: i32 = 5;
/// What standing outside the goal costs besides the way.
const OUTSIDE: i32 = 30;

/// The worth of every square for every seat.
pub(crate) struct Terrain {
    plain: [[i16; 256]; 4],
    /// For marked pieces.
    marked: [[i16; 256]; 4],
}

impl Terrain {
    pub(crate) fn of(rules: &Rules) -> Self {
        let mut plain = [[0; 256]; 4];
        let mut marked = [[0; 256]; 4];
        for &seat in rules.seats() {
            for square in rules.board().squares() {
                plain[seat.index()][square.index()] = -cost(rules, seat, square) as i16;
                marked[seat.index()][square.index()] = -marked_cost(rules, seat, square) as i16;
            }
        }
        Self { plain, marked }
    }

    /// The worth of a piece of that seat on that square.
    #[inline]
    pub(crate) const fn worth(&self, seat: Seat, square: Square, marked: bool) -> i32 {
        let worths = if marked { &self.marked } else { &self.plain };
        worths[seat.index()][square.index()] as i32
    }
}

/// What a piece on that square has still to do.
fn cost(rules: &Rules, seat: Seat, square: Square) -> i32 {
    let corner = rules.corner(seat.opposite());
    let files = i32::from(square.file().abs_diff(corner.file()));
    let ranks = i32::from(square.rank().abs_diff(corner.rank()));
    let way = files + ranks;
    let mut cost = PER_STEP * way + OFF_DIAGONAL * (files - ranks).abs() + way * way / 4;
    if !rules.goal(seat).contains(square) {
        cost += OUTSIDE;
    }
    cost
}

/// As [`cost`], for the piece that must reach the far corner itself.
fn marked_cost(rules: &Rules, seat: Seat, square: Square) -> i32 {
    let there = square == rules.corner(seat.opposite());
    2 * cost(rules, seat, square) + if there { 0 } else { 2 * OUTSIDE }
}
