//! The line around a set of squares.

use std::collections::BTreeMap;

use halma_core::{Square, SquareSet};

/// A corner of squares: how many squares from the left, and from below.
type Corner = (u8, u8);

/// The outline as the data of an SVG path; `point` writes a corner.
pub(super) fn of(squares: SquareSet, point: impl Fn(u8, u8) -> String) -> String {
    let mut edges = edges(squares);
    let mut outline = String::new();
    while let Some((begin, mut at)) = edges.pop_first() {
        let mut way = vec![begin];
        while at != begin {
            way.push(at);
            // Every edge goes on where it ends; squares that touch only by a corner do not occur.
            let Some(next) = edges.remove(&at) else { break };
            at = next;
        }
        let points: Vec<_> = bends(&way).map(|(x, y)| point(x, y)).collect();
        outline += &format!("M{}z", points.join("L"));
    }
    outline
}

/// The edges between a square of the set and one that is not, by where they begin. Each goes
/// clockwise around its square.
fn edges(squares: SquareSet) -> BTreeMap<Corner, Corner> {
    let inside = |file: Option<u8>, rank: Option<u8>| {
        let square = file
            .zip(rank)
            .and_then(|(file, rank)| Square::new(file, rank));
        square.is_some_and(|square| squares.contains(square))
    };
    let mut edges = BTreeMap::new();
    for square in squares {
        let (x, y) = (square.file(), square.rank());
        if !inside(Some(x), y.checked_sub(1)) {
            edges.insert((x + 1, y), (x, y));
        }
        if !inside(x.checked_sub(1), Some(y)) {
            edges.insert((x, y), (x, y + 1));
        }
        if !inside(Some(x), Some(y + 1)) {
            edges.insert((x, y + 1), (x + 1, y + 1));
        }
        if !inside(Some(x + 1), Some(y)) {
            edges.insert((x + 1, y + 1), (x + 1, y));
        }
    }
    edges
}

/// The corners of a closed way where it turns.
fn bends(way: &[Corner]) -> impl Iterator<Item = Corner> {
    let count = way.len();
    (0..count).filter_map(move |at| {
        let (before, here, after) = (
            way[(at + count - 1) % count],
            way[at],
            way[(at + 1) % count],
        );
        let straight = before.0 == after.0 || before.1 == after.1;
        (!straight).then_some(here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_of_three_squares_has_six_bends() {
        let squares = ["a1", "b1", "a2"].map(|text| text.parse().unwrap());
        let outline = of(squares.into_iter().collect(), |x, y| format!("{x},{y}"));
        assert_eq!(outline, "M0,0L0,2L1,2L1,1L2,1L2,0z");
    }
}
