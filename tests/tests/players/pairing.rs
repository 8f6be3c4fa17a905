//! Quick pairing: seeks, who is paired with whom, and how often.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use halma_tests::{Data, Server, eventually, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::api::{Api, expect};
use crate::lobby::{heard, say, socket};
use crate::{measured, sql};

on_both_engines!(
    two_seekers_play,
    seeks_end,
    ratings_bound_who_is_paired,
    hundreds_seek_at_once,
    colours_balance,
    a_block_counts_while_one_waits,
);

pub(crate) fn seek(id: &str, rated: bool) -> Value {
    json!({
        "type": "seek", "id": id, "preset": "standard", "rated": rated,
        "clock": { "kind": "fischer", "initial": 600_000, "increment": 0 },
    })
}

async fn two_seekers_play(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let mut mine = socket(&server, &ada).await;
    let mut hers = socket(&server, &ida).await;
    say(&mut mine, seek("a", true)).await;
    assert_eq!(
        heard(&mut mine).await,
        json!({ "type": "seeking", "id": "a" })
    );
    let waiting = Api::nobody(&server).read("/api/seeks").await;
    assert_eq!(waiting[0]["player"]["name"], "Ada");
    assert_eq!(waiting[0]["rating"], 1500.0);
    say(&mut hers, seek("i", true)).await;
    assert_eq!(heard(&mut hers).await["type"], "seeking");
    let (one, other) = (heard(&mut mine).await, heard(&mut hers).await);
    assert_eq!(
        (&one["type"], &one["id"], &other["id"]),
        (&json!("paired"), &json!("a"), &json!("i"))
    );
    assert_eq!(one["game"], other["game"]);
    assert_ne!(one["seat"], other["seat"]);
    let game = ada
        .read(&format!("/api/games/{}", one["game"].as_str().unwrap()))
        .await;
    assert_eq!(
        (&game["status"], &game["rated"]),
        (&json!("playing"), &json!(true))
    );
    assert_eq!(game["seats"][one["seat"].as_str().unwrap()]["name"], "Ada");
    eventually("nobody waiting", async || {
        let waiting = Api::nobody(&server).read("/api/seeks").await;
        (waiting == json!([])).then_some(())
    })
    .await;
}

async fn seeks_end(data: Data) {
    let server = Server::start(&data).await;
    let (ada, guest) = (
        Api::account(&server, "Ada").await,
        Api::guest(&server, "Eva").await,
    );
    let mut mine = socket(&server, &ada).await;
    say(&mut mine, seek("a", true)).await;
    heard(&mut mine).await;
    say(&mut mine, seek("b", false)).await;
    assert_eq!(
        heard(&mut mine).await,
        json!({ "type": "seek_ended", "id": "a", "why": "replaced" })
    );
    assert_eq!(heard(&mut mine).await["type"], "seeking");
    say(&mut mine, json!({ "type": "cancel", "id": "c" })).await;
    assert_eq!(
        heard(&mut mine).await,
        json!({ "type": "seek_ended", "id": "b", "why": "cancelled" })
    );
    assert_eq!(heard(&mut mine).await, json!({ "type": "done", "id": "c" }));

    let mut eva = socket(&server, &guest).await;
    let with = |name: &str, value: Value| {
        let mut seek = seek("x", false);
        seek[name] = value;
        seek
    };
    for (bad, code) in [
        (with("rated", json!(true)), "not_rated"),
        (with("preset", json!("classic")), "bad_ruleset"),
        (with("preset", json!("standard-five")), "bad_ruleset"),
        (with("clock", json!({ "kind": "none" })), "bad_clock"),
        (
            with("clock", json!({ "kind": "per_move", "time": 1 })),
            "bad_clock",
        ),
    ] {
        say(&mut eva, bad).await;
        let refusal = heard(&mut eva).await;
        assert_eq!(
            (&refusal["code"], &refusal["id"]),
            (&json!(code), &json!("x"))
        );
    }

    // Whoever's socket goes is not paired.
    say(&mut mine, seek("d", false)).await;
    heard(&mut mine).await;
    drop(mine);
    eventually("the seek's end", async || {
        // A seek that finds nobody shows that the other is gone.
        let mut third = socket(&server, &Api::guest(&server, "Una").await).await;
        say(&mut third, seek("t", false)).await;
        assert_eq!(heard(&mut third).await["type"], "seeking");
        let waiting = Api::nobody(&server).read("/api/seeks").await;
        let names: Vec<_> = waiting
            .as_array()
            .unwrap()
            .iter()
            .map(|seek| seek["player"]["name"].clone())
            .collect();
        (names == ["Una"]).then_some(())
    })
    .await;
}

