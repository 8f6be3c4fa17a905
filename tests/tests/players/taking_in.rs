//! What taking games in leaves alone: who plays, who counts, who is refused.

use std::process::Stdio;

use halma_protocol::GameExport;
use halma_server::store::{Duty, Lock};
use halma_tests::{Data, Server, eventually, on_both_engines, program, soon};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, ChildStdin, Command};
use uuid::Uuid;

use crate::api::{Api, command};
use crate::carrying::{file, import};
use crate::generated;
use crate::play::{rated, resigned};
use crate::sql;

on_both_engines!(
    nothing_is_counted_again_meanwhile,
    play_goes_on_meanwhile,
    who_is_not_named_is_not_somebody,
    a_game_that_is_there_brings_nobody,
);

/// How many games the import stores together.
const BATCH: usize = 50;

const FINISHED: &str = "SELECT COUNT(*) FROM games WHERE status = 'finished'";

/// An import under way: it takes in what is written to it.
struct Importing {
    child: Child,
    lines: ChildStdin,
}

impl Importing {
    fn begin(data: &Data) -> Self {
        let mut child = Command::new(program("halma-server"))
            .args(data.flags())
            .args(["import", "-"])
            .env_remove("DATABASE_URL")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = child.stdin.take().unwrap();
        Self { child, lines }
    }

    async fn write(&mut self, game: &GameExport) {
        let line = serde_json::to_string(game).unwrap() + "\n";
        self.lines.write_all(line.as_bytes()).await.unwrap();
    }

    /// Says that this was all, and gives what it prints then.
    async fn end(self) -> String {
        drop(self.lines);
        let output = soon("the import's end", self.child.wait_with_output()).await;
        String::from_utf8(output.unwrap().stdout).unwrap()
    }
}

/// Waits until so many games are over.
async fn finished(data: &Data, games: i64) {
    eventually("games that are over", async || {
        (sql::number(data, FINISHED).await >= games).then_some(())
    })
    .await;
}

async fn rebuilt(data: &Data) {
    let agreed = command(data, &["stats", "rebuild"]).await.unwrap();
    assert_eq!(agreed.matches("agrees").count(), 4, "{agreed}");
}

async fn nothing_is_counted_again_meanwhile(data: Data) {
    // So that there are tables to look into.
    Server::start(&data).await.stop().await;
    let games: Vec<GameExport> = generated::games(BATCH as u64 + 10, 3).collect();
    let mut importing = Importing::begin(&data);
    for game in &games[..BATCH] {
        importing.write(game).await;
    }
    finished(&data, BATCH as i64).await;
    let refused = command(&data, &["stats", "rebuild"]).await.unwrap_err();
    assert!(refused.contains("wait until that is done"), "{refused}");
    let others = file(generated::games(1, 4).map(|game| serde_json::to_string(&game).unwrap()));
    let refused = import(&data, &others).await.unwrap_err();
    assert!(refused.contains("wait until that is done"), "{refused}");
    for game in &games[BATCH..] {
        importing.write(game).await;
    }
    let said = importing.end().await;
    assert!(said.starts_with("60 games stored, 0 lines"), "{said}");
    rebuilt(&data).await;

    // Nor is any taken in while they are counted.
    let counting = Lock::try_take(&data.place(), Duty::Count).await.unwrap();
    let refused = import(&data, &others).await.unwrap_err();
    assert!(refused.contains("wait until that is done"), "{refused}");
    drop(counting);
    eventually("the lock", async || import(&data, &others).await.ok()).await;
    rebuilt(&data).await;
}

async fn play_goes_on_meanwhile(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let mut importing = Importing::begin(&data);
    let (stop, mut stopped) = tokio::sync::oneshot::channel::<()>();
    let feeding = tokio::spawn(async move {
        for game in generated::games(u64::from(u32::MAX), 8) {
            importing.write(&game).await;
            if stopped.try_recv().is_ok() {
                break;
            }
        }
        importing.end().await
    });
    const PLAYED: usize = 3;
    for n in 0..PLAYED {
        // Some more have been taken in since the last.
        let over = sql::number(&data, FINISHED).await;
        finished(&data, over + BATCH as i64).await;
        resigned(&server, &ada, &ida, rated("standard"), n == 1).await;
    }
    stop.send(()).unwrap();
    let said = feeding.await.unwrap();
    assert!(said.contains(" games stored, 0 lines refused"), "{said}");
    let stored: usize = said.split(' ').next().unwrap().parse().unwrap();
    assert!(stored >= PLAYED * BATCH, "{said}");

    let own = ada
        .read(&format!("/api/players/{}/statistics", ada.id))
        .await;
    assert_eq!(own["all"]["games"], PLAYED);
    assert_eq!(own["all"]["wins"]["games"], 2);
    server.stop().await;
    rebuilt(&data).await;
}

