//! What only the host may do, with a server running and without.

use halma_tests::{Data, Process, Said, Server, Socket, create, on_both_engines, table};
use serde_json::json;

use crate::api::{Api, PASSWORD, command, expect, refused};
use crate::sql;

on_both_engines!(
    while_a_server_runs,
    without_a_server,
    beside_a_server_no_tables_are_changed
);

async fn admin(data: &Data, words: &[&str]) -> Result<String, String> {
    command(data, &[&["admin"], words].concat()).await
}

async fn while_a_server_runs(data: Data) {
    let process = Process::start(&data).await;
    let http = process.http();
    let body = json!({ "name": "Ada", "password": PASSWORD });
    let made: serde_json::Value = http.post("/api/accounts", None, &body).await.json();
    let token = made["token"].as_str().unwrap();
    let mut socket = Socket::greeted(&process.url(), Some(token)).await.0;

    assert_eq!(
        admin(&data, &["ban", "ada"]).await.unwrap(),
        "Ada is shut out"
    );
    assert!(matches!(socket.hear().await, Said::Message(_)));
    assert_eq!(socket.hear().await, Said::Closed(1008));
    let refusal = http
        .post("/api/tokens", Some(token), &json!({ "label": "x" }))
        .await;
    assert_eq!(refused(&refusal), "banned");
    let login = http.post("/api/sessions", None, &body).await;
    assert_eq!(refused(&login), "banned");
    admin(&data, &["unban", "ada"]).await.unwrap();
    assert!(
        http.post("/api/sessions", None, &body)
            .await
            .status
            .is_success()
    );

    admin(&data, &["rename", "Ada", "Ida"]).await.unwrap();
    let failed = admin(&data, &["rename", "Ida", "admin"]).await.unwrap_err();
    assert!(failed.contains("reserved"), "{failed}");
    let failed = admin(&data, &["ban", "Ada"]).await.unwrap_err();
    assert!(failed.contains("no such player"), "{failed}");
    admin(&data, &["revoke", "Ida"]).await.unwrap();
    assert_eq!(
        refused(
            &http
                .post("/api/tokens", Some(token), &json!({ "label": "x" }))
                .await
        ),
        "bad_token"
    );

    let (game, mut players) = table(&process.rest(), &create("classic")).await;
    admin(&data, &["end", &game.to_string()]).await.unwrap();
    let seen = players[0].until(|seen| seen.outcome.is_some()).await;
    assert_eq!(seen.outcome.unwrap().reason.to_string(), "aborted");
    admin(&data, &["delete", "Ida"]).await.unwrap();
    assert!(admin(&data, &["delete", "Ida"]).await.is_err());
}

async fn without_a_server(data: Data) {
    let server = Server::start(&data).await;
    let ada = Api::account(&server, "Ada").await;
    let (game, players) = table(&server.rest(), &create("classic")).await;
    drop(players);
    server.stop().await;

    admin(&data, &["end", &game.to_string()]).await.unwrap();
    admin(&data, &["ban", &ada.id]).await.unwrap();
    let server = Server::start(&data).await;
    let shown = Api::nobody(&server)
        .read(&format!("/api/games/{game}"))
        .await;
    // By the real clock, which the command goes by, it may have fallen asleep long ago.
    assert_eq!(shown["status"], "finished");
    let ada =
        Api::nobody(&server).with("authorization", &format!("Bearer {}", ada.token().unwrap()));
    assert_eq!(refused(&ada.get("/api/me").await), "banned");
    let body = json!({ "name": "Ada", "password": PASSWORD });
    let taken = Api::nobody(&server).post("/api/accounts", body).await;
    assert_eq!(refused(&taken), "name_taken");
    expect(
        Api::nobody(&server).get("/api/rulesets").await,
        http::StatusCode::OK,
    );
}

async fn beside_a_server_no_tables_are_changed(data: Data) {
    let _server = Server::start(&data).await;
    let newest = "(SELECT MAX(version) FROM _sqlx_migrations)";
    sql::run(
        &data,
        &format!("DELETE FROM _sqlx_migrations WHERE version = {newest}"),
    )
    .await;
    let count = "SELECT COUNT(*) FROM _sqlx_migrations";
    let before = sql::number(&data, count).await;
    for words in [&["import", "/dev/null"][..], &["admin", "unban", "Ada"]] {
        let refused = command(&data, words).await.unwrap_err();
        assert!(refused.contains("not up to date"), "{refused}");
    }
    assert_eq!(sql::number(&data, count).await, before);
}
