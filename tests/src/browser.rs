//! Real browsers: Chromium, driven by ChromeDriver over the WebDriver protocol.

mod driver;
mod hands;
mod line;
mod look;
mod shifts;
mod window;

pub mod keys;

use std::env;
use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpStream};
use std::process::Stdio;
use std::sync::Mutex;

use serde_json::json;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::port::free_port;
use crate::wait::eventually;
use driver::Driver;

pub use hands::{Pointer, Step};
pub use look::Look;
pub use window::Window;

/// A ChromeDriver; it and its browsers end when this is dropped.
#[derive(Debug)]
pub struct Browsers {
    driver: Driver,
    program: Child,
    /// Whoever has been opened, to be asked at the end.
    opened: Mutex<Vec<Window>>,
    /// Everything they write.
    dir: TempDir,
}

/// What Chromium may do here: nothing but show our page.
const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    // A name that is not this machine's own, for what browsers do only over HTTPS or at home.
    "--host-resolver-rules=MAP halma.test 127.0.0.1",
];

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
        let program = Command::new(&program)
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
        Self {
            driver: Driver::at(port),
            program,
            opened: Mutex::default(),
            dir,
        }
    }

    /// Opens a page in a browser that has never been anywhere.
    ///
    /// # Panics
    ///
    /// If it does not open.
    pub async fn open(&self, url: &str) -> Window {
        self.open_as(&Look::default(), url).await
    }

    /// Opens a page in a browser that looks like that, and has never been anywhere.
    ///
    /// # Panics
    ///
    /// If it does not open.
    pub async fn open_as(&self, look: &Look, url: &str) -> Window {
        let profile = tempfile::Builder::new()
            .prefix("profile-")
            .tempdir_in(&self.dir)
            .unwrap()
            .keep();
        let mut flags: Vec<String> = FLAGS.map(str::to_owned).into();
        flags.push(format!("--user-data-dir={}", profile.display()));
        flags.push(format!("--accept-lang={}", look.language));
        let wish = json!({
            "goog:chromeOptions": { "args": flags },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let window = Window::new(&self.driver, &wish).await;
        // A browser that comes to another site may paint once before it looks as it is told.
        let site = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        window.go(&format!("{site}/healthz")).await;
        look.give(&window).await;
        window.watch_shifts().await;
        window.go(url).await;
        self.opened.lock().unwrap().push(window.clone());
        window
    }

    /// Ends the browsers, if none of them has had anything to complain about, nor moved what it
    /// showed.
    ///
    /// # Panics
    ///
    /// If one has.
    pub async fn end(self) {
        self.end_but(&[]).await;
    }

    /// The same, though they may have complained in these words.
    ///
    /// # Panics
    ///
    /// If one has done it in others.
    pub async fn end_but(self, words: &[&str]) {
        let opened = self.opened.lock().unwrap().clone();
        for window in opened {
            window.check(words).await;
            window.check_still().await;
        }
    }

    /// The same where what was shown has been moved by what hands have asked for, and the server
    /// took its time to do it.
    ///
    /// # Panics
    ///
    /// If one has complained in other words.
    pub async fn end_though_moved(self, words: &[&str]) {
        let opened = self.opened.lock().unwrap().clone();
        for window in opened {
            window.check(words).await;
        }
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for window in self.opened.lock().unwrap().iter() {
                window.tell();
            }
        }
        // The driver ends its browsers if it is asked to; killed, it would leave them behind.
        if self.driver.ask_now("/shutdown", None).is_err() {
            eprintln!(
                "ChromeDriver {:?} did not end its browsers",
                self.program.id()
            );
        }
    }
}
