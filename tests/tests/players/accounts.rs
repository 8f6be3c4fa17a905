//! A guest becomes an account; accounts change, recover and leave.

use halma_tests::{Data, Said, Server, Setup, Socket, create, on_both_engines, table};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, PASSWORD, expect, refused};
use crate::sql;

on_both_engines!(
    a_guest_becomes_an_account,
    names_are_had_once,
    sessions_and_tokens,
    the_page_has_a_cookie,
    a_lost_password,
    made_whole_or_not_at_all,
    leaving,
);

async fn a_guest_becomes_an_account(data: Data) {
    let server = Server::start(&data).await;
    let guest = Api::guest(&server, "Ada").await;
    let made = guest
        .post(
            "/api/games",
            json!({ "rules": "classic", "seats": ["white"] }),
        )
        .await;
    let game = expect(made, StatusCode::CREATED);

    let body = json!({ "name": "Ada Lovelace", "password": PASSWORD });
    let account = expect(
        guest.post("/api/accounts", body.clone()).await,
        StatusCode::CREATED,
    );
    assert_eq!(account["player"]["id"], guest.id);
    assert_eq!(account["player"]["kind"], "account");
    assert_eq!(
        account["token"],
        Value::Null,
        "the guest's own token goes on"
    );
    assert_eq!(account["recovery_codes"].as_array().unwrap().len(), 8);
    assert_eq!(guest.read("/api/me").await["name"], "Ada Lovelace");
    let shown = guest
        .read(&format!("/api/games/{}", game["id"].as_str().unwrap()))
        .await;
    assert_eq!(
        shown["host"],
        json!({ "id": guest.id, "name": "Ada Lovelace" })
    );

    assert_eq!(
        refused(&guest.post("/api/accounts", body).await),
        "not_for_you"
    );
    let login = json!({ "name": "ada lovelace", "password": PASSWORD, "label": "phone" });
    let again = Api::nobody(&server).post("/api/sessions", login).await;
    let again = Api::of(&server, &expect(again, StatusCode::CREATED));
    assert_eq!(again.read("/api/me").await["id"], guest.id);

    let found = Api::nobody(&server).read("/api/players?name=ADA").await;
    assert_eq!(found[0]["id"], guest.id);
    let seen = Api::nobody(&server)
        .read(&format!("/api/players/{}", guest.id))
        .await;
    assert_eq!(seen["bot"], false);

    let renamed = guest.patch("/api/me", json!({ "name": "Ida" })).await;
    assert_eq!(refused(&renamed), "not_for_you");
    let other = Api::guest(&server, "Ida").await;
    let renamed = expect(
        other.patch("/api/me", json!({ "name": "Ida B" })).await,
        StatusCode::OK,
    );
    assert_eq!(renamed["name"], "Ida B");
    // What is refused changes nothing.
    let both = json!({ "name": "Ida C", "bot": true });
    assert_eq!(refused(&other.patch("/api/me", both).await), "not_for_you");
    assert_eq!(other.read("/api/me").await["name"], "Ida B");
    let bot = expect(
        guest.patch("/api/me", json!({ "bot": true })).await,
        StatusCode::OK,
    );
    assert_eq!(bot["bot"], true);
    assert_eq!(
        refused(&guest.patch("/api/me", json!({ "bot": false })).await),
        "not_for_you"
    );
}

async fn names_are_had_once(data: Data) {
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let account = |name: &str, password: &str| {
        let body = json!({ "name": name, "password": password });
        let nobody = nobody.clone();
        async move { nobody.post("/api/accounts", body).await }
    };
    // Hundreds at once get it once.
    let asked = (0..12).map(|n| account(["Ada", "ADA", "A.d.a"][n % 3], PASSWORD));
    let answers = futures_util::future::join_all(asked).await;
    let made = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::CREATED);
    assert_eq!(made.count(), 1);
    let taken = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::CONFLICT);
    assert_eq!(taken.count(), 11);

    assert_eq!(refused(&account("Аdа", PASSWORD).await), "bad_name");
    assert_eq!(refused(&account("admin", PASSWORD).await), "bad_name");
    assert_eq!(refused(&account("Ida", "short").await), "bad_password");
    assert_eq!(
        refused(&account("Ida", &"x".repeat(129)).await),
        "bad_password"
    );
    let guest = nobody.post("/api/guests", json!({ "name": "a-d-a" })).await;
    assert_eq!(refused(&guest), "name_taken");
    assert_eq!(
        refused(&nobody.post("/api/guests", json!({ "name": "Admin" })).await),
        "bad_name"
    );
}

