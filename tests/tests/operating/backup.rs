//! A copy of the data, taken while games are played, is played on.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use halma_tests::{Data, Player, Setup, create, on_both_engines, program, table};
use tokio::process::Command;

on_both_engines!(a_copy_made_during_play_is_played_on);

async fn run(program: impl AsRef<Path>, words: &[&str]) -> Output {
    let output = Command::new(program.as_ref()).args(words).output();
    output.await.unwrap()
}

async fn done(program: impl AsRef<Path>, words: &[&str]) {
    let output = run(program, words).await;
    assert!(output.status.success(), "{output:?}");
}

/// Copies what is in `from`, as the operations guide says, and gives it back in a new place.
async fn carried_over(from: &Data, to: &Data) {
    let dir = tempfile::tempdir().unwrap();
    let copy = dir.path().join("copy");
    let copy = copy.to_str().unwrap();
    match (from.directory(), to.directory()) {
        (Some(from), Some(to)) => {
            let backup = ["--data-dir", from.to_str().unwrap(), "backup", copy];
            done(program("halma-server"), &backup).await;
            let again = run(program("halma-server"), &backup).await;
            let said = String::from_utf8_lossy(&again.stderr);
            assert!(!again.status.success() && said.contains("is there already"));
            let mode = fs::metadata(copy).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "there are secrets in it");
            fs::rename(copy, to.join("halma.db")).unwrap();
        }
        _ => {
            let (from, to) = (from.url().unwrap(), to.url().unwrap());
            done("pg_dump", &["--format=custom", "--file", copy, from]).await;
            let restore = ["--no-owner", "--exit-on-error", "--dbname", to, copy];
            done("pg_restore", &restore).await;
        }
    }
}

async fn a_copy_made_during_play_is_played_on(data: Data) {
    let server = Setup::new(&data).start().await;
    let (game, mut players) = table(&server.rest(), &create("classic")).await;
    let mut copied = 0;
    let copy = Data::new(data.engine()).await;
    for n in 0..12 {
        let seq = players[n % 2].play_any().await;
        players[(n + 1) % 2].until_event(seq).await;
        if n == 7 {
            carried_over(&data, &copy).await;
            copied = seq;
        }
    }
    let tokens: Vec<String> = players
        .iter()
        .map(|player| player.rest.token().unwrap().to_owned())
        .collect();
    server.stop().await;

    let server = Setup::new(&copy).random(8).start().await;
    let mut back = Vec::new();
    for token in &tokens {
        let mut player = Player::back(&server.rest().with_token(token.clone())).await;
        player.join(game).await;
        assert_eq!(player.seen.seq, copied, "all that was acknowledged by then");
        back.push(player);
    }
    for n in 8..14 {
        let seq = back[n % 2].play_any().await;
        back[(n + 1) % 2].until_event(seq).await;
    }
}

#[tokio::test]
async fn a_copy_that_fails_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let copy = dir.path().join("copy");
    let nowhere = dir.path().to_str().unwrap();
    let backup = ["--data-dir", nowhere, "backup", copy.to_str().unwrap()];
    let output = run(program("halma-server"), &backup).await;
    assert!(!output.status.success() && !copy.exists(), "{output:?}");
}
