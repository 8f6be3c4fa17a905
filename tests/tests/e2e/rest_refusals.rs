//! Requests that are refused, each with its problem, and what pages of other places may read.

use halma_protocol::{ErrorCode, GamesPage};
use halma_tests::{Answer, Data, Engine, Server, create, table};
use http::{Method, StatusCode};
use serde_json::json;
use uuid::Uuid;

use ErrorCode as Code;

async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    (data, server)
}

async fn token(server: &Server) -> String {
    server.rest().new_guest(None).await.unwrap().token
}

fn refused(answer: &Answer, status: StatusCode, code: ErrorCode) {
    let problem = answer.problem();
    assert_eq!(
        (answer.status, problem.code),
        (status, code),
        "{}",
        answer.body
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_is_told_so() {
    let (_data, server) = server().await;
    let http = server.http();
    let wish = json!({ "rules": "classic" });
    let unauthorized = StatusCode::UNAUTHORIZED;
    refused(
        &http.post("/api/games", None, &wish).await,
        unauthorized,
        Code::Unauthorized,
    );
    refused(
        &http.post("/api/games", Some("x"), &wish).await,
        unauthorized,
        Code::BadToken,
    );
    refused(
        &http.post("/api/games", Some(""), &wish).await,
        unauthorized,
        Code::BadToken,
    );
    refused(&http.get("/api/me").await, unauthorized, Code::Unauthorized);
    let token = token(&server).await;
    for value in [
        format!("Basic {token}"),
        token.clone(),
        "Bearer".to_owned(),
        String::new(),
    ] {
        let headers = [("authorization", &*value)];
        let me = http.send(Method::GET, "/api/me", &headers, "").await;
        refused(&me, unauthorized, Code::BadToken);
    }
    let games = http.get("/api/games").await.json::<GamesPage>();
    assert!(games.games.is_empty(), "nothing was made");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_problems() {
    let (_data, server) = server().await;
    let token = token(&server).await;
    let http = server.http();
    let bearer = format!("Bearer {token}");
    let post = async |path: &str, kind: &str, body: &str| {
        let headers = [("authorization", &*bearer), ("content-type", kind)];
        http.send(Method::POST, path, &headers, body).await
    };
    let json = "application/json";
    let (games, guests) = ("/api/games", "/api/guests");
    let (bad, unprocessable) = (StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY);
    refused(&post(games, json, "{").await, bad, Code::BadJson);
    refused(&post(games, json, "").await, bad, Code::BadJson);
    for (body, field) in [
        ("{}", Some("rules")),
        ("[]", None),
        (r#"{"rules":7}"#, Some("rules")),
        (r#"{"rules":"classic","colour":"blue"}"#, Some("colour")),
        (r#"{"rules":{"board":9}}"#, Some("rules.board")),
        (r#"{"rules":{"borad":8}}"#, Some("rules.borad")),
        (r#"{"rules":"classic","seats":["green"]}"#, Some("seats[0]")),
        (r#"{"rules":"classic","seats":"white"}"#, Some("seats")),
    ] {
        let answer = post(games, json, body).await;
        refused(&answer, unprocessable, Code::BadField);
        let problem = answer.problem();
        assert_eq!(problem.details.field.as_deref(), field, "{body}");
        assert!(
            !problem.detail.contains("deserialize"),
            "{}",
            problem.detail
        );
    }
    let misspelt = post(guests, json, r#"{"nmae":"Ada"}"#).await;
    refused(&misspelt, unprocessable, Code::BadField);
    assert_eq!(misspelt.problem().details.field.as_deref(), Some("nmae"));
    for name in ["", "   ", "<b>", &"x".repeat(25)] {
        let body = json!({ "name": name }).to_string();
        refused(
            &post(guests, json, &body).await,
            unprocessable,
            Code::BadName,
        );
    }
    let large = json!({ "name": "x".repeat(70_000) }).to_string();
    refused(
        &post(guests, json, &large).await,
        StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooLarge,
    );
    for path in [
        "/api/games?limit=x",
        "/api/games?status=lost",
        "/api/games?before=x",
    ] {
        refused(&http.get(path).await, bad, Code::BadRequest);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_out_of_its_range_is_named() {
    let (_data, server) = server().await;
    let (game, players) = table(&server.rest(), &create("grasshopper")).await;
    let player = players[0].me.as_ref().unwrap().id;
    for path in [
        "/api/games".to_owned(),
        format!("/api/games/{game}/events"),
        "/api/leaderboard".to_owned(),
        format!("/api/players/{player}/ratings/history"),
    ] {
        for (limit, fits) in [(0, false), (1, true), (200, true), (201, false)] {
            let answer = server.http().get(&format!("{path}?limit={limit}")).await;
            if fits {
                assert_eq!(answer.status, StatusCode::OK, "{path} {limit}");
                continue;
            }
            refused(&answer, StatusCode::UNPROCESSABLE_ENTITY, Code::BadField);
            assert_eq!(answer.problem().details.field.as_deref(), Some("limit"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_not_json_has_the_wrong_type() {
    let (_data, server) = server().await;
    let unsupported = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    for headers in [&[][..], &[("content-type", "text/plain")]] {
        let answer = server
            .http()
            .send(Method::POST, "/api/guests", headers, "{}")
            .await;
        refused(&answer, unsupported, Code::BadRequest);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_found() {
    let (_data, server) = server().await;
    let http = server.http();
    let not_found = StatusCode::NOT_FOUND;
    for path in [
        "/nothing",
        "/api",
        "/api/nothing",
        "/api/games/x/y",
        "/0123456789abcdef/css/base.css",
    ] {
        refused(&http.get(path).await, not_found, Code::NotFound);
    }
    for game in ["x", &Uuid::new_v4().to_string()] {
        for path in ["", "/events", "/record"] {
            let path = format!("/api/games/{game}{path}");
            refused(&http.get(&path).await, not_found, Code::NoSuchGame);
        }
    }
    for (method, path) in [
        (Method::GET, "/api/guests"),
        (Method::DELETE, "/api/games"),
        (Method::PUT, "/api/me"),
        (Method::POST, "/"),
        (Method::POST, "/healthz"),
    ] {
        let answer = http.send(method, path, &[], "").await;
        refused(
            &answer,
            StatusCode::METHOD_NOT_ALLOWED,
            Code::MethodNotAllowed,
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_page_may_ask_but_without_credentials() {
    let (_data, server) = server().await;
    let http = server.http();
    let from = [("origin", "https://elsewhere.example")];
    for path in ["/api/games", "/api/me", "/api/games/x"] {
        let answer = http.send(Method::GET, path, &from, "").await;
        assert_eq!(answer.headers["access-control-allow-origin"], "*", "{path}");
        assert!(
            !answer
                .headers
                .contains_key("access-control-allow-credentials")
        );
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
    let preflight = [
        from[0],
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "authorization,content-type",
        ),
    ];
    let answer = http
        .send(Method::OPTIONS, "/api/games", &preflight, "")
        .await;
    assert!(answer.status.is_success(), "{}", answer.status);
    let allowed = answer.headers["access-control-allow-headers"]
        .to_str()
        .unwrap();
    assert!(
        allowed.contains("authorization") && allowed.contains("content-type"),
        "{allowed}"
    );
    // The page itself is for its own place only.
    let page = http.send(Method::GET, "/", &from, "").await;
    assert!(!page.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test(flavor = "multi_thread")]
async fn any_page_may_read_that_nothing_is_there() {
    let (_data, server) = server().await;
    let from = [("origin", "https://elsewhere.example")];
    let answer = server
        .http()
        .send(Method::GET, "/api/nothing", &from, "")
        .await;
    refused(&answer, StatusCode::NOT_FOUND, Code::NotFound);
    assert!(answer.headers.contains_key("access-control-allow-origin"));
}
