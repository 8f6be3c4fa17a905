//! Logins that fail slow the next ones down, and lock nobody out.

use std::time::Duration;

use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Setup, on_both_engines, soon};
use http::StatusCode;
use serde_json::json;
use tokio::task::JoinSet;

use crate::api::{Api, PASSWORD, expect, refused};

on_both_engines!(
    guessing,
    hundreds_at_once,
    one_address_is_in_its_own_way_only
);

async fn guessing(data: Data) {
    let clock = Clock::manual(NOW);
    let flags = ["--trusted-proxies", "127.0.0.1"];
    let server = Setup::with_flags(&data, &flags).clock(&clock).start().await;
    Api::account(&server, "Ada").await;
    let thief = Api::nobody(&server).with("x-forwarded-for", "10.0.0.1, 203.0.113.7");
    let owner = Api::nobody(&server).with("x-forwarded-for", "203.0.113.7, 198.51.100.1");
    let login = |password: &str| json!({ "name": "Ada", "password": password });
    for _ in 0..3 {
        let wrong = thief.post("/api/sessions", login("guess number 1")).await;
        assert_eq!(refused(&wrong), "wrong_login");
    }
    // The next guess waits, though it is right; the owner elsewhere does not.
    let guess = tokio::spawn({
        let (thief, body) = (thief.clone(), login(PASSWORD));
        async move { thief.post("/api/sessions", body).await }
    });
    expect(
        owner.post("/api/sessions", login(PASSWORD)).await,
        StatusCode::CREATED,
    );
    assert!(!guess.is_finished());
    halma_tests::eventually("the guess, once its time has come", async || {
        clock.advance(Duration::from_millis(250));
        guess.is_finished().then_some(())
    })
    .await;
    assert_eq!(guess.await.unwrap().status, StatusCode::CREATED);

    // An unknown name is answered like a wrong password.
    let unknown = json!({ "name": "Nobody I know", "password": PASSWORD });
    assert_eq!(
        refused(&owner.post("/api/sessions", unknown).await),
        "wrong_login"
    );
}

async fn hundreds_at_once(data: Data) {
    let server = Setup::with_flags(&data, &["--trusted-proxies", "127.0.0.1"])
        .start()
        .await;
    Api::account(&server, "Ada").await;
    let attempts = (0..200_u32).map(|n| {
        let from =
            Api::nobody(&server).with("x-forwarded-for", &format!("10.0.{}.{}", n / 200, n % 200));
        async move {
            let password = if n % 2 == 0 {
                PASSWORD
            } else {
                "not the password"
            };
            (
                n,
                from.post(
                    "/api/sessions",
                    json!({ "name": "Ada", "password": password }),
                )
                .await,
            )
        }
    });
    let mut let_in = 0;
    for (n, answer) in futures_util::future::join_all(attempts).await {
        // Whoever cannot be seen to is told to come back; nobody gets in by a wrong password.
        match answer.status {
            StatusCode::SERVICE_UNAVAILABLE => {}
            status if n % 2 == 0 => {
                assert_eq!(status, StatusCode::CREATED);
                let_in += 1;
            }
            status => assert_eq!(status, StatusCode::UNAUTHORIZED),
        }
    }
    assert!(let_in > 0, "those who are not seen to are not all");
    assert!(server.http().get("/healthz").await.status.is_success());
}

/// However many logins an address has waiting, others log in.
async fn one_address_is_in_its_own_way_only(data: Data) {
    const ALLOWED: usize = 64;
    const ASKED: usize = 260;
    // So many failures of one address make its next login wait, for the clock stands still.
    const FREE: usize = 20;
    let flags = ["--trusted-proxies", "127.0.0.1"];
    let server = Setup::with_flags(&data, &flags).start().await;
    let ada = Api::account(&server, "Ada").await;
    let thief = Api::nobody(&server).with("x-forwarded-for", "203.0.113.7");
    let guess = |n: usize| {
        let (thief, body) = (
            thief.clone(),
            json!({ "name": format!("Nobody {n}"), "password": "guess number 1" }),
        );
        async move { thief.post("/api/sessions", body).await }
    };
    for n in 0..FREE {
        assert_eq!(refused(&guess(n).await), "wrong_login");
    }
    let mut guesses: JoinSet<_> = (0..ASKED).map(guess).collect();
    for _ in ALLOWED..ASKED {
        let refusal = soon("a refusal", guesses.join_next()).await;
        assert_eq!(refused(&refusal.unwrap().unwrap()), "rate_limited");
    }
    let owner = Api::nobody(&server).with("x-forwarded-for", "198.51.100.1");
    let login = json!({ "name": "Ada", "password": PASSWORD });
    let answer = expect(
        owner.post("/api/sessions", login).await,
        StatusCode::CREATED,
    );
    assert_eq!(answer["player"]["id"], ada.id);
    assert_eq!(guesses.len(), ALLOWED, "the others wait");
}
