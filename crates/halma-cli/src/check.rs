//! `halma check`: replays games and tells where they disagree with the rules.

pub(crate) mod case;
mod local;
mod pace;
mod player;
mod replay;
mod room;
mod server;
mod target;

use std::fs;
use std::io::Write;
use std::path::{Path as FilePath, PathBuf};

use anyhow::Context;
use case::Case;
use futures_util::{StreamExt, stream};
use local::Local;
use room::Room;
use serde_json::json;
use server::Server;

/// How many games are played on a server at a time.
const ROOMS: usize = 16;

/// Replay games and report where they disagree with the rules
///
/// A `.jsonl` file holds games one a line, as the rules page describes; any other file is a record.
/// Ends with a line of how many games passed and failed, and with status 1 if any failed.
///
/// With --server the games are played through rooms of that server, by four new guests, one a
/// seat, as fast as the server's message limit allows; they stay there. A seat cannot be made to
/// run out of time at once: where a game says that one did, it resigns instead, and a game that is
/// to end by `time` is to end by `resign`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Play on the server at this address, such as http://localhost:8080
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Print each game's `file`, `name` and `differences` as a line of JSON instead
    #[arg(long)]
    json: bool,
    /// Records or .jsonl files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A game of a file, or why it could not be read.
struct Listed<'a> {
    file: &'a FilePath,
    name: String,
    case: Result<Case, String>,
}

/// Gives back whether all games passed.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<bool> {
    let mut games = Vec::new();
    for file in &args.files {
        games.extend(read(file)?);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let found = runtime.block_on(differences(args, &games))?;
    for (game, found) in games.iter().zip(&found) {
        let Listed { file, name, .. } = game;
        if args.json {
            let told = json!({ "file": file, "name": name, "differences": found });
            writeln!(out, "{told}")?;
            continue;
        }
        for difference in found {
            writeln!(out, "{}: {name}: {difference}", file.display())?;
        }
    }
    let passed = found.iter().filter(|found| found.is_empty()).count();
    let failed = found.len() - passed;
    if !args.json {
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    Ok(failed == 0)
}

fn read(file: &FilePath) -> anyhow::Result<Vec<Listed<'_>>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines = file
        .extension()
        .is_some_and(|extension| extension == "jsonl");
    let cases = if lines {
        case::from_lines(&text)
    } else {
        vec![case::from_record(&text)]
    };
    let listed = cases.into_iter().zip(1..).map(|(case, number)| Listed {
        file,
        name: case
            .as_ref()
            .map_or_else(|_| format!("game {number}"), |case| case.name.clone()),
        case,
    });
    Ok(listed.collect())
}

/// What is wrong with each game.
async fn differences(args: &Args, games: &[Listed<'_>]) -> anyhow::Result<Vec<Vec<String>>> {
    let server = match &args.server {
        Some(url) => Some(Server::enter(url).await.with_context(|| url.clone())?),
        None => None,
    };
    let server = server.as_ref();
    let checks = games.iter().enumerate().map(async |(at, game)| {
        let found = match (&game.case, server) {
            (Err(unread), _) => vec![unread.clone()],
            (Ok(case), None) => replay::differences(case, &mut Local::default()).await,
            (Ok(case), Some(server)) => {
                replay::differences(&case.without_clocks(), &mut Room::new(server)).await
            }
        };
        (at, found)
    });
    let mut found: Vec<_> = stream::iter(checks).buffer_unordered(ROOMS).collect().await;
    found.sort_by_key(|&(at, _)| at);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}