/// Both must be to the other's liking, by how they rate on this ladder.
async fn ratings_bound_who_is_paired(data: Data) {
    let server = Server::start(&data).await;
    let mut people = Vec::new();
    for (name, rating) in [("Ada", 1900), ("Ida", 1500), ("Eva", 1850)] {
        let api = Api::account(&server, name).await;
        sql::rate(&data, &api.id, rating).await;
        people.push((socket(&server, &api).await, api));
    }
    let [(ada, _), (ida, _), (eva, _)] = &mut people[..] else {
        unreachable!()
    };
    let within = |id: &str, min: Option<u32>, max: Option<u32>| {
        let mut seek = seek(id, true);
        (seek["min"], seek["max"]) = (json!(min), json!(max));
        seek
    };
    say(ada, within("x", Some(1900), Some(1899))).await;
    let refusal = heard(ada).await;
    assert_eq!(
        (&refusal["code"], &refusal["details"]["field"]),
        (&json!("bad_field"), &json!("min"))
    );

    say(ada, within("a", Some(1800), None)).await;
    assert_eq!(heard(ada).await["type"], "seeking");
    // Ida would play Ada, but not Ada Ida.
    say(ida, within("i", None, None)).await;
    assert_eq!(heard(ida).await["type"], "seeking");
    let waiting = Api::nobody(&server).read("/api/seeks").await;
    let shown = |seek: &Value| (seek["rating"].clone(), seek["min"].clone());
    assert_eq!(shown(&waiting[0]), (json!(1900.0), json!(1800)));
    assert_eq!(shown(&waiting[1]), (json!(1500.0), Value::Null));
    // Ada would play Eva, but not Eva Ada; so Eva plays Ida, who came later.
    say(eva, within("e", Some(1400), Some(1899))).await;
    assert_eq!(heard(eva).await["type"], "seeking");
    let paired = heard(eva).await;
    assert_eq!(paired["type"], "paired");
    assert_eq!(heard(ida).await["game"], paired["game"]);
    only_one_waits(&server, "Ada").await;
    // At the very edge of what Ada asks for.
    say(eva, within("f", Some(1900), Some(1900))).await;
    assert_eq!(heard(eva).await["type"], "seeking");
    assert_eq!(heard(eva).await["game"], heard(ada).await["game"]);
}

/// Says how many seek; how long that takes is then told, as `cargo xtask bench pairing` asks.
const MEASURE: &str = "HALMA_MEASURE_SEEKERS";

async fn hundreds_seek_at_once(data: Data) {
    let measured: Option<usize> = std::env::var(MEASURE)
        .ok()
        .map(|many| many.parse().unwrap());
    let many = measured.unwrap_or(200);
    let server = Server::start(&data).await;
    let mut sockets = Vec::new();
    for n in 0..many {
        let api = Api::guest(&server, &format!("P{n}")).await;
        // Every fourth asks on two sockets at once, and must be paired once all the same.
        for _ in 0..if n % 4 == 0 { 2 } else { 1 } {
            sockets.push((n, socket(&server, &api).await));
        }
    }
    let total = sockets.len();
    let begun = Instant::now();
    let (ended, over) = (AtomicUsize::new(0), CancellationToken::new());
    let all = sockets.into_iter().map(async |(n, mut socket)| {
        say(&mut socket, seek("s", false)).await;
        let seat = async {
            loop {
                match heard(&mut socket).await {
                    paired if paired["type"] == "paired" => {
                        return Some((paired["game"].to_string(), paired["seat"].to_string()));
                    }
                    ended if ended["type"] == "seek_ended" => return None,
                    refused if refused["type"] == "error" => {
                        assert_eq!(refused["code"], "busy", "{refused}");
                        say(&mut socket, seek("s", false)).await;
                    }
                    _ => {}
                }
            }
        };
        let seat = over.run_until_cancelled(seat).await;
        ended.fetch_add(1, Ordering::Relaxed);
        (n, seat, socket)
    });
    // Nobody waits any more but, of an odd number, one.
    let end = async {
        eventually("the end of all seeks", async || {
            let seeks = Api::nobody(&server).read("/api/seeks").await;
            let waiting = seeks.as_array().unwrap().len();
            let all = ended.load(Ordering::Relaxed) + waiting == total;
            (all && waiting <= 1).then_some(())
        })
        .await;
        over.cancel();
    };
    let (all, ()) = tokio::join!(futures_util::future::join_all(all), end);
    if measured.is_some() {
        measured::together(&data, "seekers paired", total, begun.elapsed());
    }
    let mut paired = HashSet::new();
    let mut times = vec![0; many];
    let mut open = Vec::new();
    let mut left_over = 0;
    for (n, seat, socket) in all {
        match seat {
            Some(Some(seat)) => {
                assert!(paired.insert(seat), "a seat is given once");
                times[n] += 1;
            }
            Some(None) => {}
            None => left_over += 1,
        }
        open.push(socket);
    }
    assert!(left_over <= 1, "of an odd number one is left over");
    // Who was paired by one socket may seek again by the other, which arrived later.
    let once = |n: usize, times: i32| times == 1 || (n.is_multiple_of(4) && times == 2);
    let not_once = (0..many).filter(|n| !once(*n, times[*n])).count();
    assert!(not_once <= left_over, "{times:?}");
    let games: HashSet<_> = paired.iter().map(|(game, _)| game.clone()).collect();
    assert_eq!(paired.len(), 2 * games.len());
}

