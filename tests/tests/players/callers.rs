//! Every endpoint, and what it answers to whom; that none shows what it should not, and none is
//! left out here.

use halma_tests::{Data, Server, on_both_engines};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::api::{Api, PASSWORD, expect};
use crate::play::rated;

on_both_engines!(each_endpoint_by_each_caller);

/// Who asks, in the order of the columns below.
const CALLERS: [&str; 5] = ["nobody", "guest", "owner", "other", "bot"];

/// A row: what is asked, and the status for each caller.
struct Row(Method, String, Option<Value>, [u16; 5]);

fn get(path: impl Into<String>, statuses: [u16; 5]) -> Row {
    Row(Method::GET, path.into(), None, statuses)
}

async fn each_endpoint_by_each_caller(data: Data) {
    let server = Server::start(&data).await;
    let page = Api::nobody(&server).with("origin", &server.url());
    let body = json!({ "name": "Owner Ada", "password": PASSWORD });
    let made = page.post("/api/accounts?cookie=true", body).await;
    let cookie = made.headers["set-cookie"]
        .to_str()
        .unwrap()
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let made = expect(made, StatusCode::CREATED);
    let owner = page.with("cookie", &cookie);
    let id = made["player"]["id"].as_str().unwrap();
    let other = Api::account(&server, "Other Ida").await;
    let guest = Api::guest(&server, "Eva").await;
    let bot = Api::account(&server, "Robo Una").await;
    expect(
        bot.patch("/api/me", json!({ "bot": true })).await,
        StatusCode::OK,
    );

    let private = json!({ "rules": "classic", "private": true, "seats": ["white"] });
    let private = expect(owner.post("/api/games", private).await, StatusCode::CREATED);
    let key = private["url"]
        .as_str()
        .unwrap()
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();
    let private = private["id"].as_str().unwrap().to_owned();
    let public = json!({ "rules": "classic", "seats": ["white"] });
    let public = expect(owner.post("/api/games", public).await, StatusCode::CREATED);
    let public = public["id"].as_str().unwrap().to_owned();
    let third = Api::guest(&server, "Third").await;
    let challenge = json!({ "to": third.id, "rules": "classic" });
    let challenge = expect(
        owner.post("/api/challenges", challenge).await,
        StatusCode::CREATED,
    );
    let challenge = challenge["id"].as_str().unwrap().to_owned();
    let session = owner.read("/api/sessions").await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();

    let known = [401, 200, 200, 200, 200];
    let anybody = [200; 5];
    let owners = [404, 404, 200, 404, 404];
    let post = |path: &str, body: Value, statuses| {
        Row(Method::POST, path.to_owned(), Some(body), statuses)
    };
    let delete = |path: String, statuses| Row(Method::DELETE, path, None, statuses);
    let rows = [
        get("/", anybody),
        get("/no-such/file", [404; 5]),
        get("/healthz", anybody),
        get("/readyz", anybody),
        get("/metrics", anybody),
        get("/docs", anybody),
        get("/docs/", anybody),
        get("/docs/openapi.json", anybody),
        // Only an upgrade is answered with more.
        get("/ws", [400; 5]),
        post("/api/guests", json!({}), [201; 5]),
        // Only our own page gets a cookie.
        post(
            "/api/guests?cookie=true",
            json!({}),
            [403, 403, 201, 403, 403],
        ),
        post(
            "/api/accounts",
            json!({ "name": "Other Ida", "password": PASSWORD }),
            [409, 409, 403, 403, 403],
        ),
        post(
            "/api/sessions",
            json!({ "name": "Other Ida", "password": PASSWORD }),
            [201; 5],
        ),
        post(
            "/api/recovery",
            json!({ "name": "Other Ida", "code": "x", "password": "short" }),
            [422; 5],
        ),
        Row(
            Method::PUT,
            "/api/sessions/current".into(),
            None,
            [403, 403, 400, 403, 403],
        ),
        get("/api/me", known),
        Row(Method::PATCH, "/api/me".into(), Some(json!({})), known),
        get("/api/me/games", known),
        get("/api/me/blocks", known),
        get("/api/sessions", known),
        get("/api/challenges", known),
        get("/api/rulesets", anybody),
        get("/api/computers", anybody),
        get("/api/games", anybody),
        get(format!("/api/games?player={id}"), anybody),
        get("/api/seeks", anybody),
        get("/api/statistics", anybody),
        get("/api/leaderboard", anybody),
        get("/api/export", anybody),
        get(format!("/api/export?player={id}"), anybody),
        get("/api/players?name=owner", anybody),
        get(format!("/api/players/{id}"), anybody),
        get(format!("/api/players/{id}/statistics"), anybody),
        get(format!("/api/players/{id}/ratings"), anybody),
        get(format!("/api/players/{id}/ratings/history"), anybody),
        get(format!("/api/players/{id}/against/{}", other.id), anybody),
        get(format!("/api/games/{public}"), anybody),
        get(format!("/api/games/{public}/events"), anybody),
        get(format!("/api/games/{public}/record"), anybody),
        get(format!("/api/games/{public}/ratings"), anybody),
        get(format!("/api/games/{public}/export"), [409; 5]),
        get(format!("/api/games/{private}"), owners),
        get(format!("/api/games/{private}/events"), owners),
        get(format!("/api/games/{private}/record"), owners),
        get(format!("/api/games/{private}/ratings"), owners),
        get(
            format!("/api/games/{private}/export"),
            [404, 404, 409, 404, 404],
        ),
        get(format!("/api/games/{private}?key=wrong"), owners),
        get(format!("/api/games/{private}?key={key}"), anybody),
        post(
            &format!("/api/games/{private}/seats"),
            json!({}),
            [401, 404, 201, 404, 404],
        ),
        // With both seats taken it has begun.
        delete(
            format!("/api/games/{private}/seats/black"),
            [401, 404, 409, 404, 404],
        ),
        delete(
            format!("/api/games/{public}/seats/white"),
            [401, 403, 204, 403, 403],
        ),
        delete(format!("/api/games/{private}"), [401, 404, 204, 404, 404]),
        // Who comes after the owner finds it over.
        delete(format!("/api/games/{public}"), [401, 403, 204, 409, 409]),
        post("/api/games", rated("standard"), [401, 403, 201, 201, 201]),
        post(
            "/api/games",
            json!({ "rules": "classic" }),
            [401, 201, 201, 201, 201],
        ),
        post(
            "/api/challenges",
            json!({ "to": third.id, "rules": "classic" }),
            [401, 201, 201, 201, 201],
        ),
        post(
            "/api/tokens",
            json!({ "label": "x" }),
            [401, 201, 201, 201, 201],
        ),
        post(
            "/api/me/password",
            json!({ "old": "not it at all", "new": PASSWORD }),
            [401, 403, 401, 401, 401],
        ),
        post(
            "/api/me/recovery-codes",
            json!({ "password": "not it at all" }),
            [401, 403, 401, 401, 401],
        ),
        delete(format!("/api/sessions/{session}"), [401, 404, 0, 404, 404]),
        delete(
            format!("/api/challenges/{challenge}"),
            [401, 404, 204, 404, 404],
        ),
        Row(
            Method::PUT,
            format!("/api/me/blocks/{}", third.id),
            None,
            [401, 204, 204, 204, 204],
        ),
        delete(
            format!("/api/me/blocks/{}", third.id),
            [401, 204, 204, 204, 204],
        ),
        Row(
            Method::DELETE,
            "/api/me".into(),
            Some(json!({ "password": "not it at all" })),
            [401, 0, 401, 401, 401],
        ),
        delete("/api/sessions".into(), [401, 204, 204, 204, 204]),
        delete("/api/sessions/current".into(), [401, 204, 204, 204, 204]),
    ];
    let missing = routes().filter(|(method, pattern)| {
        let is_here = |row: &Row| row.0.as_str() == *method && matches(pattern, path_of(&row.1));
        !rows.iter().any(is_here)
    });
    assert_eq!(missing.collect::<Vec<_>>(), [], "not in the table");
    let nobody = Api::nobody(&server);
    // A foreign page to which the owner's browser adds the cookie gets what nobody gets.
    let foreign = Api::nobody(&server)
        .with("origin", "https://evil.example")
        .with("cookie", &cookie);
    let callers = [&nobody, &guest, &owner, &other, &bot];
    let mut wrong = Vec::new();
    for Row(method, path, body, statuses) in &rows {
        let columns = CALLERS.iter().zip(callers).zip(statuses);
        let columns = columns.map(|((name, api), status)| (*name, api, *status));
        for (name, api, status) in columns.chain([("foreign page", &foreign, statuses[0])]) {
            if status == 0 {
                continue;
            }
            let answer = api.send(method.clone(), path, body.clone()).await;
            if answer.status.as_u16() != status {
                wrong.push(format!(
                    "{method} {path} by {name}: {} instead of {status}: {}",
                    answer.status, answer.body
                ));
            }
            let is_owner = name == "owner" || path.contains(&key);
            let shown = shows(
                &answer.body,
                &cookie,
                (!is_owner).then_some((&private, &key)),
            );
            wrong.extend(shown.map(|what| format!("{method} {path} shows {name} {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the server says what it answers.
const ROUTES: &str = include_str!("../../../crates/halma-server/src/routes.rs");

/// Every method of every route, as the server's source has them.
fn routes() -> impl Iterator<Item = (&'static str, String)> {
    let (api, others) = ROUTES.split_once(".nest(\"/api\"").unwrap();
    let of = |source: &'static str, prefix: &'static str| {
        let routes = source.split(".route(").skip(1);
        routes.flat_map(move |route| {
            let route = route.split(".layer(").next().unwrap();
            let path = route.split('"').nth(1).unwrap();
            let methods = ["get", "post", "put", "patch", "delete"];
            let has = move |method: &&str| {
                let call = format!("{method}(");
                let calls = route.match_indices(&call);
                let mut before = calls.map(|(at, _)| route[..at].chars().next_back());
                before.any(|before| before.is_none_or(|before| !before.is_alphanumeric()))
            };
            let methods = methods.into_iter().filter(has);
            methods.map(move |method| (method, format!("{prefix}{path}")))
        })
    };
    let all = of(api, "/api").chain(of(others, ""));
    all.map(|(method, path)| {
        let method = ["GET", "POST", "PUT", "PATCH", "DELETE"]
            .into_iter()
            .find(|name| name.eq_ignore_ascii_case(method));
        (method.unwrap(), path)
    })
}

fn path_of(address: &str) -> &str {
    address.split('?').next().unwrap()
}

/// Whether a path is one of a route's.
fn matches(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(rest), Some(_)) if rest.starts_with("{*") => return true,
            (Some(any), Some(_)) if any.starts_with('{') => {}
            (Some(one), Some(other)) if one == other => {}
            _ => return false,
        }
    }
}

#[test]
fn routes_are_read_from_the_source() {
    let routes: Vec<_> = routes().collect();
    for known in [
        ("PATCH", "/api/me"),
        ("DELETE", "/api/sessions/{session}"),
        ("GET", "/ws"),
    ] {
        assert!(routes.contains(&(known.0, known.1.to_owned())), "{known:?}");
    }
    assert!(matches("/api/me/blocks/{player}", "/api/me/blocks/7"));
    assert!(!matches("/api/me/{what}", "/api/me"));
    assert!(!matches("/api/games/{game}", "/api/games/7/events"));
}

/// What an answer shows that it should not, if anything.
fn shows(body: &str, cookie: &str, private: Option<(&String, &String)>) -> Option<&'static str> {
    let token = cookie.split_once('=').unwrap().1;
    if body.contains(token) {
        return Some("the owner's token");
    }
    if body.contains("argon2") || body.contains("\"hash\"") || body.contains("\"folded\"") {
        return Some("a hash");
    }
    if body.contains("127.0.0.1:") && !body.contains("/#/game/") {
        return Some("an address");
    }
    match private {
        Some((_, key)) if body.contains(&**key) => Some("the key of a private game"),
        Some((game, _)) if body.contains(&**game) => Some("a private game"),
        _ => None,
    }
}
