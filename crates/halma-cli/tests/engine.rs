//! `halma engine` as another program drives it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use halma_core::{Game, Path, Preset, Rules};

/// Longer than any answer takes on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine and the conversation with it.
struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_halma"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (heard, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(()) = heard.send(line.unwrap()) else {
                    return;
                };
            }
        });
        let stdin = child.stdin.take();
        Self {
            child,
            stdin,
            lines,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// All lines up to the one that begins with that word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().unwrap().starts_with(word) {
                return lines;
            }
        }
    }

    /// Says that and gives the answer, which is one line.
    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// The move it finds, and what it said before it.
    fn go(&mut self, limits: &str) -> (String, Vec<String>) {
        self.say(&format!("go {limits}"));
        let mut lines = self.until("bestmove ");
        let best = lines.pop().unwrap();
        (best["bestmove ".len()..].to_owned(), lines)
    }

    /// Waits for its end, and gives what it still said.
    fn end(mut self) -> Vec<String> {
        self.stdin = None;
        assert!(self.child.wait().unwrap().success());
        self.lines.iter().collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended if all went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number behind that word of an `info` line.
fn number(info: &str, word: &str) -> i64 {
    let mut words = info.split(' ');
    words.find(|&found| found == word).unwrap();
    words.next().unwrap().parse().unwrap()
}

fn game(rules: &str, moves: &[&str]) -> Game {
    let rules = Rules::new(Preset::by_name(rules).unwrap().ruleset).unwrap();
    let mut game = Game::new(rules);
    for path in moves {
        game.play(&path.parse().unwrap()).unwrap();
    }
    game
}

#[test]
fn it_says_who_it_is() {
    let mut engine = Engine::start();
    engine.say("halma");
    let lines = engine.until("halmaok");
    assert!(lines[0].starts_with("id name Halma "), "{lines:?}");
    assert!(lines[2].starts_with("option name level "), "{lines:?}");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.say("quit");
    assert!(engine.end().is_empty());
}

#[test]
fn it_searches_within_its_limits_and_finds_the_same_again() {
    let mut engine = Engine::start();
    engine.say("setoption name seed value 7");
    engine.say("rules grasshopper");
    engine.say("position start moves a7-c5");
    let (best, lines) = engine.go("nodes 3000");
    game("grasshopper", &["a7-c5", &best]);
    let depths: Vec<i64> = lines.iter().map(|line| number(line, "depth")).collect();
    assert_eq!(depths[..3], [1, 2, 3]);
    let last = lines.last().unwrap();
    assert!(number(last, "nodes") <= 3_000, "{last}");
    assert!(last.contains(&format!(" pv {best}")), "{last}");
    assert_eq!(engine.go("nodes 3000").0, best);
    let (_, lines) = engine.go("depth 2");
    assert_eq!(number(lines.last().unwrap(), "depth"), 2);
    let (best, _) = engine.go("movetime 50");
    game("grasshopper", &["a7-c5", &best]);
}

#[test]
fn it_considers_only_the_moves_it_is_told() {
    let mut engine = Engine::start();
    engine.say("rules grasshopper");
    let only = ["a5-a4", "d8-e8"];
    let (best, _) = engine.go(&format!("nodes 500 moves {}", only.join(" ")));
    assert!(only.contains(&best.as_str()), "{best}");
    assert_eq!(engine.go("depth 1 moves a5-h5").0, "none");
}

#[test]
fn it_stops_when_told_and_answers_meanwhile() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 1 ");
    engine.say("isready");
    engine.until("readyok");
    engine.say("rules three");
    engine.until("error still searching");
    engine.say("stop");
    let best = engine.until("bestmove ").pop().unwrap();
    let path: Path = best["bestmove ".len()..].parse().unwrap();
    assert!(game("classic", &[]).play(&path).is_ok());
    assert!(engine.ask("show").ends_with(" w 0,0"), "still classic");
    engine.say("go infinite");
    engine.say("quit");
    let said = engine.end();
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

#[test]
fn what_it_cannot_obey_changes_nothing() {
    let mut engine = Engine::start();
    engine.say("rules grasshopper");
    engine.say("position start moves a7-c5");
    let stands = engine.ask("show");
    for (line, reason) in [
        ("dance", "error unknown command dance"),
        ("rules checkers", "error "),
        ("position start moves a7-c5 a6-a5", "error position: a6-a5"),
        ("position start now", "error position: expected moves"),
        ("go nodes many", "error go: nodes needs a number"),
        ("setoption name level value 9", "error setoption: 9"),
        ("isready please", "error isready: unexpected please"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(reason), "{line}: {answer}");
        assert_eq!(engine.ask("show"), stands, "{line}");
    }
}

#[test]
fn it_takes_up_positions_and_seats_that_go_out() {
    let mut engine = Engine::start();
    engine.say("rules three");
    engine.say("position start moves a12-a11 r!resign");
    assert!(engine.ask("show").ends_with(" b 1,0x,0"));
    engine.say("rules {\"board\":8}");
    engine.say("position 8/8/8/8/w7/8/8/7b w 3,3");
    assert_eq!(engine.ask("show"), "position 8/8/8/8/w7/8/8/7b w 3,3");
    // The game is over: nobody is left to play against.
    engine.say("position start moves b!time");
    assert_eq!(engine.go("depth 3").0, "none");
}

#[test]
fn at_the_end_of_its_input_it_gives_the_answer_it_owes() {
    let mut engine = Engine::start();
    engine.say("go depth 2");
    let said = engine.end();
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}
