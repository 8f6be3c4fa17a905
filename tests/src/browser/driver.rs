//! What the driver is asked: JSON over HTTP.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use crate::http::Http;

/// Where a driver listens.
#[derive(Debug, Clone)]
pub(super) struct Driver {
    port: u16,
    http: Http,
}

impl Driver {
    pub(super) fn at(port: u16) -> Self {
        let http = Http::new(&format!("http://127.0.0.1:{port}"));
        Self { port, http }
    }

    /// Gives a command; the error is the driver's own word.
    pub(super) async fn ask(&self, path: &str, body: &Value) -> Result<Value, Value> {
        let answer = self.http.post(path, None, body).await;
        let value = answer.json::<Value>()["value"].take();
        if answer.status.is_success() {
            Ok(value)
        } else {
            Err(value)
        }
    }

    /// Gives a command where nothing can be awaited, and gives the body of its answer.
    pub(super) fn ask_now(&self, path: &str, body: Option<&Value>) -> io::Result<String> {
        let mut driver = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        driver.set_read_timeout(Some(Duration::from_secs(20)))?;
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        write!(
            driver,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}",
        )?;
        // It keeps the connection open whatever it is asked: the answer ends where its head says.
        let mut answer = BufReader::new(driver);
        let mut length = 0;
        let mut line = String::new();
        while answer.read_line(&mut line)? > 2 {
            let given = line.to_ascii_lowercase();
            if let Some(given) = given.strip_prefix("content-length:") {
                length = given.trim().parse().map_err(io::Error::other)?;
            }
            line.clear();
        }
        let mut body = vec![0; length];
        answer.read_exact(&mut body)?;
        Ok(String::from_utf8_lossy(&body).into_owned())
    }
}
