//! Real browsers: Chromium, driven by ChromeDriver over the WebDriver protocol.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use halma_core::{Seat, Square};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::http::Http;
use crate::port::free_port;
use crate::wait::eventually;

/// A ChromeDriver; it and its browsers end when this is dropped.
#[derive(Debug)]
pub struct Browsers {
    port: u16,
    driver: Child,
    opened: AtomicU32,
    /// Everything they write.
    dir: TempDir,
}

/// The one window of a browser that has a memory of its own.
#[derive(Debug)]
pub struct Window {
    driver: Http,
    /// Where its commands go.
    session: String,
}

/// What Chromium may do here: nothing but show our page.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1200,900",
];

/// What the protocol calls a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browsers {
    /// Starts the driver.
    ///
    /// # Panics
    ///
    /// If it is not installed.
    pub async fn start() -> Self {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| OsString::from("chromedriver"));
        let dir = tempfile::Builder::new()
            .prefix("halma-chromium-")
            .tempdir()
            .unwrap();
        let port = free_port();
        let driver = Command::new(&program)
            .arg(format!("--port={port}"))
            .env("TMPDIR", dir.path())
            .env("HOME", dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| {
                let program = program.display();
                panic!("{program}: {error}; `cargo xtask test --install` installs what is missing")
            });
        eventually("ChromeDriver", async || {
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()
        })
        .await;
        let opened = AtomicU32::new(0);
        Self {
            port,
            driver,
            opened,
            dir,
        }
    }

    /// Opens a page in a browser that has never been anywhere.
    ///
    /// # Panics
    ///
    /// If it does not open.
    pub async fn open(&self, url: &str) -> Window {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        let profile = self.dir.path().join(format!("profile-{number}"));
        let mut flags: Vec<String> = FLAGS.map(str::to_owned).into();
        flags.push(format!("--user-data-dir={}", profile.display()));
        let options = json!({ "goog:chromeOptions": { "args": flags } });
        let driver = Http::new(&format!("http://127.0.0.1:{}", self.port));
        let wish = json!({ "capabilities": { "alwaysMatch": options } });
        let begun = ask(&driver, "/session", &wish).await.unwrap();
        let id = begun["sessionId"].as_str().unwrap();
        let window = Window {
            session: format!("/session/{id}"),
            driver,
        };
        window.ask("url", &json!({ "url": url })).await.unwrap();
        window
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        // The driver ends its browsers if it is asked to; killed, it would leave them behind.
        let asked = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).and_then(|mut driver| {
            driver.set_read_timeout(Some(Duration::from_secs(20)))?;
            driver.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
            driver.read_to_end(&mut Vec::new())
        });
        if asked.is_err() {
            eprintln!(
                "ChromeDriver {:?} did not end its browsers",
                self.driver.id()
            );
        }
    }
}

impl Window {
    /// What a script in the page gives.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub async fn script(&self, script: &str) -> Value {
        let script = json!({ "script": script, "args": [] });
        self.ask("execute/sync", &script).await.unwrap()
    }

    /// Waits until the page shows the game after that event.
    pub async fn until_event(&self, seq: u64) {
        let name = format!("event {seq} on the page");
        eventually(&name, async || {
            let shown = self.script("return document.body.dataset.seq").await;
            (shown.as_str() == Some(&*seq.to_string())).then_some(())
        })
        .await;
    }

    /// Waits until the page says that its connection is, or is not, open.
    pub async fn until_connected(&self, connected: bool) {
        let name = format!("a page whose connection is open: {connected}");
        eventually(&name, async || {
            let status = self.script("return document.body.dataset.connection").await;
            ((status == "open") == connected).then_some(())
        })
        .await;
    }

    /// Clicks what a selector finds, once it is there and can be clicked.
    pub async fn click(&self, selector: &str) {
        let wanted = json!({ "using": "css selector", "value": selector });
        eventually(selector, async || {
            let found = self.ask("element", &wanted).await.ok()?;
            let click = format!("element/{}/click", found[ELEMENT].as_str()?);
            self.ask(&click, &json!({})).await.ok()
        })
        .await;
    }

    /// Presses a square of the board.
    pub async fn press(&self, square: Square) {
        self.click(&format!("[data-square=\"{square}\"]")).await;
    }

    /// The pieces that are shown, by their squares.
    ///
    /// # Panics
    ///
    /// If the page shows two on one square.
    pub async fn pieces(&self) -> BTreeMap<String, Seat> {
        let script = "return [...document.querySelectorAll('[data-piece]')] \
            .map((piece) => [piece.dataset.at, piece.dataset.piece])";
        let shown: Vec<(String, Seat)> = serde_json::from_value(self.script(script).await).unwrap();
        let pieces: BTreeMap<String, Seat> = shown.iter().cloned().collect();
        assert_eq!(pieces.len(), shown.len(), "{shown:?}");
        pieces
    }

    async fn ask(&self, command: &str, body: &Value) -> Result<Value, Value> {
        ask(&self.driver, &format!("{}/{command}", self.session), body).await
    }
}

/// Gives the driver a command; the error is its own word.
async fn ask(driver: &Http, path: &str, body: &Value) -> Result<Value, Value> {
    let answer = driver.post(path, None, body).await;
    let value = answer.json::<Value>()["value"].take();
    if answer.status.is_success() {
        Ok(value)
    } else {
        Err(value)
    }
}