async fn sessions_and_tokens(data: Data) {
    let server = Server::start(&data).await;
    let ada = Api::account(&server, "Ada").await;
    let ida = Api::account(&server, "Ida").await;
    let made = expect(
        ada.post("/api/tokens", json!({ "label": "my bot" })).await,
        StatusCode::CREATED,
    );
    let bot = Api::nobody(&server).with(
        "authorization",
        &format!("Bearer {}", made["token"].as_str().unwrap()),
    );
    let mut socket = Socket::greeted(&server.url(), bot.token()).await.0;
    let mut own = Socket::greeted(&server.url(), ada.token()).await.0;

    let listed = ada.read("/api/sessions").await;
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 2);
    let kinds: Vec<_> = listed
        .iter()
        .map(|row| (row["kind"].as_str(), row["current"].as_bool()))
        .collect();
    assert!(kinds.contains(&(Some("token"), Some(false))));
    assert!(kinds.contains(&(Some("session"), Some(true))));
    assert!(
        listed
            .iter()
            .all(|row| row.get("token").is_none() && row.get("hash").is_none())
    );

    let path = format!("/api/sessions/{}", made["id"].as_str().unwrap());
    assert_eq!(refused(&ida.delete(&path, None).await), "not_found");
    expect(ada.delete(&path, None).await, StatusCode::NO_CONTENT);
    assert_eq!(refused(&bot.get("/api/me").await), "bad_token");
    assert!(
        matches!(socket.hear().await, Said::Message(_)),
        "it is told why"
    );
    assert_eq!(socket.hear().await, Said::Closed(1008));

    // Logging out ends the session and its sockets.
    expect(
        ada.delete("/api/sessions/current", None).await,
        StatusCode::NO_CONTENT,
    );
    assert_eq!(refused(&ada.get("/api/me").await), "bad_token");
    assert!(matches!(own.hear().await, Said::Message(_)));
    assert_eq!(own.hear().await, Said::Closed(1008));
    assert!(ida.get("/api/me").await.status.is_success());

    // A new password ends the other sessions.
    let login = json!({ "name": "Ida", "password": PASSWORD });
    let other = expect(
        Api::nobody(&server)
            .post("/api/sessions", login.clone())
            .await,
        StatusCode::CREATED,
    );
    let other = Api::of(&server, &other);
    let change = |old: &str| json!({ "old": old, "new": "another password" });
    assert_eq!(
        refused(&ida.post("/api/me/password", change("wrong one")).await),
        "wrong_login"
    );
    expect(
        ida.post("/api/me/password", change(PASSWORD)).await,
        StatusCode::NO_CONTENT,
    );
    assert_eq!(refused(&other.get("/api/me").await), "bad_token");
    assert!(ida.get("/api/me").await.status.is_success());
    let old = Api::nobody(&server).post("/api/sessions", login).await;
    assert_eq!(refused(&old), "wrong_login");
}

async fn the_page_has_a_cookie(data: Data) {
    let flags = ["--public-url", "https://halma.example"];
    let server = Setup::with_flags(&data, &flags).start().await;
    let page = Api::nobody(&server).with("origin", "https://halma.example");
    let foreign = Api::nobody(&server).with("origin", "https://evil.example");
    assert_eq!(
        refused(&foreign.post("/api/guests?cookie=true", json!({})).await),
        "forbidden"
    );

    let made = page
        .post("/api/guests?cookie=true", json!({ "name": "Ada" }))
        .await;
    let cookie = made.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("__Host-halma="), "{cookie}");
    for part in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(expect(made, StatusCode::CREATED).get("token").is_none());
    let cookie = cookie.split(';').next().unwrap();

    let ours = page.clone().with("cookie", cookie);
    assert_eq!(ours.read("/api/me").await["name"], "Ada");
    expect(
        ours.patch("/api/me", json!({ "name": "Ida" })).await,
        StatusCode::OK,
    );
    let fetched = Api::nobody(&server)
        .with("cookie", cookie)
        .with("sec-fetch-site", "same-origin");
    expect(
        fetched.patch("/api/me", json!({ "name": "Ada" })).await,
        StatusCode::OK,
    );

    // A foreign page's request is nobody's, and so is a write that does not say where it is from.
    let theirs = foreign.clone().with("cookie", cookie);
    assert_eq!(refused(&theirs.get("/api/me").await), "unauthorized");
    assert_eq!(
        refused(&theirs.patch("/api/me", json!({})).await),
        "unauthorized"
    );
    let unsaid = Api::nobody(&server).with("cookie", cookie);
    assert_eq!(
        refused(&unsaid.patch("/api/me", json!({})).await),
        "unauthorized"
    );
    let same_site = unsaid.with("sec-fetch-site", "same-site");
    assert_eq!(refused(&same_site.get("/api/me").await), "unauthorized");

    // A browser that kept a token itself hands it over to the cookie.
    let eve = Api::guest(&server, "Eve").await;
    let bearer = (
        "authorization",
        &*format!("Bearer {}", eve.token().unwrap()),
    );
    let moved = page.clone().with(bearer.0, bearer.1);
    let moved = moved.put("/api/sessions/current").await;
    assert_eq!(moved.status, StatusCode::NO_CONTENT);
    let kept = moved.headers["set-cookie"].to_str().unwrap();
    let kept = kept.split(';').next().unwrap();
    let kept = page.clone().with("cookie", kept);
    assert_eq!(kept.read("/api/me").await["id"], *eve.id);
    let theirs = foreign.clone().with(bearer.0, bearer.1);
    let theirs = theirs.put("/api/sessions/current").await;
    assert_eq!(refused(&theirs), "forbidden");
    assert_eq!(
        refused(&ours.put("/api/sessions/current").await),
        "bad_request"
    );

    let out = ours.delete("/api/sessions/current", None).await;
    assert!(
        out.headers["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Max-Age=0")
    );
    assert_eq!(refused(&ours.get("/api/me").await), "bad_token");
    let again = ours.delete("/api/sessions/current", None).await;
    assert_eq!(
        again.status,
        StatusCode::NO_CONTENT,
        "a dead cookie can be got rid of"
    );
}

