//! A newer server takes over on the same machine: it waits for the data while the old one drains.

use halma_client::Rest;
use halma_tests::{Data, Player, Program, create, eventually, on_both_engines, table};
use http::{Method, StatusCode};

on_both_engines!(a_waiting_server_takes_over_at_once);

async fn a_waiting_server_takes_over_at_once(data: Data) {
    let mut old = Program::server(&data).start().await;
    let (game, mut players) = table(&old.rest(), &create("classic")).await;
    for n in 0..4 {
        let seq = players[n % 2].play_any().await;
        players[(n + 1) % 2].until_event(seq).await;
    }
    let seq = players[0].seen.seq;
    let tokens: Vec<String> = players
        .iter()
        .map(|player| player.rest.token().unwrap().to_owned())
        .collect();

    // The new one is up, says that it waits, and is not sent anybody by a proxy that asks.
    let mut new = Program::server(&data).begin();
    let http = new.http();
    let ready = eventually("an answer of the new server", async || {
        http.try_send(Method::GET, "/readyz", &[], "").await
    })
    .await;
    assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(old.http().get("/readyz").await.status, StatusCode::OK);

    assert!(old.terminate().await.success());
    new.ready().await;
    let rest: Rest = new.rest();
    let mut back = Vec::new();
    for token in tokens {
        let mut player = Player::back(&rest.clone().with_token(token)).await;
        player.resume(game, seq).await;
        back.push(player);
    }
    for n in 4..8 {
        let seq = back[n % 2].play_any().await;
        back[(n + 1) % 2].until_event(seq).await;
    }
}
