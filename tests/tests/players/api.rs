//! Requests as somebody: a guest, an account, a browser with a cookie.

use std::process::Command;

use halma_tests::{Answer, Data, Http, Server, program};
use http::{Method, StatusCode};
use serde_json::{Value, json};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// Somebody who asks.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    http: Http,
    pub(crate) id: String,
    headers: Vec<(String, String)>,
}

impl Api {
    /// Nobody.
    pub(crate) fn nobody(server: &Server) -> Self {
        Self {
            http: server.http(),
            id: String::new(),
            headers: Vec::new(),
        }
    }

    /// A new guest.
    pub(crate) async fn guest(server: &Server, name: &str) -> Self {
        let made = Self::nobody(server)
            .post("/api/guests", json!({ "name": name }))
            .await;
        Self::of(server, &expect(made, StatusCode::CREATED))
    }

    /// A new account.
    pub(crate) async fn account(server: &Server, name: &str) -> Self {
        let body = json!({ "name": name, "password": PASSWORD });
        let made = Self::nobody(server).post("/api/accounts", body).await;
        Self::of(server, &expect(made, StatusCode::CREATED))
    }

    /// Whoever this answer lets in.
    pub(crate) fn of(server: &Server, answer: &Value) -> Self {
        let mut api = Self::nobody(server);
        api.id = answer["player"]["id"].as_str().unwrap().to_owned();
        match answer["token"].as_str() {
            Some(token) => api.with("authorization", &format!("Bearer {token}")),
            None => api,
        }
    }

    /// The same with one more header.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The token, if it has one.
    pub(crate) fn token(&self) -> Option<&str> {
        let header = self
            .headers
            .iter()
            .find(|(name, _)| name == "authorization");
        header.and_then(|(_, value)| value.strip_prefix("Bearer "))
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut headers: Vec<(&str, &str)> = self
            .headers
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        if body.is_some() {
            headers.push(("content-type", "application/json"));
        }
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        self.http.send(method, path, &headers, &body).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// The JSON that is there.
    pub(crate) async fn read(&self, path: &str) -> Value {
        expect(self.get(path).await, StatusCode::OK)
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub(crate) async fn put(&self, path: &str) -> Answer {
        self.send(Method::PUT, path, None).await
    }

    pub(crate) async fn delete(&self, path: &str, body: Option<Value>) -> Answer {
        self.send(Method::DELETE, path, body).await
    }
}

/// The JSON of an answer with this status.
pub(crate) fn expect(answer: Answer, status: StatusCode) -> Value {
    assert_eq!(answer.status, status, "{}", answer.body);
    if answer.body.is_empty() {
        Value::Null
    } else {
        answer.json()
    }
}

/// The code of a refusal.
pub(crate) fn refused(answer: &Answer) -> String {
    let problem = answer.problem();
    serde_json::to_value(problem.code)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

/// Runs `halma-server` on this data and gives what it printed, or why it failed.
pub(crate) async fn command(data: &Data, words: &[&str]) -> Result<String, String> {
    let mut command = Command::new(program("halma-server"));
    command
        .args(data.flags())
        .args(words)
        .env_remove("DATABASE_URL");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(text(&output.stderr))
    }
}