async fn a_lost_password(data: Data) {
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let body = json!({ "name": "Ada", "password": PASSWORD });
    let made = expect(
        nobody.post("/api/accounts", body).await,
        StatusCode::CREATED,
    );
    let ada = Api::of(&server, &made);
    let code = made["recovery_codes"][3].as_str().unwrap();
    let recover = |code: &str| json!({ "name": "ada", "code": code, "password": "a new password" });
    assert_eq!(
        refused(&nobody.post("/api/recovery", recover("wrong")).await),
        "wrong_login"
    );

    // Two at once: the code is good once.
    let typed = code.to_uppercase().replace('-', " ");
    let (one, other) = tokio::join!(
        nobody.post("/api/recovery", recover(&typed)),
        nobody.post("/api/recovery", recover(code))
    );
    let (won, lost) = if one.status.is_success() {
        (one, other)
    } else {
        (other, one)
    };
    assert_eq!(refused(&lost), "wrong_login");
    let back = Api::of(&server, &expect(won, StatusCode::CREATED));
    assert_eq!(back.read("/api/me").await["id"], ada.id);
    assert_eq!(refused(&ada.get("/api/me").await), "bad_token");

    let renew = json!({ "password": "a new password" });
    let renewed = expect(
        back.post("/api/me/recovery-codes", renew).await,
        StatusCode::OK,
    );
    assert_eq!(renewed["recovery_codes"].as_array().unwrap().len(), 8);
    let old = made["recovery_codes"][4].as_str().unwrap();
    assert_eq!(
        refused(&nobody.post("/api/recovery", recover(old)).await),
        "wrong_login"
    );
}

/// An account without recovery codes would be one that its owner can lose.
async fn made_whole_or_not_at_all(data: Data) {
    let server = Server::start(&data).await;
    let guest = Api::guest(&server, "Eva").await;
    let nobody = Api::nobody(&server);
    let body = json!({ "name": "Ada", "password": PASSWORD });
    let mut long = body.clone();
    long["label"] = json!("x".repeat(41));
    let refusal = nobody.post("/api/accounts", long).await;
    assert_eq!(refused(&refusal), "bad_name");
    assert_eq!(refusal.problem().details.field.as_deref(), Some("label"));

    for (table, who) in [
        ("recovery_codes", &nobody),
        ("passwords", &nobody),
        ("tokens", &nobody),
        ("recovery_codes", &guest),
    ] {
        // A guest is still known by its token.
        sql::run(&data, &format!("ALTER TABLE {table} RENAME TO away")).await;
        let failed = who.post("/api/accounts", body.clone()).await;
        assert_eq!(refused(&failed), "storage_unavailable");
        sql::run(&data, &format!("ALTER TABLE away RENAME TO {table}")).await;
        assert_eq!(nobody.read("/api/players?name=ada").await, json!([]));
    }
    assert_eq!(guest.read("/api/me").await["kind"], "guest");
    let made = expect(guest.post("/api/accounts", body).await, StatusCode::CREATED);
    assert_eq!(made["player"], guest.read("/api/me").await);
}

async fn leaving(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("classic")).await;
    let token = players[0].rest.token().unwrap().to_owned();
    let ada = Api::nobody(&server).with("authorization", &format!("Bearer {token}"));
    players[0].resign(None).await.unwrap();

    expect(
        ada.post(
            "/api/accounts",
            json!({ "name": "Ada", "password": PASSWORD }),
        )
        .await,
        StatusCode::CREATED,
    );
    let wrong = ada
        .delete("/api/me", Some(json!({ "password": "wrong one" })))
        .await;
    assert_eq!(refused(&wrong), "wrong_login");
    expect(
        ada.delete("/api/me", Some(json!({ "password": PASSWORD })))
            .await,
        StatusCode::NO_CONTENT,
    );
    assert_eq!(refused(&ada.get("/api/me").await), "bad_token");
    drop(players);

    let nobody = Api::nobody(&server);
    let login = json!({ "name": "Ada", "password": PASSWORD });
    assert_eq!(
        refused(&nobody.post("/api/sessions", login).await),
        "wrong_login"
    );
    let shown = nobody.read(&format!("/api/games/{game}")).await;
    assert_eq!(shown["seats"]["white"]["name"], "Anonymous");
    let events = nobody.get(&format!("/api/games/{game}/events")).await;
    assert!(!events.body.contains("Seat 1"), "{}", events.body);
    let record = nobody.get(&format!("/api/games/{game}/record")).await.body;
    assert!(
        record.contains("Anonymous") && record.contains("Seat 2"),
        "{record}"
    );
    // The name is free again.
    Api::account(&server, "Ada").await;
}
