//! The command as it is called.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../halma-core/tests/data/games.jsonl"
);

fn halma(args: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_halma"))
        .args(args)
        .output()
        .unwrap();
    (
        status.code(),
        String::from_utf8(stdout).unwrap(),
        String::from_utf8(stderr).unwrap(),
    )
}

/// A file of that content in a folder of this test run.
fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn perft_prints_the_count_last() {
    let (status, out, _) = halma(&["perft", "--rules", "classic", "--depth", "3"]);
    assert_eq!((status, out.lines().last()), (Some(0), Some("85440")));
    let position = ["--position", "8/8/8/8/w7/8/8/7b w 0,0"];
    let (_, out, _) = halma(&[
        "perft",
        "--rules",
        "{\"board\":8}",
        position[0],
        position[1],
        "--depth",
        "2",
    ]);
    assert_eq!(out.lines().last(), Some("15"));
}

/// What a command prints, line by line.
fn json(args: &[&str]) -> (Option<i32>, Vec<Value>) {
    let (status, out, _) = halma(args);
    let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
    (status, lines.collect())
}

#[test]
fn data_is_printed_as_json_too() {
    let (status, lines) = json(&["perft", "--rules", "grasshopper", "--depth", "2", "--json"]);
    assert_eq!((status, lines.len()), (Some(0), 1));
    assert_eq!(
        (&lines[0]["count"], &lines[0]["depth"]),
        (&576.into(), &2.into())
    );

    let (_, lines) = json(&["show", "--rules", "grasshopper", "--json"]);
    let start = "wwww4/www5/ww6/w7/7b/6bb/5bbb/4bbbb w 0,0";
    assert_eq!(lines[0]["position"], start);
    assert_eq!(
        (&lines[0]["to_move"], &lines[0]["legal"]),
        (&"white".into(), &24.into())
    );
    let black =
        serde_json::json!({ "made": 0, "pieces": 10, "in_goal": 0, "home": false, "out": false });
    assert_eq!(lines[0]["seats"]["black"], black);
    assert_eq!(
        (&lines[0]["rules"]["board"], &lines[0]["outcome"]),
        (&8.into(), &Value::Null)
    );
    let record = file("shown.json.txt", RECORD);
    let (_, lines) = json(&["show", "--json", &record]);
    assert_eq!(lines[0]["outcome"]["winners"][0], "black");
    assert_eq!(
        (&lines[0]["to_move"], &lines[0]["legal"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(lines[0]["seats"]["white"]["out"], true);

    let bad = file("bad.json.txt", &RECORD.replace("e1-d2", "e1-d3"));
    let (status, lines) = json(&["check", "--json", &record, &bad]);
    assert_eq!((status, lines.len()), (Some(1), 2));
    assert_eq!(
        (&lines[0]["file"], &lines[0]["differences"]),
        (&record.into(), &serde_json::json!([]))
    );
    assert!(
        lines[1]["differences"][0]
            .as_str()
            .unwrap()
            .starts_with("line 8, column 10: ")
    );

    let words =
        "arena --a greedy --b greedy --games 2 --rules grasshopper --plies 10 --show --json";
    let (status, lines) = json(&words.split(' ').collect::<Vec<_>>());
    assert_eq!((status, lines.len()), (Some(0), 3));
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 10);
    assert_eq!(
        (&lines[2]["games"], &lines[2]["ends"]["unfinished"]),
        (&2.into(), &2.into())
    );
}

#[test]
fn bad_arguments_are_named() {
    let (status, _, error) = halma(&["perft", "--rules", "checkers", "--depth", "1"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("there are standard, "), "{error}");
    let (status, _, error) = halma(&["perft", "--position", "16/w", "--depth", "1"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("not a position: column "), "{error}");
    let (_, _, error) = halma(&["show", "--rules", "{\"seats\":3,\"board\":8}"]);
    assert!(error.contains("seats with board"), "{error}");
}

#[test]
fn check_passes_the_known_games() {
    let (status, out, error) = halma(&["check", GAMES]);
    assert_eq!(
        (status, out.as_str(), error.as_str()),
        (Some(0), "130 passed, 0 failed\n", "")
    );
}

#[test]
fn check_names_every_disagreement() {
    let games = std::fs::read_to_string(GAMES).unwrap();
    let game = games
        .lines()
        .find(|line| line.contains("\"out-four-all#1\""))
        .unwrap();
    let wrong = game
        .replacen("\"legal\": [32,", "\"legal\": [31,", 1)
        .replacen("\"reason\": \"time\"", "\"reason\": \"resign\"", 1);
    assert_ne!(game, wrong);
    let wrong = file("wrong.jsonl", &format!("{wrong}\n{game}\nnonsense\n"));
    let (status, out, _) = halma(&["check", &wrong]);
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].ends_with("out-four-all#1: ply 1: number of legal moves: expected 31, got 32")
    );
    assert!(
        lines[1].ends_with("result: expected black (resign), got black (time)"),
        "{out}"
    );
    assert!(lines[2].contains("game 3: expected "), "{out}");
    assert_eq!(lines[3..], ["1 passed, 2 failed"]);
}

const RECORD: &str = "[Rules \"grasshopper\"]\n[White \"?\"]\n[Black \"?\"]\n[Date \"?\"]\n\
    [Result \"black\"]\n[Termination \"resign\"]\n\n1. d8-e7 e1-d2\n2. e7-e6 w!resign\nblack\n";

#[test]
fn check_reads_records() {
    let good = file("good.txt", &RECORD.replace("e6 w!", "e6 d2-d3\n3. w!"));
    assert_eq!(
        halma(&["check", &good]).0,
        Some(1),
        "going out begins no round"
    );
    let good = file("good.txt", RECORD);
    assert_eq!(halma(&["check", &good]).1, "1 passed, 0 failed\n");
    let bad = file("bad.txt", &RECORD.replace("e1-d2", "e1-d3"));
    let (status, out, _) = halma(&["check", &good, &bad]);
    assert_eq!(status, Some(1));
    assert!(
        out.contains("bad.txt: game 1: line 8, column 10: "),
        "{out}"
    );
    assert!(out.ends_with("1 passed, 1 failed\n"), "{out}");
}

#[test]
fn show_draws_without_colours_into_a_pipe() {
    let (status, out, _) = halma(&["show", "--rules", "grasshopper"]);
    assert_eq!(status, Some(0));
    assert!(
        out.starts_with(" 8 w w w w . . . .\n 7 w w w . . . . .\n"),
        "{out}"
    );
    assert!(
        out.contains("\nwhite to move, 24 legal moves\n") && !out.contains('\x1b'),
        "{out}"
    );
    let (_, out, _) = halma(&["show", &file("shown.txt", RECORD)]);
    assert!(
        out.contains(" 6 : : . . . . . .\n") && out.contains("black wins (resign)"),
        "{out}"
    );
}
