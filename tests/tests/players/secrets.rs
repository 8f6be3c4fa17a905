//! What proves who somebody is: nowhere to be read, and only so many of them.

use std::fs;
use std::process::Command;

use halma_tests::{Data, Server, Setup, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, PASSWORD, expect, refused};

on_both_engines!(no_secret_is_stored_as_it_is, so_many_sessions_and_tokens);

/// Everything that is stored, as it lies there.
fn stored(data: &Data) -> Vec<u8> {
    match data.directory() {
        Some(dir) => {
            let files = fs::read_dir(dir).unwrap();
            let files = files.map(|file| fs::read(file.unwrap().path()).unwrap());
            files.collect::<Vec<_>>().concat()
        }
        None => {
            let dump = Command::new("pg_dump").arg(data.url().unwrap()).output();
            let dump = dump.unwrap();
            assert!(dump.status.success(), "{dump:?}");
            dump.stdout
        }
    }
}

async fn no_secret_is_stored_as_it_is(data: Data) {
    let server = Server::start(&data).await;
    let nobody = Api::nobody(&server);
    let guest = nobody.post("/api/guests", json!({ "name": "Ada" })).await;
    let guest = expect(guest, StatusCode::CREATED);
    let body = json!({ "name": "Ida Bell", "password": PASSWORD });
    let made = nobody.post("/api/accounts", body.clone()).await;
    let made = expect(made, StatusCode::CREATED);
    let ida = Api::of(&server, &made);
    let login = expect(
        nobody.post("/api/sessions", body).await,
        StatusCode::CREATED,
    );
    let program = ida.post("/api/tokens", json!({ "label": "bot" })).await;
    let program = expect(program, StatusCode::CREATED);
    let mut secrets = vec![PASSWORD];
    for answer in [&guest, &made, &login, &program] {
        secrets.push(answer["token"].as_str().unwrap());
    }
    let codes = made["recovery_codes"].as_array().unwrap();
    secrets.extend(codes.iter().filter_map(Value::as_str));
    server.stop().await;
    let stored = stored(&data);
    let holds = |text: &str| {
        stored
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    };
    assert!(holds("Ida Bell"), "what is no secret is there to be read");
    for secret in secrets {
        assert!(!holds(secret), "{secret} is there to be read");
    }
}

async fn so_many_sessions_and_tokens(data: Data) {
    let setup = Setup::with_flags(&data, &["--tokens-per-player", "4"]);
    let server = setup.start().await;
    let ada = Api::account(&server, "Ada").await;
    let program = async |api: &Api, n: u32| {
        let label = json!({ "label": format!("program {n}") });
        api.post("/api/tokens", label).await
    };
    let mut programs = Vec::new();
    for n in 1..4 {
        let made = expect(program(&ada, n).await, StatusCode::CREATED);
        programs.push(made["token"].as_str().unwrap().to_owned());
    }
    assert_eq!(
        ada.read("/api/me").await["name"],
        "Ada",
        "it has its place still"
    );
    // One more takes the place of the oldest login, of which there is but one.
    expect(program(&ada, 4).await, StatusCode::CREATED);
    assert_eq!(refused(&ada.get("/api/me").await), "bad_token");
    // What programs use is taken from nobody.
    let bearer = format!("Bearer {}", programs[0]);
    let first = Api::nobody(&server).with("authorization", &bearer);
    assert_eq!(refused(&program(&first, 5).await), "rate_limited");
    assert_eq!(
        first.read("/api/sessions").await.as_array().unwrap().len(),
        4
    );
}
