//! Plain HTTP requests, for what the client library would not do.

use halma_protocol::Problem;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::wait::soon;

/// Requests to one server.
#[derive(Debug, Clone)]
pub struct Http {
    url: String,
    client: Client<HttpConnector, String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Http {
    /// Requests to the server at this address.
    pub fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            client: Client::builder(TokioExecutor::new()).build_http(),
        }
    }

    /// Sends a request; none if nobody answers.
    ///
    /// # Panics
    ///
    /// If the request itself is none.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Option<Answer> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.to_owned()).unwrap();
        let response = soon(path, self.client.request(request)).await.ok()?;
        let (parts, body) = response.into_parts();
        let body = soon(path, body.collect()).await.ok()?.to_bytes();
        Some(Answer {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        })
    }

    /// Sends a request.
    ///
    /// # Panics
    ///
    /// If nobody answers.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let answer = self.try_send(method, path, headers, body).await;
        answer.unwrap_or_else(|| panic!("{} does not answer", self.url))
    }

    /// `GET` as nobody.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], "").await
    }

    /// `POST` with JSON, as whoever the token speaks for.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        let bearer = format!("Bearer {}", token.unwrap_or_default());
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(token.map(|_| ("authorization", &*bearer)));
        self.send(Method::POST, path, &headers, &body.to_string())
            .await
    }
}

impl Answer {
    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// If it is not that.
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The body as the problem that every refusal is.
    ///
    /// # Panics
    ///
    /// If it is none, or does not fit its status.
    pub fn problem(&self) -> Problem {
        let kind = self.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok());
        assert_eq!(kind, Some("application/problem+json"), "{}", self.body);
        let problem: Problem = self.json();
        assert_eq!(problem.status, self.status.as_u16(), "{}", self.body);
        assert!(!problem.title.is_empty() && !problem.detail.is_empty());
        problem
    }
}
