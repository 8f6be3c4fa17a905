//! Every page: nothing keeps anybody out, nothing is too wide, nothing is done that its policy
//! forbids.

use std::env;
use std::fs;

use futures_util::future::join_all;
use halma_tests::{Browsers, Look, Pointer, Window, create};
use serde_json::{Value, json};

use crate::scene::Scene;
use crate::states::{PAGES, States};

/// Finds what is serious for somebody, and says where.
const LOOK_OVER: &str = "
    const [done] = arguments;
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => done(violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`)])));";

#[tokio::test(flavor = "multi_thread")]
async fn light_pages_keep_nobody_out() {
    look_over(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dark_pages_keep_nobody_out() {
    look_over(true).await;
}

async fn look_over(dark: bool) {
    let scene = Scene::new().await;
    let axe = axe();
    let states = States::new(&scene.server).await;
    let wide = Look {
        dark,
        ..Look::default()
    };
    let narrow = Look {
        dark,
        width: 320,
        height: 640,
        ..Look::phone()
    };
    join_all(
        [wide, narrow]
            .iter()
            .map(|look| states.look_over(&scene.browsers, look, &axe)),
    )
    .await;
    scene.browsers.end_but(&[MISSING]).await;
}

/// What a browser says of the game that is not there.
const MISSING: &str = "404 (Not Found)";

impl States {
    /// Looks over every page, one after another.
    async fn look_over(&self, browsers: &Browsers, look: &Look, axe: &str) {
        let window = browsers.open_as(look, &self.site).await;
        window.be(&self.guest).await;
        let page = Page {
            window: &window,
            axe,
        };
        let player = format!("#/player/{}", self.guest.player.id);
        for path in PAGES.into_iter().chain([&*player]) {
            window.go(&format!("{}/{path}", self.site)).await;
            let name = path.split('/').nth(1).unwrap();
            let name = if name.is_empty() { "home" } else { name };
            window
                .until(&format!(
                    "document.body.dataset.page === '{name}' && document.querySelector('h1')"
                ))
                .await;
            page.look_over(path).await;
        }
        window.go(&self.waiting).await;
        window.until_shown("[data-test=copy-link]").await;
        page.look_over("a game that waits").await;
        window.go(&self.offered).await;
        window.until_shown("[data-test=accept]").await;
        page.look_over("a draw offered").await;
        window.go(&self.finished).await;
        window.until_shown("[data-test=result]").await;
        page.look_over("a result").await;
        window.click("[data-test=menu]").await;
        page.look_over("a menu").await;
        window.keys("?").await;
        window.until_shown("[data-test=key-help]").await;
        page.look_over("the keys").await;
        window.go(&self.alone).await;
        window.until_shown(".movable > [data-square=a1]").await;
        let pointer = if look.touch {
            Pointer::Touch
        } else {
            Pointer::Mouse
        };
        window
            .tap_squares(pointer, &["a1".parse().unwrap(), "e5".parse().unwrap()])
            .await;
        window.until_shown(".ghost").await;
        page.look_over("a preview").await;
        window.click("[data-test=cancel]").await;
        window.keys("m").await;
        window.until_shown("[data-test=typed]").await;
        page.look_over("a move typed").await;
        window
            .go(&format!("{}/#/game/{}", self.site, uuid::Uuid::nil()))
            .await;
        window.until_shown(".missing").await;
        page.look_over("no game").await;
    }
}

/// A page to be looked over.
struct Page<'a> {
    window: &'a Window,
    axe: &'a str,
}

impl Page<'_> {
    async fn look_over(&self, name: &str) {
        // Whatever fades in has done so, and what a fetch brings is there.
        self.window.until_answered().await;
        self.window
            .until("document.getAnimations().length === 0")
            .await;
        self.window.script(self.axe).await;
        let found = self.window.script_later(LOOK_OVER).await;
        assert_eq!(found, json!([]), "{name}: {found:#}");
        let wide = "return document.documentElement.scrollWidth - innerWidth";
        assert_eq!(self.window.script(wide).await, 0, "{name} is too wide");
    }
}

/// The script that finds what keeps people out.
fn axe() -> String {
    let path = env::var("HALMA_TEST_AXE").unwrap_or_else(|_| {
        panic!("HALMA_TEST_AXE is not set; `cargo xtask test` installs axe and says where it is")
    });
    fs::read_to_string(path).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_policy_is_strict_and_holds() {
    let scene = Scene::new().await;
    let sent = scene.server.http().get("/").await;
    let policy = sent.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("default-src 'self'") && !policy.contains("unsafe"),
        "{policy}"
    );
    for source in policy
        .split(';')
        .flat_map(|part| part.split_whitespace().skip(1))
    {
        assert!(matches!(source, "'self'" | "'none'"), "{source} is let in");
    }
    let window = scene.browsers.open(&scene.server.url()).await;
    let forbidden = "
        const [done] = arguments;
        const refused = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            refused.push(effectiveDirective);
            if (refused.length === 3) done(refused.sort());
        });
        document.body.setAttribute('style', 'color: red');
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        try { new WebSocket('ws://halma.test:9'); } catch { /* Refused at once. */ }";
    let refused = window.script_later(forbidden).await;
    assert_eq!(
        refused,
        json!(["connect-src", "script-src-elem", "style-src-attr"])
    );
    assert_eq!(
        window.script("return window.ran ?? null").await,
        Value::Null
    );
    scene.browsers.end_but(&["Content Security Policy"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_copied_even_where_the_browser_trusts_nobody() {
    let scene = Scene::new().await;
    let made = scene.make(&create("classic")).await;
    let url = format!(
        "http://halma.test:{}/#/game/{}",
        scene.server.port(),
        made.id
    );
    let window = scene.browsers.open(&url).await;
    assert_eq!(window.script("return isSecureContext").await, false);
    window.click("[data-test=take-seat-white]").await;
    window.until_shown("[data-test=copy-link]").await;
    window.listen_to("[data-test=copy-link]").await;
    window.click("[data-test=copy-link]").await;
    window.until_said("Copied").await;
    scene.browsers.end().await;
}
