//! What the log says, and what it never says.

use halma_tests::{Data, Engine, Program, create, table};
use http::Method;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn lines_carry_request_and_game_and_never_a_secret() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Program::server(&data)
        .variable("HALMA_LOG", "debug,sqlx=info")
        .variable("HALMA_LOG_FORMAT", "json");
    let mut server = server.start().await;
    let mut wish = create("classic");
    wish.private = true;
    let host = server.rest().new_guest(Some("Host")).await.unwrap();
    let made = server.rest().with_token(host.token.clone());
    let made = made.create_game(&wish).await.unwrap();
    let (game, players) = table(&server.rest(), &create("classic")).await;
    let http = server.http();
    let key = made.url.rsplit_once('/').unwrap().1;
    let query = format!("/api/games/{}?key={key}", made.id);
    assert!(http.get(&query).await.status.is_success());
    let login = json!({ "name": "nobody\nINFO forged line", "password": "open sesame, please" });
    let refused = http.post("/api/sessions", None, &login).await;
    assert!(refused.status.is_client_error());
    let path = "/api/%0Aforged%20line";
    let asked = http
        .send(Method::GET, path, &[("x-evil", "secret header")], "")
        .await;
    let id: u64 = asked.headers["x-request-id"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    server.terminate().await;

    let log = server.log();
    let lines = log.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_request = |line: &&Value| line["span"]["name"] == "request" && line["span"]["id"] == id;
    let line = lines.iter().find(of_request).expect("the request's line");
    assert_eq!(line["span"]["path"], format!("{path:?}"));
    assert!(
        !lines
            .iter()
            .any(|line| line["fields"]["message"] == "forged line")
    );
    // A room outlives the request that opened it: its lines are not that request's.
    let of_room =
        |line: &&Value| line["span"]["name"] == "room" && line["span"]["game"] == json!(game);
    let line = lines.iter().find(of_room).expect("the room's line");
    assert_eq!(line["spans"].as_array().map(Vec::len), Some(1), "{line}");
    let mut secrets = vec![host.token.as_str(), key, "open sesame", "secret header"];
    secrets.extend(players.iter().map(|player| player.rest.token().unwrap()));
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