/// A game of two seats, each of which may be nobody's who is known.
fn game(white: &str, black: &str) -> Value {
    json!({
        "rules": "grasshopper", "players": { "white": white, "black": black },
        "started": 1_000, "finished": 9_000, "moves": "a7-c5 h2-f4 b!resign",
        "outcome": { "winners": ["white"], "reason": "resign" },
    })
}

async fn who_is_not_named_is_not_somebody(data: Data) {
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let mut lines = [
        game("?", "?"),
        game("", " "),
        game("Anonymous", "Anonymous"),
        game("Ada", "?"),
        game("?", "Computer 2"),
    ];
    // Lists have them in the order they began.
    for (n, line) in lines.iter_mut().enumerate() {
        line["started"] = json!(n);
    }
    let said = import(&data, &file(lines.iter().map(Value::to_string))).await;
    assert!(said.unwrap().starts_with("5 games stored, 0 lines"));

    // As where they were played, all are counted but one in which a person played alone.
    let all = nobody.read("/api/statistics").await;
    assert_eq!(all["all"]["games"], 4);
    assert_eq!(all["all"]["wins"][0]["games"], 4);
    let games = nobody.read("/api/games?status=finished").await["games"].clone();
    let [alone, by_ada, unknown, ..] = &games.as_array().unwrap()[..] else {
        panic!("{games}")
    };
    assert_eq!(alone["seats"]["white"]["name"], "Anonymous");
    assert_eq!(unknown["seats"]["white"], unknown["seats"]["black"]);
    let statistics = async |player: &Value| {
        let id = player["id"].as_str().unwrap();
        nobody.read(&format!("/api/players/{id}/statistics")).await
    };
    let hers = statistics(&by_ada["seats"]["white"]).await;
    assert_eq!(hers["all"]["games"], 1);
    assert_eq!(hers["streaks"], json!({ "now": 1, "won": 1, "lost": 0 }));
    assert_eq!(hers["opponents"], json!([]));
    let nobodys = statistics(&by_ada["seats"]["black"]).await;
    assert_eq!(nobodys["player"]["kind"], "deleted");
    assert_eq!(nobodys["all"]["games"], 0);
    assert_eq!(nobodys["streaks"]["lost"], 0);

    // Taken away and in again they are what they were.
    let exported = nobody.get("/api/export").await.body;
    assert_eq!(exported.matches("\"Anonymous\"").count(), 8, "{exported}");
    let other = Data::new(data.engine()).await;
    let there = Server::start(&other).await;
    import(&other, &file(exported.lines().map(str::to_owned)))
        .await
        .unwrap();
    assert_eq!(Api::nobody(&there).read("/api/statistics").await, all);
    server.stop().await;
    rebuilt(&data).await;
}

async fn a_game_that_is_there_brings_nobody(data: Data) {
    let mut first = game("Ada", "Ida");
    first["id"] = json!(Uuid::from_u128(1));
    import(&data, &file([first.to_string()])).await.unwrap();
    let mut again = game("Una", "Ona");
    again["id"] = first["id"].clone();
    // One of the two is in a game that is stored, and with that.
    let lines = [again, game("Ada", "Una")].map(|line| line.to_string());
    let said = import(&data, &file(lines)).await.unwrap_err();
    assert!(said.contains("line 1: the game is there already"), "{said}");
    let named = async |name: &str| {
        let sql = format!("SELECT COUNT(*) FROM players WHERE name = '{name}'");
        sql::number(&data, &sql).await
    };
    assert_eq!(named("Ona").await, 0);
    assert_eq!((named("Ada").await, named("Una").await), (1, 1));
    assert_eq!(sql::number(&data, FINISHED).await, 2);
    rebuilt(&data).await;
}
