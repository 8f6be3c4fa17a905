//! What a player types.

use std::io::BufRead;
use std::thread;

use halma_client::legal_moves;
use halma_core::{Path, Square};
use halma_protocol::Turn;
use tokio::sync::mpsc;

/// What can be typed.
pub(super) const HELP: &str = "\
a5-b5       a move: every square of its way, or only the first and the last
moves       the moves there are
draw        propose a draw
yes, no     answer a proposal
resign      give the game up
help        these lines
quit        leave; the game waits for you";

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Something of the server.
    Send(Command),
    Moves,
    Quit,
    Help,
    Nothing,
    /// It is not understood, and why.
    Unknown(String),
}

/// What is asked of the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    Move(Path),
    Draw,
    Vote(bool),
    Resign,
}

/// Reads a line; the moves are those of the turn, if it is one's turn.
pub(super) fn wish(line: &str, turn: Option<&Turn>) -> Wish {
    match line.trim() {
        "" => Wish::Nothing,
        "moves" => Wish::Moves,
        "draw" => Wish::Send(Command::Draw),
        "yes" => Wish::Send(Command::Vote(true)),
        "no" => Wish::Send(Command::Vote(false)),
        "resign" => Wish::Send(Command::Resign),
        "quit" => Wish::Quit,
        "help" | "?" => Wish::Help,
        text => path(text, turn).map_or_else(
            |why| Wish::Unknown(format!("{why}; `help` tells what can be typed")),
            |path| Wish::Send(Command::Move(path)),
        ),
    }
}

/// A whole path as given, or the shortest one between two squares; else what is wrong with it.
fn path(text: &str, turn: Option<&Turn>) -> Result<Path, String> {
    let squares: Vec<_> = text
        .split([' ', '-'])
        .filter(|part| !part.is_empty())
        .collect();
    if let Some(wrong) = squares.iter().find(|part| part.parse::<Square>().is_err()) {
        let meant = text.contains(|letter: char| letter.is_ascii_digit());
        return Err(if meant {
            format!("`{wrong}` is no square: squares are written as in a5-b5")
        } else {
            format!("`{text}` is not understood")
        });
    }
    let path: Path = squares.join("-").parse().map_err(|why| format!("{why}"))?;
    if path.squares().len() == 1 {
        return Err(format!(
            "where is {path} to go? A move is written as in a5-b5"
        ));
    }
    let legal = turn.map(legal_moves).unwrap_or_default();
    let same_ends = |other: &&Path| other.from() == path.from() && other.to() == path.to();
    let shortest = legal
        .iter()
        .find(same_ends)
        .filter(|_| path.squares().len() == 2);
    Ok(shortest.copied().unwrap_or(path))
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
        let path = |text: &str| Wish::Send(Command::Move(text.parse().unwrap()));
        assert_eq!(wish("g1 c3", Some(&turn)), path("g1-e1-c3"));
        assert_eq!(wish(" g1-e1 ", Some(&turn)), path("g1-e1"));
        assert_eq!(wish("g1-c3", None), path("g1-c3"));
        assert_eq!(wish("yes", None), Wish::Send(Command::Vote(true)));
        assert_eq!(wish(" ", None), Wish::Nothing);
    }

    #[test]
    fn what_is_no_wish_is_explained() {
        for (line, why) in [
            ("castle", "`castle` is not understood"),
            ("a5-b55", "`b55` is no square"),
            ("A5-b5", "`A5` is no square"),
            ("a5", "where is a5 to go?"),
        ] {
            let Wish::Unknown(told) = wish(line, None) else {
                panic!("{line} is understood");
            };
            assert!(told.starts_with(why) && told.contains("`help`"), "{told}");
        }
    }
}
