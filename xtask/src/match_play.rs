//! A whole game on a server, the Python client against the Node client, with an interruption in its middle.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Value, json};

use crate::clients::Clients;
use crate::command::{program, target_dir};
use crate::http::Server;

/// A whole game of `grasshopper` from its start: white begins, and wins.
const GAME: &str = include_str!("../data/short-game.txt");
/// The interruption comes once this event has been seen.
const INTERRUPT_AFTER: u64 = 20;
/// Slow enough that much of the game is still to be played after the interruption.
const PAUSE: &str = "0.1";

/// Plays the game; both clients must see the same events to its end.
pub(crate) fn play(
    server: &Server,
    clients: &Clients,
    interrupt: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let guest = server.post_json("/api/guests", None, &json!({ "name": "xtask" }))?;
    let token = guest["token"].as_str();
    let game = server.post_json("/api/games", token, &json!({ "rules": "grasshopper" }))?;
    let game = game["id"].as_str().context("a new game has an id")?;
    println!("game {game}: Python is white, Node is black");

    let mut python = program(&clients.python);
    python.args(["-m", "halma_client"]);
    let mut node = program("node");
    node.arg(clients.node.join("play.mjs"));
    let mut white = Player::start(&mut python, server, game, "white")?;
    let black = Player::start(&mut node, server, game, "black")?;
    let black = thread::spawn(move || black.read_to_end());

    let mut white_saw = white.read_until(INTERRUPT_AFTER)?;
    interrupt()?;
    white_saw.extend(white.read_to_end()?);
    let black_saw = black
        .join()
        .map_err(|_| anyhow!("the reader of black's output panicked"))??;

    let stored = server.get_json(&format!("/api/games/{game}/events?since=0&limit=200"))?;
    let stored = stored["events"].as_array().context("a game has events")?;
    check("Python", &white_saw, stored)?;
    check("Node", &black_saw, stored)?;
    let moves = stored
        .iter()
        .filter(|event| event["kind"] == "moved")
        .count();
    ensure!(moves == GAME.lines().count(), "{moves} moves are stored");
    println!(
        "both clients saw the same {} events, {moves} of them moves, and white at home",
        stored.len()
    );
    Ok(())
}

/// What a client saw must be what is stored, each event once and in order.
fn check(client: &str, saw: &[Value], stored: &[Value]) -> Result<()> {
    let (end, events) = saw
        .split_last()
        .with_context(|| format!("{client} printed nothing"))?;
    let won = json!({ "finished": { "winners": ["white"], "reason": "home" } });
    ensure!(*end == won, "{client} ended with {end}");
    let mut frames = stored.to_vec();
    for frame in &mut frames {
        frame["type"] = "event".into();
        frame["game"] = events
            .first()
            .map(|event| event["game"].clone())
            .unwrap_or_default();
    }
    ensure!(
        events == frames,
        "{client} saw other events than are stored"
    );
    Ok(())
}

/// A client's program while it plays; it is stopped when dropped.
struct Player {
    name: String,
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Player {
    fn start(program: &mut Command, server: &Server, game: &str, seat: &str) -> Result<Self> {
        let script = target_dir().join(format!("test-tools/short-game-{seat}.txt"));
        let offset = usize::from(seat != "white");
        let moves: Vec<&str> = GAME.lines().skip(offset).step_by(2).collect();
        fs::write(&script, moves.join("\n"))?;
        program.args([
            "play",
            "--url",
            &format!("http://{}", server.address),
            "--game",
            game,
            "--seat",
            seat,
        ]);
        program
            .args(["--name", seat, "--since", "0", "--pause", PAUSE, "--moves"])
            .arg(script)
            .stdout(Stdio::piped());
        let mut child = program
            .spawn()
            .with_context(|| format!("cannot start {seat}'s client"))?;
        let output = child.stdout.take().context("the output is piped")?;
        Ok(Self {
            name: seat.to_owned(),
            child,
            lines: BufReader::new(output).lines(),
        })
    }

    /// Reads what is printed up to the event of this number.
    fn read_until(&mut self, seq: u64) -> Result<Vec<Value>> {
        let mut seen = Vec::new();
        for line in self.lines.by_ref() {
            let event: Value = serde_json::from_str(&line?)?;
            let enough = event["seq"].as_u64() >= Some(seq);
            seen.push(event);
            if enough {
                return Ok(seen);
            }
        }
        bail!("{}'s client stopped before event {seq}", self.name)
    }

    /// Reads the rest; the client must end well.
    fn read_to_end(mut self) -> Result<Vec<Value>> {
        let lines: Vec<String> = self.lines.by_ref().collect::<Result<_, _>>()?;
        let status = self.child.wait()?;
        ensure!(status.success(), "{}'s client: {status}", self.name);
        Ok(lines
            .iter()
            .map(|line| serde_json::from_str(line))
            .collect::<Result<_, _>>()?)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // Fails only if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
