//! One browser's one window: where it is, what it shows.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use halma_core::{Seat, Square};
use halma_protocol::Guest;
use serde_json::{Value, json};

use super::driver::Driver;
use super::hands::cell;
use crate::wait::eventually;

/// The one window of a browser that has a memory of its own.
#[derive(Debug, Clone)]
pub struct Window {
    driver: Driver,
    /// Where its commands go.
    session: String,
}

/// What the protocol calls a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Window {
    pub(super) async fn new(driver: &Driver, wish: &Value) -> Self {
        let wish = json!({ "capabilities": { "alwaysMatch": wish } });
        let begun = driver.ask("/session", &wish).await.unwrap();
        let id = begun["sessionId"].as_str().unwrap();
        Self {
            driver: driver.clone(),
            session: format!("/session/{id}"),
        }
    }

    pub(super) async fn ask(&self, command: &str, body: &Value) -> Result<Value, Value> {
        let path = format!("{}/{command}", self.session);
        self.driver.ask(&path, body).await
    }

    /// Runs a command of the browser's own tools.
    ///
    /// # Panics
    ///
    /// If it has none of that name.
    pub async fn tools(&self, command: &str, params: Value) {
        let body = json!({ "cmd": command, "params": params });
        self.ask("goog/cdp/execute", &body).await.unwrap();
    }

    /// What it shows as a PNG file, so many times enlarged: all that can be seen, or the `whole` page.
    ///
    /// # Panics
    ///
    /// If the browser draws none.
    pub async fn picture(&self, scale: f64, whole: bool) -> Vec<u8> {
        let page = "document.documentElement";
        let size = if whole {
            format!("[{page}.scrollWidth, {page}.scrollHeight]")
        } else {
            "[innerWidth, innerHeight]".to_owned()
        };
        let size = self.script(&format!("return {size}")).await;
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": scale });
        let params = json!({ "captureBeyondViewport": whole, "clip": clip });
        let body = json!({ "cmd": "Page.captureScreenshot", "params": params });
        let drawn = self.ask("goog/cdp/execute", &body).await.unwrap();
        BASE64.decode(drawn["data"].as_str().unwrap()).unwrap()
    }

    pub(super) async fn run(&self, script: &str, args: &[Value]) -> Result<Value, Value> {
        let script = json!({ "script": script, "args": args });
        self.ask("execute/sync", &script).await
    }

    /// Goes to an address.
    ///
    /// # Panics
    ///
    /// If it cannot.
    pub async fn go(&self, url: &str) {
        self.ask("url", &json!({ "url": url })).await.unwrap();
    }

    /// Loads the page anew.
    ///
    /// # Panics
    ///
    /// If it cannot.
    pub async fn reload(&self) {
        self.ask("refresh", &json!({})).await.unwrap();
    }

    /// Goes back to the page before.
    ///
    /// # Panics
    ///
    /// If it cannot.
    pub async fn back(&self) {
        self.ask("back", &json!({})).await.unwrap();
    }

    /// Makes this browser remember that it is that guest, and loads its page anew.
    pub async fn be(&self, guest: &Guest) {
        let remember = "localStorage.setItem('halma.guests', JSON.stringify([arguments[0]]))";
        self.run(remember, &[json!(guest)]).await.unwrap();
        self.reload().await;
    }

    /// What a script in the page gives.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub async fn script(&self, script: &str) -> Value {
        self.run(script, &[]).await.unwrap()
    }

    /// What a script in the page gives to the function it is given.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub async fn script_later(&self, script: &str) -> Value {
        let script = json!({ "script": script, "args": [] });
        self.ask("execute/async", &script).await.unwrap()
    }

    /// Waits until a condition, written as a script's expression, holds in the page.
    pub async fn until(&self, condition: &str) {
        // The page itself looks again and again, which spares the driver the asking.
        let script = format!(
            "const [done] = arguments;
             const enough = performance.now() + 2000;
             const holds = () => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }};
             (function look() {{
                 const held = holds();
                 if (held || performance.now() > enough) done(held); else setTimeout(look, 5);
             }})();"
        );
        let body = json!({ "script": script, "args": [] });
        eventually(condition, async || {
            let held = self.ask("execute/async", &body).await;
            (held == Ok(Value::Bool(true))).then_some(())
        })
        .await;
    }

    /// Waits until something is there to be seen.
    pub async fn until_shown(&self, selector: &str) {
        let quoted = json!(selector);
        self.until(&format!(
            "document.querySelector({quoted})?.checkVisibility()"
        ))
        .await;
    }

    /// Waits until nothing of this is to be seen.
    pub async fn until_hidden(&self, selector: &str) {
        let quoted = json!(selector);
        self.until(&format!(
            "!document.querySelector({quoted})?.checkVisibility()"
        ))
        .await;
    }

    /// Waits until the text of something has these words in it.
    pub async fn until_text(&self, selector: &str, words: &str) {
        let (selector, words) = (json!(selector), json!(words));
        self.until(&format!(
            "document.querySelector({selector})?.innerText.includes({words})"
        ))
        .await;
    }

    /// Keeps all that something says from now on, for [`until_said`](Self::until_said).
    ///
    /// # Panics
    ///
    /// If it is not there.
    pub async fn listen_to(&self, selector: &str) {
        let listen = "
            const said = document.querySelector(arguments[0]);
            window.halmaTestsSaid = [];
            new MutationObserver(() => window.halmaTestsSaid.push(said.textContent))
                .observe(said, { childList: true, characterData: true, subtree: true });";
        self.run(listen, &[json!(selector)]).await.unwrap();
    }

    /// Waits until what is listened to has said these words, be it only for a moment.
    pub async fn until_said(&self, words: &str) {
        let words = json!(words);
        self.until(&format!(
            "window.halmaTestsSaid.some((said) => said.includes({words}))"
        ))
        .await;
    }

    /// Waits until the page shows the game after that event.
    pub async fn until_event(&self, seq: u64) {
        self.until(&format!("document.body.dataset.seq === '{seq}'"))
            .await;
    }

    /// Waits until the page shows the game after that event, or a later one.
    pub async fn until_reached(&self, seq: u64) {
        self.until(&format!("Number(document.body.dataset.seq) >= {seq}"))
            .await;
    }

    /// Waits until the page says that its connection is, or is not, open.
    pub async fn until_connected(&self, connected: bool) {
        let status = "(document.body.dataset.connection === 'open')";
        self.until(&format!("{status} === {connected}")).await;
    }

    /// The text of something as it is to be seen.
    ///
    /// # Panics
    ///
    /// If it is not there.
    pub async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0]).innerText";
        let text = self.run(script, &[json!(selector)]).await.unwrap();
        text.as_str().unwrap().to_owned()
    }

    /// How many of these there are.
    ///
    /// # Panics
    ///
    /// If the selector is none.
    pub async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        let count = self.run(script, &[json!(selector)]).await.unwrap();
        count.as_u64().unwrap()
    }

    /// Clicks what a selector finds, once it is there and can be clicked.
    pub async fn click(&self, selector: &str) {
        // The driver clicks disabled buttons as well, to no effect.
        let enabled = format!("{selector}:not(:disabled)");
        let wanted = json!({ "using": "css selector", "value": enabled });
        eventually(selector, async || {
            let found = self.ask("element", &wanted).await.ok()?;
            let click = format!("element/{}/click", found[ELEMENT].as_str()?);
            self.ask(&click, &json!({})).await.ok()
        })
        .await;
    }

    /// Chooses an option of a list.
    pub async fn choose(&self, selector: &str, value: &str) {
        self.click(&format!("{selector} option[value=\"{value}\"]"))
            .await;
    }

    /// Presses a square of the board.
    pub async fn press(&self, square: Square) {
        self.click(&cell(square)).await;
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

    /// Checks that the browser has complained in no other words.
    pub(super) async fn check(&self, words: &[&str]) {
        let log = self.ask("se/log", &json!({ "type": "browser" })).await;
        let log: Vec<Value> = serde_json::from_value(log.unwrap()).unwrap();
        // What the browser asks for by itself where it shows no page of ours.
        let own = |message: &&str| !message.contains("/favicon.ico ");
        let complaints: Vec<&str> = log
            .iter()
            .filter_map(|entry| entry["message"].as_str())
            .filter(own)
            .filter(|message| !words.iter().any(|word| message.contains(word)))
            .collect();
        assert!(complaints.is_empty(), "the browser says {complaints:#?}");
    }

    /// Writes down what it shows and what it complains about, for a test that has failed.
    pub(super) fn tell(&self) {
        let shown = "return location.href + '\\n' + document.body.innerText.slice(0, 1500)";
        let asked = [
            ("execute/sync", json!({ "script": shown, "args": [] })),
            ("se/log", json!({ "type": "browser" })),
        ];
        for (command, body) in asked {
            let path = format!("{}/{command}", self.session);
            let said = self.driver.ask_now(&path, Some(&body));
            let said = said.unwrap_or_else(|error| error.to_string());
            eprintln!("--- {command}: {said}");
        }
    }
}
