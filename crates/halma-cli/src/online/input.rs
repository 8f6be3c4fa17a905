//! What a player types.

use std::io::BufRead;
use std::thread;

use halma_client::legal_moves;
use halma_core::Path;
use halma_protocol::Turn;
use tokio::sync::mpsc;

/// What can be typed.
pub(super) const HELP: &str = "\
a5-b5       a move: every square of its way, or only the first and the last
moves       the moves there are
draw        propose a draw
yes, no     answer a proposal
resign      give the game up
quit        leave; the game waits for you";

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Move(Path),
    Moves,
    Draw,
    Vote(bool),
    Resign,
    Quit,
    Help,
}

/// Reads a line; the moves are those of the turn, if it is one's turn.
pub(super) fn wish(line: &str, turn: Option<&Turn>) -> Wish {
    match line.trim() {
        "moves" => Wish::Moves,
        "draw" => Wish::Draw,
        "yes" => Wish::Vote(true),
        "no" => Wish::Vote(false),
        "resign" => Wish::Resign,
        "quit" => Wish::Quit,
        text => path(text, turn).map_or(Wish::Help, Wish::Move),
    }
}

/// A whole path as given, or the shortest one between two squares.
fn path(text: &str, turn: Option<&Turn>) -> Option<Path> {
    let text = text.split([' ', '-']).filter(|part| !part.is_empty());
    let path: Path = text.collect::<Vec<_>>().join("-").parse().ok()?;
    let legal = turn.map(legal_moves).unwrap_or_default();
    let same_ends = |other: &&Path| other.from() == path.from() && other.to() == path.to();
    let shortest = legal
        .iter()
        .find(same_ends)
        .filter(|_| path.squares().len() == 2);
    Some(shortest.copied().unwrap_or(path))
}

/// The lines of the standard input, until it ends.
pub(super) fn lines() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel(16);
    // A read cannot be given up; the thread ends with the program.
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_wishes() {
        let turn: Turn = serde_json::from_value(json!({
            "game": "019b76da-a800-7c41-9d2e-5f0c8f1e2a30", "at": 4, "seat": "white",
            "pieces": [{ "from": "g1", "hops": { "g1": ["e1"], "e1": ["c3"] } }],
        }))
        .unwrap();
        let path = |text: &str| Wish::Move(text.parse().unwrap());
        assert_eq!(wish("g1 c3", Some(&turn)), path("g1-e1-c3"));
        assert_eq!(wish(" g1-e1 ", Some(&turn)), path("g1-e1"));
        assert_eq!(wish("g1-c3", None), path("g1-c3"));
        assert_eq!(wish("yes", None), Wish::Vote(true));
        assert_eq!(wish("castle", None), Wish::Help);
    }
}
