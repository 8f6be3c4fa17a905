//! Where a transcript is played: its people, their connections and a real server.

use std::collections::BTreeMap;
use std::time::Duration;

use halma_tests::{Answer, Http, Said, Socket};
use http::Method;
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::host::Host;
use crate::template::Names;

/// How long nothing must come before a new transcript counts as quiet.
const QUIET: Duration = Duration::from_millis(250);

/// A server and whoever speaks with it.
pub(crate) struct Stage {
    host: Host,
    http: Http,
    pub(crate) names: Names,
    sockets: BTreeMap<String, Socket>,
    answers: BTreeMap<String, Answer>,
}

impl Stage {
    pub(crate) async fn new(transcript: &str) -> Self {
        let host = Host::new(transcript).await;
        Self {
            http: host.http(),
            host,
            names: Names::default(),
            sockets: BTreeMap::new(),
            answers: BTreeMap::new(),
        }
    }

    /// Does what a line says somebody does.
    pub(crate) async fn act(&mut self, who: &str, what: &str) {
        let what = self.names.filled(what);
        if who == "host" {
            self.host.act(&what).await;
            return;
        }
        let words: Vec<&str> = what.splitn(3, ' ').collect();
        match *words.as_slice() {
            ["open"] => {
                let socket = Socket::open(&self.host.url(), None).await;
                assert!(
                    self.sockets.insert(who.to_owned(), socket).is_none(),
                    "{who} has a socket"
                );
            }
            // The connection is just gone, as when a cable is pulled.
            ["break"] => drop(self.sockets.remove(who)),
            ["binary", bytes] => {
                let frame = Message::binary(bytes.as_bytes().to_vec());
                self.socket(who).send(frame).await;
            }
            ["long", length] => {
                let text = "x".repeat(length.parse().unwrap());
                self.socket(who).say(text).await;
            }
            [
                method @ ("GET" | "POST" | "PUT" | "PATCH" | "DELETE"),
                path,
                ..,
            ] => {
                let body = words.get(2).copied().unwrap_or_default();
                let answer = self.ask(who, method, path, body).await;
                self.answers.insert(who.to_owned(), answer);
            }
            _ => self.socket(who).say(what).await,
        }
    }

    async fn ask(&self, who: &str, method: &str, path: &str, body: &str) -> Answer {
        let token = self.names.get(&format!("${}_TOKEN", who.to_uppercase()));
        let bearer = format!("Bearer {}", token.unwrap_or_default());
        let mut headers = Vec::new();
        headers.extend(token.map(|_| ("authorization", &*bearer)));
        headers.extend((!body.is_empty()).then_some(("content-type", "application/json")));
        let method: Method = method.parse().unwrap();
        self.http.send(method, path, &headers, body).await
    }

    fn socket(&mut self, who: &str) -> &mut Socket {
        let socket = self.sockets.get_mut(who);
        socket.unwrap_or_else(|| panic!("{who} has no socket"))
    }

    /// What somebody hears next, as a line has it.
    pub(crate) async fn hear(&mut self, who: &str) -> String {
        if let Some(answer) = self.answers.remove(who) {
            let status = answer.status.as_u16();
            return format!("{status} {}", answer.body).trim().to_owned();
        }
        let said = self.socket(who).hear().await;
        self.told(who, said)
    }

    fn told(&mut self, who: &str, said: Said) -> String {
        match said {
            Said::Message(message) => serde_json::to_string(&message).unwrap(),
            Said::Closed(code) => {
                self.sockets.remove(who);
                format!("closed {code}")
            }
        }
    }

    /// Whatever anybody hears until all is quiet, for a new transcript.
    pub(crate) async fn overhear(&mut self) -> Vec<(String, String)> {
        let mut heard = Vec::new();
        for who in self.answers.keys().cloned().collect::<Vec<_>>() {
            heard.push((who.clone(), self.hear(&who).await));
        }
        for who in self.sockets.keys().cloned().collect::<Vec<_>>() {
            while let Some(socket) = self.sockets.get_mut(&who) {
                match timeout(QUIET, socket.hear()).await {
                    Ok(said) => heard.push((who.clone(), self.told(&who, said))),
                    Err(_) => break,
                }
            }
        }
        heard
    }

    /// Nobody hears more than the transcript says.
    pub(crate) async fn end(mut self) {
        for (who, socket) in &mut self.sockets {
            // Everything that was under way comes before the answer to this.
            socket.say(r#"{"type":"ping","id":"the-end"}"#).await;
            let said = socket.hear().await;
            let Said::Message(message) = &said else {
                panic!("{who} also hears {said:?}");
            };
            let message: Value = serde_json::to_value(message).unwrap();
            let pong = message["type"] == "pong" && message["id"] == "the-end";
            // Who has not said hello, or has said too much, is told so instead.
            let refused = message["code"] == "hello_first" || message["code"] == "rate_limited";
            assert!(pong || refused, "{who} also hears {message}");
        }
    }
}
