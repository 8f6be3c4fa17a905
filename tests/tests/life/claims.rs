//! Countdowns to a claim, in every class of clock.

use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{Claim, ClaimKind, Claimable, ClientMsg, ErrorCode, ErrorMsg};
use halma_tests::{Data, NOW, Player, Seen, create, on_both_engines};
use serde_json::json;

use crate::scene::{Scene, heard, timed};

on_both_engines!(
    who_sits_there_idle_is_counted_down,
    each_class_has_its_grace
);

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(3600);

fn claimable(seen: &Seen) -> Option<Claimable> {
    seen.presence.as_ref()?.claimable
}

async fn claim(player: &mut Player) -> Result<u64, ErrorMsg> {
    let what = ClaimKind::Win;
    player
        .command(|id, game| {
            ClientMsg::Claim(Claim {
                id,
                game,
                what,
                seat: None,
            })
        })
        .await
}

async fn who_sits_there_idle_is_counted_down(data: Data) {
    let scene = Scene::with_flags(&data, &["--claim-idle", "2"]).await;
    let (_, mut players) = scene.table(&create("grasshopper")).await;
    scene.pass(HOUR - SECOND, &mut players).await;
    assert_eq!(claimable(&players[1].seen), None, "nobody is warned yet");
    scene.pass(SECOND, &mut players).await;
    for player in &mut players {
        let seen = player.until(|seen| claimable(seen).is_some()).await;
        let from = NOW + 2 * 3_600_000;
        let seat = Seat::White;
        assert_eq!(claimable(seen), Some(Claimable { seat, from }));
    }
    let early = claim(&mut players[1]).await.unwrap_err();
    assert_eq!(early.code, ErrorCode::NotClaimable);

    // A move stops it.
    players[0].play_any().await;
    players[1].until(|seen| claimable(seen).is_none()).await;
    scene.pass(2 * HOUR - SECOND, &mut players).await;
    let early = claim(&mut players[0]).await.unwrap_err();
    assert_eq!(early.code, ErrorCode::NotClaimable);
    scene.pass(SECOND, &mut players).await;
    claim(&mut players[0]).await.unwrap();
    let seen = players[1].until(|seen| seen.outcome.is_some()).await;
    assert_eq!(seen.outcome.unwrap().reason, Reason::Abandoned);
}

async fn each_class_has_its_grace(data: Data) {
    let scene = Scene::with_flags(&data, &["--claim-per-move", "30"]).await;
    let fischer = json!({ "kind": "fischer", "initial": 600_000, "increment": 0 });
    let per_move = json!({ "kind": "per_move", "time": 3_600_000 });
    for (clock, grace) in [(fischer, 60 * SECOND), (per_move.clone(), 30 * SECOND)] {
        let (_, mut players) = scene.table(&timed("grasshopper", clock)).await;
        players[0].play_any().await;
        players[1].play_any().await;
        drop(players.remove(0));
        let seen = players[0].until(|seen| claimable(seen).is_some()).await;
        let from = scene.clock.now() + i64::try_from(grace.as_millis()).unwrap();
        assert_eq!(claimable(seen).unwrap().from, from);
        scene.pass(grace - SECOND, &mut players).await;
        let early = claim(&mut players[0]).await.unwrap_err();
        assert_eq!(early.code, ErrorCode::NotClaimable);
        scene.pass(SECOND, &mut players).await;
        claim(&mut players[0]).await.unwrap();
        let seen = players[0].until(|seen| seen.outcome.is_some()).await;
        assert_eq!(seen.outcome.unwrap().reason, Reason::Abandoned);
    }
    // By default games with a time for each move know no claim: the clock itself is one.
    let other = Data::new(data.engine()).await;
    let scene = Scene::new(&other).await;
    let (_, mut players) = scene.table(&timed("grasshopper", per_move)).await;
    drop(players.remove(0));
    players[0]
        .until(|seen| {
            seen.presence
                .as_ref()
                .is_some_and(|now| !now.away.is_empty())
        })
        .await;
    heard(&mut players[0]).await;
    assert_eq!(claimable(&players[0].seen), None);
}
