//! What a server counts.

use std::collections::BTreeMap;
use std::time::Duration;

use halma_protocol::{ClientMsg, OnGame};
use halma_server::clock::Clock;
use halma_tests::{
    Cluster, Data, Http, NOW, Server, Setup, create, eventually, on_both_engines, table,
};
use http::{Method, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::PgPool;

on_both_engines!(
    a_server_counts_what_happens,
    what_is_watched_is_there_before_anything_happens
);

/// Who looks at the numbers.
const WATCHERS: [(&str, &str); 2] = [
    (
        "alerts",
        include_str!("../../../deploy/prometheus/alerts.yml"),
    ),
    (
        "dashboard",
        include_str!("../../../deploy/grafana/halma.json"),
    ),
];

/// The numbers by the names and labels they have.
async fn counted(http: &Http) -> BTreeMap<String, f64> {
    let answer = http.get("/metrics").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert!(answer.body.ends_with("# EOF\n"));
    let lines = answer.body.lines().filter(|line| !line.starts_with('#'));
    let number = |line: &str| {
        let (name, number) = line.rsplit_once(' ')?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    lines.filter_map(number).collect()
}

async fn a_server_counts_what_happens(data: Data) {
    let setup = Setup::with_flags(&data, &["--trusted-proxies", "127.0.0.1"]);
    let server = setup.start().await;
    let http = server.http();
    let (_, mut players) = table(&server.rest(), &create("classic")).await;
    for n in 0..6 {
        let seq = players[n % 2].play_any().await;
        players[(n + 1) % 2].until_event(seq).await;
    }
    let refused = players[0]
        .command(|id, game| ClientMsg::Undo(OnGame { id, game }))
        .await;
    assert!(refused.is_err());
    assert_eq!(http.get("/api/nothing").await.status, StatusCode::NOT_FOUND);

    let now = counted(&http).await;
    assert_eq!(now["halma_serving"], 1.0);
    assert_eq!(now["halma_moves_total"], 6.0);
    assert_eq!(now["halma_sockets"], 2.0);
    assert_eq!(now["halma_rooms"], 1.0);
    assert!(now["halma_connections"] >= 2.0);
    assert!(now["halma_frames_total"] >= 6.0);
    assert_eq!(now["halma_refusals_total{code=\"not_solo\"}"], 1.0);
    assert_eq!(now["halma_refusals_total{code=\"not_found\"}"], 1.0);
    assert!(now["halma_journal_events_total"] >= 9.0);
    assert!(now["halma_journal_seconds_count"] >= 7.0);
    assert!(now["halma_journal_seconds_sum"] > 0.0);
    assert_eq!(now["halma_journal_waiting"], 0.0);

    drop(players);
    eventually("no sockets", async || {
        (counted(&http).await["halma_sockets"] == 0.0).then_some(())
    })
    .await;
    // Whoever comes in from outside finds nothing there.
    let from_outside = [("x-forwarded-for", "203.0.113.9")];
    let answer = http.send(Method::GET, "/metrics", &from_outside, "").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

/// The numbers a text asks for: each with its one label that must or must not be so, if it names one.
fn asked(text: &str) -> impl Iterator<Item = (&str, Option<(&str, &str)>)> {
    let inside = |c: char| c.is_ascii_lowercase() || c == '_';
    text.match_indices("halma_").map(move |(at, _)| {
        let rest = &text[at..];
        let end = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let label = rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once("\"}"));
        let label = label.and_then(|(label, _)| label.split_once("=\""));
        (
            name,
            label.map(|(label, value)| (label.trim_end_matches('!'), value)),
        )
    })
}

async fn what_is_watched_is_there_before_anything_happens(data: Data) {
    let server = Server::start(&data).await;
    let now = counted(&server.http()).await;
    for (watcher, text) in WATCHERS {
        let mut all = asked(text).peekable();
        assert!(all.peek().is_some(), "{watcher}");
        for (name, label) in all {
            let there = now.keys().any(|counted| match label {
                None => counted.split('{').next() == Some(name),
                Some((label, value)) => *counted == format!("{name}{{{label}=\"{value}\"}}"),
            });
            assert!(there, "{watcher}: {name} {label:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_hangs_alone_is_seen() {
    const JOURNAL: &str = "SELECT pid FROM pg_stat_activity \
        WHERE application_name = 'halma-journal' AND datname = current_database()";
    const STATE: &str = "SELECT state FROM pg_stat_activity WHERE pid = $1";
    let cluster = Cluster::start().await;
    let data = Data::on(&cluster).await;
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let http = server.http();
    let storing = async |wanted: f64| {
        eventually(&format!("halma_storing {wanted}"), async || {
            // Whenever the clock has moved so far it is tried again.
            clock.advance(Duration::from_secs(30));
            (counted(&http).await["halma_storing"] == wanted).then_some(())
        })
        .await;
    };
    let database = PgPool::connect(data.url().unwrap()).await.unwrap();
    let journal: i32 = sqlx::query_scalar(JOURNAL)
        .fetch_one(&database)
        .await
        .unwrap();
    let journal = Pid::from_raw(journal).unwrap();
    storing(1.0).await;
    // One held in the midst of a note would keep everybody from what it has locked.
    eventually("a journal held at rest", async || {
        kill_process(journal, Signal::STOP).unwrap();
        let state: String = sqlx::query_scalar(STATE)
            .bind(journal.as_raw_nonzero().get())
            .fetch_one(&database)
            .await
            .unwrap();
        if state == "idle" {
            return Some(());
        }
        kill_process(journal, Signal::CONT).unwrap();
        None
    })
    .await;
    storing(0.0).await;
    // Whatever else the database is asked it answers all the while.
    assert!(http.get("/api/games").await.status.is_success());
    // Nor does the journal wait for a connection that does not answer.
    storing(1.0).await;
    kill_process(journal, Signal::CONT).unwrap();
}
