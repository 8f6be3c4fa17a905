//! Whether other armies can still be in an army's way, or of use to it.

use halma_core::{Movement, Position, Seat, Square, SquareSet};

/// Whether nobody else's pieces can come near the army any more on its way home, and it can go
/// there piece by piece.
pub(crate) fn is_free(position: &Position, army: Seat) -> bool {
    let rules = position.rules();
    if rules.ruleset().movement == Movement::Colour {
        return false;
    }
    let own = position.pieces(army);
    let zone = Zone::around(own | rules.goal(army));
    position.seats_in().without(army).iter().all(|other| {
        if rules.partner(army) == Some(other) && position.is_home(other) {
            return true;
        }
        let pieces = position.pieces(other);
        if other == army.opposite() {
            has_passed(own, pieces, rules.corner(other))
        } else {
            let resting = pieces & rules.goal(other);
            (pieces - resting)
                .iter()
                .all(|square| !zone.contains(square))
        }
    })
}

/// Whether all of an army's pieces are nearer to that corner than any of the others.
fn has_passed(own: SquareSet, others: SquareSet, corner: Square) -> bool {
    let way = |square: Square| {
        square.file().abs_diff(corner.file()) + square.rank().abs_diff(corner.rank())
    };
    let last = own.iter().map(way).max();
    let first = others.iter().map(way).min();
    match (last, first) {
        (Some(last), Some(first)) => last + 1 < first,
        _ => true,
    }
}

/// The smallest rectangle around some squares, and one square more on each side.
struct Zone {
    files: (u8, u8),
    ranks: (u8, u8),
}

impl Zone {
    fn around(squares: SquareSet) -> Self {
        let (mut files, mut ranks) = ((15, 0), (15, 0));
        for square in squares {
            files = (square.file().min(files.0), square.file().max(files.1));
            ranks = (square.rank().min(ranks.0), square.rank().max(ranks.1));
        }
        let wider = |(least, most): (u8, u8)| (least.saturating_sub(1), most + 1);
        Self {
            files: wider(files),
            ranks: wider(ranks),
        }
    }

    fn contains(&self, square: Square) -> bool {
        (self.files.0..=self.files.1).contains(&square.file())
            && (self.ranks.0..=self.ranks.1).contains(&square.rank())
    }
}
