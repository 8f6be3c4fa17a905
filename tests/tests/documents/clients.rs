//! The clients that are given away: their own tests, their types, and their bots on a real server.

use std::path::PathBuf;
use std::process::Stdio;

use halma_tests::{Data, Engine, Server, create, soon};
use serde_json::json;
use tokio::process::Command;

use crate::tools::{given, run};

fn source(name: &str) -> PathBuf {
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

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_play_each_other() {
    let python = |name: &str| {
        let mut command = Command::new(given("HALMA_TEST_PYTHON"));
        command.arg(source("python/examples").join(name));
        command
    };
    let node = |name: &str| {
        let mut command = Command::new("node");
        command.arg(given("HALMA_TEST_NODE_CLIENT").join("examples").join(name));
        command
    };
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let pairs = [
        [python("random_bot.py"), node("random-bot.mjs")],
        [python("greedy_bot.py"), node("greedy-bot.mjs")],
    ];
    for pair in pairs {
        let host = server.rest().new_guest(None).await.unwrap();
        let host = server.rest().with_token(host.token);
        let rules = json!({ "board": 8, "move_cap": 60 });
        let game = host.create_game(&create(rules)).await.unwrap().id;
        let [one, other] = pair.map(|mut bot| {
            bot.arg(server.url())
                .arg(game.to_string())
                .kill_on_drop(true);
            bot.stdout(Stdio::piped()).stderr(Stdio::piped());
            bot.spawn().unwrap().wait_with_output()
        });
        let (one, other) = tokio::join!(soon("Python's bot", one), soon("Node's bot", other));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert!(
            one.status.success(),
            "{}",
            String::from_utf8_lossy(&one.stderr)
        );
        assert!(
            other.status.success(),
            "{}",
            String::from_utf8_lossy(&other.stderr)
        );
        let said = String::from_utf8(one.stdout).unwrap();
        assert_eq!(said, String::from_utf8(other.stdout).unwrap());
        let outcome = server.rest().game(game).await.unwrap().outcome.unwrap();
        assert!(said.ends_with(&format!("({})\n", outcome.reason)), "{said}");
    }
}
