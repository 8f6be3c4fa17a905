//! Nobody sits down with one it has blocked, or who has blocked it.

use halma_tests::{Data, Server, on_both_engines};
use http::StatusCode;
use serde_json::json;

use crate::api::{Api, expect, refused};

on_both_engines!(who_has_blocked_whom, everybody_at_the_table_counts);

async fn who_has_blocked_whom(data: Data) {
    let server = Server::start(&data).await;
    let ada = Api::account(&server, "Ada").await;
    let ida = Api::account(&server, "Ida").await;
    let path = format!("/api/me/blocks/{}", ida.id);
    expect(ada.put(&path).await, StatusCode::NO_CONTENT);
    expect(ada.put(&path).await, StatusCode::NO_CONTENT);
    assert_eq!(
        ada.read("/api/me/blocks").await,
        json!([{ "id": ida.id, "name": "Ida" }])
    );
    let own = format!("/api/me/blocks/{}", ada.id);
    assert_eq!(refused(&ada.put(&own).await), "not_found");

    let game = json!({ "rules": "classic", "seats": ["white"] });
    let game = expect(ada.post("/api/games", game).await, StatusCode::CREATED);
    let seats = format!("/api/games/{}/seats", game["id"].as_str().unwrap());
    assert_eq!(refused(&ida.post(&seats, json!({})).await), "blocked");
    let invite = json!({ "rules": "classic", "invited": { "white": ada.id } });
    assert_eq!(refused(&ida.post("/api/games", invite).await), "blocked");
    expect(ada.delete(&path, None).await, StatusCode::NO_CONTENT);
    expect(ida.post(&seats, json!({})).await, StatusCode::CREATED);
}

async fn everybody_at_the_table_counts(data: Data) {
    let server = Server::start(&data).await;
    let mut people = Vec::new();
    for name in ["Host", "Ada", "Ida", "Eva"] {
        people.push(Api::guest(&server, name).await);
    }
    let [host, ada, ida, eva] = &people[..] else {
        unreachable!()
    };
    let game = expect(
        host.post("/api/games", json!({ "rules": "four" })).await,
        StatusCode::CREATED,
    );
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let seats = format!("{path}/seats");
    expect(ada.post(&seats, json!({})).await, StatusCode::CREATED);
    let block = |player: &Api| format!("/api/me/blocks/{}", player.id);
    expect(ada.put(&block(ida)).await, StatusCode::NO_CONTENT);
    expect(eva.put(&block(ada)).await, StatusCode::NO_CONTENT);
    // Whoever of the two said so; and the host, though it has no seat.
    assert_eq!(refused(&ida.post(&seats, json!({})).await), "blocked");
    assert_eq!(refused(&eva.post(&seats, json!({})).await), "blocked");
    expect(host.put(&block(ida)).await, StatusCode::NO_CONTENT);
    expect(ada.delete(&block(ida), None).await, StatusCode::NO_CONTENT);
    assert_eq!(refused(&ida.post(&seats, json!({})).await), "blocked");
    expect(host.delete(&block(ida), None).await, StatusCode::NO_CONTENT);
    expect(ida.post(&seats, json!({})).await, StatusCode::CREATED);
    let shown = host.read(&path).await;
    assert_eq!(shown["seats"]["white"]["id"], ada.id);
    assert_eq!(shown["seats"]["red"]["id"], ida.id);
}
