//! The guide's last chapter: a client in Perl, taken from the page as it stands there.

use std::io::Write as _;
use std::process::Stdio;

use halma_protocol::{Event, EventKind};
use halma_tests::{Data, Engine, Server, create, soon};
use serde_json::json;
use tempfile::NamedTempFile;
use tokio::process::Command;

const GUIDE: &str = include_str!("../../../proto-docs/PROTOCOL.md");

#[tokio::test(flavor = "multi_thread")]
async fn the_client_in_perl_plays_a_whole_game() {
    let (_, chapter) = GUIDE.split_once("## A client in Perl").unwrap();
    let (_, code) = chapter.split_once("```perl\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(code.as_bytes()).unwrap();

    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let host = server.rest().new_guest(None).await.unwrap();
    let host = server.rest().with_token(host.token);
    let rules = json!({ "board": 8, "move_cap": 40 });
    let game = host.create_game(&create(rules)).await.unwrap().id;
    // One on each seat; each runs until it hears of the end.
    let player = || {
        let mut perl = Command::new("perl");
        perl.arg(file.path())
            .arg(server.url())
            .arg(game.to_string());
        perl.stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        perl.spawn().unwrap().wait_with_output()
    };
    let (one, other) = tokio::join!(soon("one", player()), soon("other", player()));
    let mut said = Vec::new();
    for output in [one.unwrap(), other.unwrap()] {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        said.push(String::from_utf8(output.stdout).unwrap());
    }
    assert_eq!(said[0], said[1]);
    let events = server.rest().events(game, 0).await.unwrap();
    let moved = |event: &&Event| matches!(event.kind, EventKind::Moved { .. });
    assert!(events.iter().filter(moved).count() >= 20, "{events:?}");
    let Some(EventKind::Finished { reason, .. }) = events.last().map(|event| &event.kind) else {
        panic!("not finished: {events:?}");
    };
    assert!(
        said[0].ends_with(&format!(" wins: {reason}\n")),
        "{}",
        said[0]
    );
}
