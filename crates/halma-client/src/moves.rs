//! Legal moves, read off a `turn`; no knowledge of the rules is needed.

use std::collections::{HashSet, VecDeque};

use halma_core::{Path, Square};
use halma_protocol::{PieceMoves, Turn};

/// One path, a shortest, for every piece and every square it can end on.
pub fn legal_moves(turn: &Turn) -> Vec<Path> {
    turn.pieces.iter().flat_map(paths).collect()
}

fn paths(piece: &PieceMoves) -> Vec<Path> {
    let mut found: Vec<Path> = piece
        .steps
        .iter()
        .map(|to| Path::of_two(piece.from, *to))
        .collect();
    // Breadth first: the first path to reach a square is a shortest one and never crosses itself.
    let mut seen = HashSet::from([piece.from]);
    let mut queue = VecDeque::from([vec![piece.from]]);
    while let Some(path) = queue.pop_front() {
        let reached = path.last().and_then(|last| piece.hops.get(last));
        for to in reached.into_iter().flatten() {
            if seen.insert(*to) {
                let longer: Vec<Square> = path.iter().chain([to]).copied().collect();
                // A chain visits no square twice, so it always fits into a path.
                found.extend(Path::new(&longer));
                queue.push_back(longer);
            }
        }
    }
    if let Some(ends) = &piece.ends {
        found.retain(|path| ends.contains(&path.to()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_steps_and_shortest_chains() {
        let turn: Turn = serde_json::from_value(serde_json::json!({
            "game": "018f4e9a-0000-7000-8000-000000000000", "at": 4, "seat": "white", "pieces": [
                {"from": "b6", "steps": ["b5", "c5"]},
                {"from": "a7", "hops": {"a7": ["a5", "c7"], "c7": ["a7", "c5"], "c5": ["a5"]}},
                {"from": "h1", "steps": ["g1"], "hops": {"h1": ["h3"]}, "ends": ["h3"]},
            ],
        }))
        .unwrap();
        let moves: Vec<String> = legal_moves(&turn).iter().map(Path::to_string).collect();
        assert_eq!(
            moves,
            ["b6-b5", "b6-c5", "a7-a5", "a7-c7", "a7-c7-c5", "h1-h3"]
        );
    }
}
