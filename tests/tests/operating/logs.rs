//! What the log says, and what it never says.

use halma_tests::{Data, Engine, Program, Socket, create, table};
use http::Method;
use serde_json::{Value, json};

/// What the program says to whoever started it, on its own.
const GREETING: &str = "Halma is at ";

/// What would be taken for a line of the log, if it were written as it is.
const FORGED: &str =
    "x\n{\"level\":\"ERROR\"}\r\n2026-01-01T00:00:00.000000Z ERROR forged\n\u{1b}[2K";

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_said_stays_within_its_line() {
    for format in ["text", "json"] {
        let data = Data::new(Engine::Sqlite).await;
        let server = Program::server(&data)
            .variable("HALMA_LOG", "trace,sqlx=info")
            .variable("HALMA_LOG_FORMAT", format);
        let mut server = server.start().await;
        let http = server.http();
        let login = json!({ "name": FORGED, "password": FORGED });
        http.post("/api/sessions", None, &login).await;
        let mut unknown = json!({ "rules": "classic" });
        unknown[FORGED] = json!(FORGED);
        let guest = server.rest().new_guest(Some("Ada")).await.unwrap();
        http.post("/api/games", Some(&guest.token), &unknown).await;
        let path = "/api/x%0A2026-01-01T00:00:00.000000Z%20ERROR%20forged?preset=%0Aforged";
        let headers = [("user-agent", "x\tforged"), ("origin", "x\t[2Kforged")];
        http.send(Method::GET, path, &headers, "").await;
        let (mut socket, _) = Socket::greeted(&server.url(), Some(&guest.token)).await;
        for message in [
            json!({ "type": FORGED }),
            json!({ "type": "join", "id": FORGED }),
        ] {
            socket.say(message.to_string()).await;
            socket.error().await;
        }
        drop(socket);
        server.terminate().await;
        let log = server.log();
        // Each request has its line, that of the forged path among them.
        for path in ["/api/sessions", "/api/games", "%20ERROR%20forged"] {
            assert!(log.contains(path), "{path}: {log}");
        }
        for line in log.lines().filter(|line| !line.starts_with(GREETING)) {
            let whole = match format {
                "json" => serde_json::from_str::<Value>(line)
                    .is_ok_and(|line| line["timestamp"].is_string() && line["target"].is_string()),
                _ => line.starts_with("20"),
            };
            assert!(
                whole && !line.starts_with("2026-01-01T00:00:00"),
                "{line:?}"
            );
            assert!(!line.chars().any(char::is_control), "{line:?}");
        }
    }
}

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
    let lines = log.lines().filter(|line| !line.starts_with(GREETING));
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_request = |line: &&Value| line["span"]["name"] == "request" && line["span"]["id"] == id;
    let line = lines.iter().find(of_request).expect("the request's line");
    assert_eq!(line["span"]["path"], format!("{path:?}"));
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
