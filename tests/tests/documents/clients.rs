//! The clients that are given away: their own tests, their types, and their bots on a real server.

use std::path::PathBuf;
use std::process::{Output, Stdio};

use futures_util::future::join_all;
use halma_tests::{Browsers, Data, Engine, Server, create, free_port, soon};
use serde_json::json;
use tokio::process::Command;
use uuid::Uuid;

use crate::tools::{given, run};

pub(crate) fn source(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../proto-docs/clients")
        .join(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client_passes_its_own_tests() {
    let mut python = Command::new(given("HALMA_TEST_PYTHON"));
    python.args(["-m", "unittest", "discover", "-s", "tests"]);
    python.current_dir(source("python"));
    run(python).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client_is_typed_throughout() {
    let mut mypy = Command::new(given("HALMA_TEST_SCHEMATHESIS_BIN").with_file_name("mypy"));
    mypy.args(["--strict", "--python-executable"])
        .arg(given("HALMA_TEST_PYTHON"));
    mypy.arg("--cache-dir").arg(env!("CARGO_TARGET_TMPDIR"));
    mypy.args(["halma_client", "examples", "tests"])
        .current_dir(source("python"));
    run(mypy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_client_passes_its_own_tests() {
    let mut node = Command::new("node");
    node.args(["--test", "tests/"])
        .current_dir(given("HALMA_TEST_NODE_CLIENT"));
    run(node).await;
}

/// The bots that are given away, each to be run with an address and perhaps a game.
fn bots(kind: &str) -> [Command; 2] {
    let mut python = Command::new(given("HALMA_TEST_PYTHON"));
    python.arg(source("python/examples").join(format!("{kind}_bot.py")));
    let mut node = Command::new("node");
    let folder = given("HALMA_TEST_NODE_CLIENT").join("examples");
    node.arg(folder.join(format!("{kind}-bot.mjs")));
    [python, node]
}

async fn output(mut program: Command) -> Output {
    program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let running = program.spawn().unwrap();
    let ended = soon("a program's end", running.wait_with_output());
    ended.await.unwrap()
}

/// What a program prints that ends well.
async fn printed(program: Command) -> String {
    let output = output(program).await;
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_play_each_other() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let host = server.rest().new_guest(None).await.unwrap();
    let host = server.rest().with_token(host.token);
    for kind in ["random", "greedy"] {
        let rules = json!({ "board": 8, "move_cap": 60 });
        let game = host.create_game(&create(rules)).await.unwrap().id;
        let playing = bots(kind).map(|mut bot| {
            bot.arg(server.url()).arg(game.to_string());
            printed(bot)
        });
        let said = join_all(playing).await;
        assert_eq!(said[0], said[1]);
        let outcome = host.game(game).await.unwrap().outcome.unwrap();
        let reason = format!("({})\n", outcome.reason);
        assert!(said[0].ends_with(&reason), "{said:?}");
    }
}

/// Looks for a quick game, and gives it up at once.
const PAIR_PYTHON: &str = "
import asyncio, sys
from halma_client import Client, Rest
async def main(url):
    guest = await Rest(url).new_guest('Python')
    async with Client(url, guest['token']) as client:
        paired = await client.pair()
        game = await client.join(paired['game'])
        await game.resign()
        print(paired['game'], paired['seat'])
asyncio.run(main(sys.argv[1]))";

/// Looks for a quick game, and waits for its end.
const PAIR_NODE: &str = "
const [module, url] = process.argv.slice(1);
const { Client, Rest } = await import(module);
const { token } = await new Rest(url).newGuest('Node');
const client = await Client.connect(url, token);
const paired = await client.pair({ preset: 'standard' });
for await (const message of await client.join(paired.game, { since: 0 })) {
  if (message.kind === 'finished') console.log(paired.game, message.winners[0]);
}
client.close();";

#[tokio::test(flavor = "multi_thread")]
async fn quick_games_are_found() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let mut python = Command::new(given("HALMA_TEST_PYTHON"));
    python.args(["-c", PAIR_PYTHON, &server.url()]);
    let mut node = Command::new("node");
    node.args(["--input-type=module", "-e", PAIR_NODE])
        .arg(given("HALMA_TEST_NODE_CLIENT").join("halma-client.mjs"))
        .arg(server.url());
    let (python, node) = tokio::join!(printed(python), printed(node));
    let (game, seat) = python.trim().split_once(' ').unwrap();
    let winner = if seat == "white" { "black" } else { "white" };
    assert_eq!(node.trim(), format!("{game} {winner}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_say_in_a_line_what_fails() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let nobody = format!("http://127.0.0.1:{}", free_port());
    let game = Uuid::new_v4().to_string();
    let failures = [
        ("nowhere".to_owned(), "not a server's address"),
        (nobody, "POST /api/guests: "),
        (server.url(), "no_such_game: "),
    ];
    let mut running = Vec::new();
    for kind in ["random", "greedy"] {
        for (url, why) in &failures {
            for mut bot in bots(kind) {
                bot.arg(url).arg(&game);
                running.push(async move { (output(bot).await, why) });
            }
        }
    }
    for (output, why) in join_all(running).await {
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        let mut lines = said.lines();
        assert!(lines.next().unwrap().starts_with(why), "{said}");
        // How it is to be called, and no list of calls.
        assert!(lines.all(|line| line.starts_with("usage: ")), "{said}");
    }
}

/// What a page does that imports the client from a server.
const PAGE: &str = "
    (async () => {
      const { Client, Rest, randomMove } = await import('/docs/clients/js/halma-client.mjs');
      const url = location.origin;
      const rest = new Rest(url);
      const { token } = await rest.newGuest('Page');
      const both = { seats: ['white', 'black'] };
      const { id } = await rest.createGame({ board: 8, move_cap: 4 }, both);
      const client = await Client.connect(url, token);
      const game = await client.join(id, { legal: true });
      for await (const message of game) {
        const { type, at, seat, reason } = message;
        if (type === 'turn') await game.move(randomMove(message), { at, seat });
        if (message.kind === 'finished') window.said = reason;
      }
      client.close();
    })().catch((error) => { window.said = String(error); });";

#[tokio::test(flavor = "multi_thread")]
async fn the_javascript_client_plays_in_a_browser() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let browsers = Browsers::start().await;
    let window = browsers.open(&format!("{}/docs", server.url())).await;
    window.script(PAGE).await;
    window.until("window.said").await;
    assert_eq!(window.script("return window.said").await, "move_cap");
    browsers.end().await;
}
