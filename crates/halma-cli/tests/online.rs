//! `halma play`, `halma watch` and `halma games` against a server in this process, as a person
//! in a terminal uses them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod serving;

use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use serving::serve;

/// Nothing here takes this long, unless it never comes.
const NEVER: Duration = Duration::from_secs(60);

fn halma(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halma"));
    command.args(words).kill_on_drop(true);
    command.env_remove("HALMA_SERVER").env_remove("HALMA_TOKEN");
    command
}

/// What a command prints, which must end well.
async fn said(words: &[&str]) -> String {
    let output = timeout(NEVER, halma(words).output()).await.unwrap();
    let Output {
        status,
        stdout,
        stderr,
    } = output.unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Somebody at a terminal.
struct Person(Child);

impl Person {
    fn sits_down(words: &[&str]) -> Self {
        let mut command = halma(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    async fn types(&mut self, line: &str) {
        let stdin = self.0.stdin.as_mut().unwrap();
        stdin
            .write_all(format!("{line}\n").as_bytes())
            .await
            .unwrap();
    }

    /// Reads on until that is there.
    async fn sees(&mut self, wanted: &str) -> String {
        let mut seen = Vec::new();
        let stdout = self.0.stdout.as_mut().unwrap();
        while !String::from_utf8_lossy(&seen).contains(wanted) {
            let byte = timeout(NEVER, stdout.read_u8()).await;
            let byte = byte.ok().and_then(Result::ok);
            let so_far = String::from_utf8_lossy(&seen).into_owned();
            seen.push(byte.unwrap_or_else(|| panic!("no {wanted:?} in {so_far}")));
        }
        String::from_utf8(seen).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_listed_and_watched() {
    let data = tempfile::tempdir().unwrap();
    let shutdown = CancellationToken::new();
    let server = serve(data.path().to_str().unwrap(), shutdown.clone()).await;
    let at = ["--server", &server];

    let new = ["--rules", "grasshopper", "--computer", "1", "--name", "Ada"];
    let mut ada = Person::sits_down(&[&["play"], &at[..], &new[..]].concat());
    let seen = ada.sees("white> ").await;
    assert!(
        seen.contains("You are Ada") && seen.contains("8 w w w w"),
        "{seen}"
    );
    assert!(
        seen.contains("You have white. Others may watch at http"),
        "{seen}"
    );
    ada.types("castle").await;
    ada.sees("`castle` is not understood; `help` tells").await;
    ada.sees("white> ").await;
    ada.types("help").await;
    ada.sees("propose a draw").await;
    ada.types("yes").await;
    ada.sees("proposal").await;
    ada.types("moves").await;
    ada.sees("a5-b5").await;
    ada.types("a5-a7").await;
    ada.sees("hop 1").await;
    ada.types("a5 b5").await;
    ada.sees("white moves a5-b5").await;
    ada.sees("black moves ").await;
    ada.sees("white> ").await;
    ada.types("resign").await;
    ada.sees("white resigns").await;
    let end = ada.sees("black wins (resign)").await;
    assert!(end.contains("white 1 turn made, out\n"), "{end}");
    assert_eq!(
        end.matches("a b c d").count(),
        1,
        "the end is shown once: {end}"
    );
    assert!(
        timeout(NEVER, ada.0.wait())
            .await
            .unwrap()
            .unwrap()
            .success()
    );

    let list = said(&[&["games"], &at[..]].concat()).await;
    let line = list.lines().next().unwrap();
    assert!(
        line.ends_with("finished  grasshopper    white: Ada, black: computer 1"),
        "{line}"
    );
    let none = said(&[&["games", "--status", "open"], &at[..]].concat()).await;
    assert_eq!(none, "");
    let json = said(&[&["games", "--json"], &at[..]].concat()).await;
    let game: Value = serde_json::from_str(json.trim()).unwrap();
    let id = game["id"].as_str().unwrap();
    assert_eq!(line.split(' ').next(), Some(id));

    // By its link too.
    let link = game["url"].as_str().unwrap();
    let board = said(&[&["watch", link], &at[..]].concat()).await;
    assert!(board.contains("black wins (resign)"), "{board}");
    let events = said(&[&["watch", "--json", id], &at[..]].concat()).await;
    let events: Vec<Value> = events
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let numbers = events.iter().map(|event| event["seq"].as_u64().unwrap());
    assert!(numbers.eq(1..=events.len() as u64));
    assert_eq!(events.last().unwrap()["kind"], "finished");
    shutdown.cancel();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_agree_on_a_draw() {
    let data = tempfile::tempdir().unwrap();
    let shutdown = CancellationToken::new();
    let server = serve(data.path().to_str().unwrap(), shutdown.clone()).await;
    let at = ["--server", &server];
    let mut ada = Person::sits_down(&[&["play"], &at[..], &["--name", "Ada"]].concat());
    ada.sees("white to move").await;
    let id = said(&[&["games", "--json"], &at[..]].concat()).await;
    let id: Value = serde_json::from_str(&id).unwrap();
    let id = id["id"].as_str().unwrap();
    let mut ben = Person::sits_down(&[&["play", id], &at[..], &["--name", "Ben"]].concat());
    ada.sees("Ben takes black").await;
    ada.sees("white> ").await;
    ada.types("draw").await;
    ben.sees("white proposes a draw").await;
    ben.sees("yes or no?").await;
    ben.types("yes").await;
    for person in [&mut ada, &mut ben] {
        person.sees("black accepts").await;
        person.sees("draw (agreement)").await;
        assert!(
            timeout(NEVER, person.0.wait())
                .await
                .unwrap()
                .unwrap()
                .success()
        );
    }
    shutdown.cancel();
}

/// Answers each request for a list of games with its part of two pages.
async fn two_pages(listener: TcpListener) {
    let game = |number: u8| {
        json!({
            "id": format!("019b76da-a800-7c41-9d2e-5f0c8f1e2a3{number}"), "status": "open",
            "rules": {}, "preset": "classic", "seats": { "white": null, "black": null },
            "host": { "id": "019b76da-a801-7d10-8a55-1f2e3d4c5b6a", "name": "Ada" },
            "created": 0, "clock": { "kind": "none" }, "rated": false, "url": "http://x/",
        })
    };
    let first = json!({ "games": [game(1), game(2)], "next": game(2)["id"] });
    let second = json!({ "games": [game(3)] });
    let rest = format!("before={}", game(2)["id"].as_str().unwrap());
    loop {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            request.push(socket.read_u8().await.unwrap());
        }
        let is_second = String::from_utf8(request).unwrap().contains(&rest);
        let page = if is_second { &second } else { &first }.to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            page.len()
        );
        socket.write_all((head + &page).as_bytes()).await.unwrap();
    }
}

#[tokio::test]
async fn a_list_goes_over_all_pages_or_as_far_as_asked() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(two_pages(listener));
    for (limit, lines) in [(None, 3), (Some("1"), 1), (Some("2"), 2), (Some("9"), 3)] {
        let mut words = vec!["games", "--server", &url];
        words.extend(limit.map(|limit| ["--limit", limit]).into_iter().flatten());
        assert_eq!(said(&words).await.lines().count(), lines, "{limit:?}");
    }
}

#[tokio::test]
async fn shells_and_manuals_are_served() {
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]).await;
        assert!(
            script.contains("halma") && script.contains("perft"),
            "{shell}"
        );
    }
    let page = said(&["man"]).await;
    assert!(
        page.contains(".TH halma 1") && page.contains("perft"),
        "{page}"
    );
    let folder = tempfile::tempdir().unwrap();
    said(&["man", folder.path().to_str().unwrap()]).await;
    for page in ["halma.1", "halma-play.1", "halma-engine.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
}