async fn colours_balance(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    let mut mine = socket(&server, &ada).await;
    let mut hers = socket(&server, &ida).await;
    let mut whites = 0;
    for n in 0..6 {
        say(&mut mine, seek(&format!("a{n}"), false)).await;
        say(&mut hers, seek(&format!("i{n}"), false)).await;
        let paired = loop {
            let message = heard(&mut mine).await;
            if message["type"] == "paired" {
                break message;
            }
        };
        whites += i32::from(paired["seat"] == "white");
        while heard(&mut hers).await["type"] != "paired" {}
    }
    assert_eq!(whites, 3);
}

/// Waits until that is so: the list is told after those who were paired.
async fn only_one_waits(server: &Server, name: &str) {
    let nobody = Api::nobody(server);
    eventually(&format!("{name} alone"), async || {
        let waiting = nobody.read("/api/seeks").await;
        let waiting = waiting.as_array().unwrap();
        (waiting.len() == 1 && waiting[0]["player"]["name"] == name).then_some(())
    })
    .await;
}

/// Whom one blocks while one waits one is not paired with.
async fn a_block_counts_while_one_waits(data: Data) {
    let server = Server::start(&data).await;
    let three = |id: &str| {
        let mut seek = seek(id, false);
        seek["preset"] = json!("standard-three");
        seek
    };
    let mut people = Vec::new();
    for name in ["Ada", "Ida", "Eva", "Una"] {
        let api = Api::guest(&server, name).await;
        people.push((socket(&server, &api).await, api));
    }
    let [(ada, blocking), (ida, blocked), (eva, _), (una, _)] = &mut people[..] else {
        unreachable!()
    };
    for waiting in [&mut *ada, &mut *ida] {
        say(waiting, three("s")).await;
        assert_eq!(heard(waiting).await["type"], "seeking");
    }
    let block = format!("/api/me/blocks/{}", blocked.id);
    expect(blocking.put(&block).await, StatusCode::NO_CONTENT);
    for waiting in [&mut *eva, &mut *una] {
        say(waiting, three("s")).await;
        assert_eq!(heard(waiting).await["type"], "seeking");
    }
    let paired = heard(una).await;
    assert_eq!(paired["type"], "paired");
    for other in [&mut *ada, &mut *eva] {
        assert_eq!(heard(other).await["game"], paired["game"]);
    }
    only_one_waits(&server, "Ida").await;

    // Nor with whom one has blocked before.
    say(ada, seek("t", false)).await;
    assert_eq!(heard(ada).await["type"], "seeking");
    say(ida, seek("t", false)).await;
    assert_eq!(heard(ida).await["type"], "seek_ended");
    assert_eq!(heard(ida).await["type"], "seeking");
    say(eva, seek("t", false)).await;
    assert_eq!(heard(eva).await["type"], "seeking");
    assert_eq!(heard(eva).await["game"], heard(ada).await["game"]);
    only_one_waits(&server, "Ida").await;
}
