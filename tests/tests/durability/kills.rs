//! The server dies, at random moments and at the worst ones, while a game is played.

use std::time::Duration;

use halma_core::{Reason, Record};
use halma_protocol::{Event, EventKind};
use halma_tests::{
    Data, Program, Survivor, create, eventually, on_both_engines, program, soon, table,
};
use serde_json::json;
use tokio::sync::watch;

/// How often the server dies in each test; with two engines that is well over fifty.
const DEATHS: u64 = 32;

/// More moves than are made before the last death.
const MOVES: u32 = 10_000;

/// One death in four comes at a random moment, the others at these points.
const POINTS: [&str; 3] = ["before_commit", "after_commit", "before_broadcast"];

on_both_engines!(every_acknowledged_move_outlives_the_server);

async fn every_acknowledged_move_outlives_the_server(data: Data) {
    let risky = || Program::at(&program("halma-server-at-risk"), &data);
    let mut server = risky().start().await;
    let rules = json!({ "board": 8, "move_cap": MOVES });
    let (game, players) = table(&server.rest(), &create(rules)).await;
    let (done, enough) = watch::channel(false);
    let survivors = players.into_iter().zip(1..).map(|(player, seed)| {
        let survivor = Survivor::new(player.rest.clone(), game, seed, enough.clone());
        tokio::spawn(survivor.play())
    });
    let survivors: Vec<_> = survivors.collect();

    server.kill().await;
    for death in 0..DEATHS {
        let times = death % 5 + 1;
        match POINTS.get(usize::try_from(death % 4).unwrap()) {
            Some(point) => {
                server.replace(risky().variable("HALMA_DIE_AT", format!("{point}:{times}")));
            }
            None => {
                server.replace(risky());
                // A random moment, some of them before it serves.
                tokio::time::sleep(Duration::from_millis(death * 37 % 260)).await;
                server.kill().await;
                continue;
            }
        }
        server.ended().await;
    }
    server.replace(risky());
    server.ready().await;
    done.send_replace(true);

    let mut all = Vec::new();
    for survivor in survivors {
        all.push(soon("the game's end", survivor).await.unwrap());
    }
    let [white, black] = &all[..] else {
        panic!("two players")
    };
    assert!(
        white.losses > 20 && black.losses > 20,
        "the deaths were noticed"
    );
    assert_eq!(white.seen.events, black.seen.events, "both saw the same");
    let outcome = white.seen.outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, Reason::Resign);
    let caused = |event: &&Event| {
        matches!(
            event.kind,
            EventKind::Moved { .. } | EventKind::Resigned { .. }
        )
    };
    let commands = white.seen.events.iter().filter(caused).count();
    assert_eq!(
        white.told.len() + black.told.len(),
        commands,
        "each was done once"
    );

    let mut stored = data.stored().await;
    assert_eq!(
        stored.count(game).await,
        white.seen.seq,
        "nothing is stored that nobody saw"
    );
    for event in &white.seen.events {
        assert_eq!(stored.event(game, event.seq).await.as_ref(), Some(event));
    }
    for (id, seq) in white.told.iter().chain(&black.told) {
        let event = stored
            .event(game, *seq)
            .await
            .expect("an acknowledged move");
        assert_eq!(event.id.as_ref(), Some(id));
    }
    let record = eventually("the record", async || server.rest().record(game).await.ok()).await;
    let record: Record = record.parse().unwrap();
    assert_eq!(
        record.game.outcome(),
        Some(outcome),
        "the rules agree with every move"
    );
}
