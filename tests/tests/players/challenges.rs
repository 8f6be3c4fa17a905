//! Challenges: made, accepted, declined, taken back, and told to both sides.

use halma_tests::{Data, Server, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, expect, refused};
use crate::lobby::{heard, say, socket};
use crate::play::rated;

on_both_engines!(challenges_are_made_and_declined);

async fn challenges_are_made_and_declined(data: Data) {
    let server = Server::start(&data).await;
    let (ada, ida) = (
        Api::account(&server, "Ada").await,
        Api::account(&server, "Ida").await,
    );
    let other = Api::guest(&server, "Eva").await;
    let mut hers = socket(&server, &ida).await;
    let mut mine = socket(&server, &ada).await;
    for socket in [&mut mine, &mut hers] {
        say(socket, json!({ "type": "subscribe", "id": "s" })).await;
        heard(socket).await;
    }
    let over = |game: &Value, accepted: bool| json!({ "type": "challenge_over", "game": game, "accepted": accepted });
    let mut wish = rated("standard");
    wish["to"] = json!(ida.id);
    let made = expect(
        ada.post("/api/challenges", wish.clone()).await,
        StatusCode::CREATED,
    );
    let news = heard(&mut hers).await;
    assert_eq!(
        (&news["type"], &news["game"]["id"]),
        (&json!("challenged"), &made["id"])
    );
    assert_eq!(
        ida.read("/api/challenges").await["received"][0]["id"],
        made["id"]
    );
    assert_eq!(
        ada.read("/api/challenges").await["sent"][0]["id"],
        made["id"]
    );
    assert_eq!(
        other.read("/api/challenges").await,
        json!({ "received": [], "sent": [] })
    );
    let seats = format!("/api/games/{}/seats", made["id"].as_str().unwrap());
    assert_eq!(refused(&other.post(&seats, json!({})).await), "not_rated");

    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    assert_eq!(refused(&other.delete(&path, None).await), "no_such_game");
    expect(ida.delete(&path, None).await, StatusCode::NO_CONTENT);
    assert_eq!(heard(&mut mine).await, over(&made["id"], false));
    assert_eq!(heard(&mut hers).await, over(&made["id"], false));
    assert_eq!(refused(&ida.post(&seats, json!({})).await), "game_over");
    assert_eq!(ada.read("/api/challenges").await["sent"], json!([]));

    // One that is taken back.
    let made = expect(
        ada.post("/api/challenges", wish.clone()).await,
        StatusCode::CREATED,
    );
    assert_eq!(heard(&mut hers).await["type"], "challenged");
    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    expect(ada.delete(&path, None).await, StatusCode::NO_CONTENT);
    assert_eq!(heard(&mut mine).await, over(&made["id"], false));
    assert_eq!(heard(&mut hers).await, over(&made["id"], false));

    // On the socket; taking the seat begins the game.
    let challenge = json!({ "type": "challenge", "id": "c", "to": ida.id, "rules": "classic", "seat": "black" });
    say(&mut mine, challenge).await;
    let made = heard(&mut mine).await;
    assert_eq!(
        (&made["type"], &made["id"]),
        (&json!("challenge_made"), &json!("c"))
    );
    let game = made["game"].as_str().unwrap().to_owned();
    heard(&mut hers).await;
    expect(
        ida.post(&format!("/api/games/{game}/seats"), json!({}))
            .await,
        StatusCode::CREATED,
    );
    assert_eq!(heard(&mut mine).await, over(&made["game"], true));
    assert_eq!(heard(&mut hers).await, over(&made["game"], true));
    let turn = heard(&mut hers).await;
    assert_eq!(
        turn,
        json!({ "type": "your_turn", "game": game, "seat": "white" })
    );
    say(
        &mut mine,
        json!({ "type": "decline", "id": "d", "game": game }),
    )
    .await;
    assert_eq!(
        heard(&mut mine).await["code"],
        "no_such_game",
        "it is no challenge any more"
    );

    expect(
        ida.put(&format!("/api/me/blocks/{}", ada.id)).await,
        StatusCode::NO_CONTENT,
    );
    assert_eq!(
        refused(&ada.post("/api/challenges", wish.clone()).await),
        "blocked"
    );
    wish["to"] = json!(ada.id);
    assert_eq!(
        refused(&ada.post("/api/challenges", wish).await),
        "bad_field"
    );
    let three = json!({ "to": other.id, "rules": "three" });
    assert_eq!(
        refused(&ada.post("/api/challenges", three).await),
        "bad_ruleset"
    );
}
