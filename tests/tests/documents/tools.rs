//! Other people's tools read the documents, and what they make of them talks to the server.
//!
//! `cargo xtask test` installs the tools, of fixed versions, and says where.

use std::env;
use std::path::PathBuf;
use std::process::Output;
use std::time::Duration;

use halma_server::clock::Clock;
use halma_tests::{Data, Engine, Server, Setup};
use tokio::process::Command;
use tokio::time::timeout;

/// The longest a tool may take before it counts as stuck.
const STUCK: Duration = Duration::from_secs(600);

pub(crate) fn given(name: &str) -> PathBuf {
    let told = env::var_os(name);
    let told = told.unwrap_or_else(|| panic!("{name} is not set; `cargo xtask test` sets it"));
    told.into()
}

fn documents() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../proto-docs")
}

/// Runs a script beside the tools.
async fn node(script: &str, words: &[String]) -> String {
    let folder = given("HALMA_TEST_DOC_TOOLS");
    let mut command = Command::new("node");
    command
        .arg(folder.join(script))
        .args(words)
        .current_dir(folder);
    run(command).await
}

pub(crate) async fn run(mut command: Command) -> String {
    command.kill_on_drop(true);
    let output = timeout(STUCK, command.output()).await;
    let Output {
        status,
        stdout,
        stderr,
    } = output.expect("it ends in time").unwrap();
    let said = String::from_utf8_lossy(&stdout).into_owned();
    assert!(
        status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&stderr)
    );
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn outside_validators_find_nothing() {
    let path = |name| documents().join(name).display().to_string();
    let said = node(
        "validate.mjs",
        &[path("openapi.json"), path("asyncapi.yaml")],
    )
    .await;
    assert_eq!(said.trim(), "both are valid");
}

/// `json-schema-to-typescript` makes the types of what travels on the socket, and
/// `openapi-typescript` those of REST; a program that uses both finds the game
/// it has made and plays it against itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_generated_types_plays() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let documents = documents().display().to_string();
    let said = node("typescript.mjs", &[documents, server.url()]).await;
    assert_eq!(said.trim(), "finished: move_cap");
}

/// Schemathesis sends what the document allows and what it does not.
#[tokio::test(flavor = "multi_thread")]
async fn schemathesis_finds_nothing() {
    let data = Data::new(Engine::Sqlite).await;
    let flags = [
        "--requests",
        "1000000",
        "--changes",
        "1000000",
        "--open-games",
        "1000000",
    ];
    // Failed logins make the next ones wait, by the real clock.
    let server = Setup::with_flags(&data, &flags)
        .clock(&Clock::system())
        .start()
        .await;
    let guest = server.rest().new_guest(Some("Schemathesis")).await.unwrap();
    let examples = env::var("HALMA_TEST_SCHEMATHESIS").unwrap_or_else(|_| "4".to_owned());
    let mut command = Command::new(given("HALMA_TEST_SCHEMATHESIS_BIN"));
    command
        .arg("run")
        .arg(documents().join("openapi.json"))
        .args(["--url", &server.url()])
        .args(["--header", &format!("Authorization: Bearer {}", guest.token)])
        .args(["--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"])
        .args(["--phases", "examples,coverage,fuzzing", "--mode", "all", "--seed", "1"])
        .args(["--max-examples", &examples, "--no-color", "--generation-deterministic", "--request-timeout", "60"])
        // Of the player who asks: without it all that follows would be refused.
        .args(["--exclude-operation-id", "delete_me", "--exclude-operation-id", "log_out"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"));
    run(command).await;
}
