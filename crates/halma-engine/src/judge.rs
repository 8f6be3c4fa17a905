//! The computer's word on what others propose.

use std::sync::atomic::AtomicBool;

use halma_core::{Game, Position, Seat};

use crate::eval::{self, Sides, Terrain};
use crate::{Limits, Search, Strength};

/// A draw is no game before everyone has had so many turns.
const DRAW_AFTER: u32 = 20;
/// What a judgement may look at.
const NODES: u64 = 2_000;
/// A seat this far ahead, with this few pieces still to come, is about to win.
const CLEARLY_AHEAD: i32 = 150;
const PIECES_TO_COME: usize = 4;

/// Whether the seat accepts a draw: after twenty turns, when it stands no better than the others.
///
/// A seat that is out or not in the game has no word and accepts.
#[must_use]
pub fn judge_draw(game: &Game, seat: Seat) -> bool {
    let position = game.position();
    if !position.seats_in().contains(seat) {
        return true;
    }
    position
        .seats_in()
        .iter()
        .all(|seat| position.made(seat) >= DRAW_AFTER)
        && score_of(game, seat) <= 0
}

/// Whether the seat accepts that a move is taken back: unless it is about to win, because then
/// the game would go on for nothing.
///
/// A seat that is out or not in the game has no word and accepts.
#[must_use]
pub fn judge_takeback(game: &Game, seat: Seat) -> bool {
    let position = game.position();
    if game.outcome().is_some() || !position.seats_in().contains(seat) {
        return true;
    }
    let army = if position.is_home(seat) {
        position.rules().partner(seat).unwrap_or(seat)
    } else {
        seat
    };
    let to_come = position.pieces(army).len() - position.home_count(army);
    to_come > PIECES_TO_COME || score_of(game, seat) < CLEARLY_AHEAD
}

/// How the seat, or its team, stands: by a short search when one of them has the move, else as
/// the position looks.
fn score_of(game: &Game, seat: Seat) -> i32 {
    let position = game.position();
    let rules = position.rules();
    let mover = position.to_move();
    if mover == seat || rules.partner(seat) == Some(mover) {
        let search = Search::new(Strength::FULL, 0).table_bytes(1 << 18);
        let found = search.run(game, &Limits::nodes(NODES), &AtomicBool::new(false));
        return found.map_or(0, |found| found.score);
    }
    still_score(position, seat)
}

fn still_score(position: &Position, seat: Seat) -> i32 {
    let terrain = Terrain::of(position.rules(), &eval::CONTACT);
    let worths = eval::worths(position, &terrain);
    terrain.in_turns(Sides::of(position.rules(), seat).score(position, &worths, &terrain))
}
