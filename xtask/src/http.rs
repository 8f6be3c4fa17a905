//! As much HTTP as it takes to ask a server on this machine.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A server by its `host:port`.
pub(crate) struct Server {
    pub(crate) address: String,
}

impl Server {
    /// The body of a page, if its answer is a success.
    pub(crate) fn get(&self, path: &str) -> Result<String> {
        self.request("GET", path, None, "")
    }

    /// A JSON document.
    pub(crate) fn get_json(&self, path: &str) -> Result<Value> {
        Ok(serde_json::from_str(&self.get(path)?)?)
    }

    /// What the server answers to a JSON document.
    pub(crate) fn post_json(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value> {
        Ok(serde_json::from_str(&self.request(
            "POST",
            path,
            token,
            &body.to_string(),
        )?)?)
    }

    fn request(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let authorization = token
            .map(|token| format!("Authorization: Bearer {token}\r\n"))
            .unwrap_or_default();
        let address = &self.address;
        let length = body.len();
        // An answer to HTTP/1.0 comes in one piece and ends with the connection.
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{authorization}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer
            .split_once("\r\n\r\n")
            .context("the answer has no end of its head")?;
        let status = head.split(' ').nth(1).unwrap_or_default();
        if !status.starts_with('2') {
            bail!("{method} {path}: HTTP {status} {body}");
        }
        Ok(body.to_owned())
    }
}
