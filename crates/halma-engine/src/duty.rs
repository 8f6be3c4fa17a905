//! Fair play where the rules leave a hole: a camp is not held to spoil the other's game.

use halma_core::{Position, Square};

use crate::eval;

/// Leaves only moves out of home, where the seat to move should have left and any such move is
/// among them.
///
/// Without a limit in the rules a seat that is losing could keep a piece at home for ever.
pub(crate) fn keep_fair<T>(
    position: &Position,
    moves: &mut Vec<T>,
    squares: impl Fn(&T) -> (Square, Square),
) {
    if !is_due(position) {
        return;
    }
    let home = position.rules().home(position.army_to_move());
    let leaves = |one: &T| {
        let (from, to) = squares(one);
        home.contains(from) && !home.contains(to)
    };
    if moves.iter().any(leaves) {
        moves.retain(leaves);
    }
}

/// Whether the seat to move should leave its home now: after the usual number of turns, or when
/// most of its opposite's army has come.
fn is_due(position: &Position) -> bool {
    let seat = position.army_to_move();
    let rules = position.rules();
    let opposite = seat.opposite();
    let arriving = rules.pieces(opposite) > 0
        && rules.partner(seat).is_none()
        && position.home_count(opposite) * 3 >= rules.pieces(opposite) * 2;
    arriving || position.made(seat) >= eval::leave_by(rules, seat)
}
