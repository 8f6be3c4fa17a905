//! Accounts: made, entered, looked after and given up, all on the page.

use halma_tests::Window;
use http::Method;

use crate::scene::Scene;

const PASSWORD: &str = "correct horse";
const OTHER: &str = "battery staple";
const CODES: &str = "[data-test=codes]";
const FORMS: &str = "[data-test=register]";

/// What a browser says by itself of an answer that refuses something.
const REFUSED: [&str; 1] = ["Failed to load resource"];

/// Somebody at the page of accounts.
struct Account {
    window: Window,
    /// The recovery codes that were shown last.
    codes: Vec<String>,
}

impl Account {
    /// Makes an account in a browser of its own.
    async fn new(scene: &Scene, name: &str) -> Self {
        let window = open(scene).await;
        window.fill("[data-test=register-name]", name).await;
        register(window, PASSWORD).await
    }

    /// Opens a part of the page that is folded up.
    async fn unfold(&self, form: &str) {
        let summary = format!("details:not([open]):has([data-test={form}]) > summary");
        self.window.click(&summary).await;
    }

    /// Makes new recovery codes.
    async fn renew(&mut self) {
        self.unfold("renew").await;
        self.window
            .fill("[data-test=renew-password]", PASSWORD)
            .await;
        self.window.click("[data-test=renew-send]").await;
        self.codes = codes(&self.window).await;
    }
}

/// Opens the page of accounts in a browser of its own.
async fn open(scene: &Scene) -> Window {
    let url = format!("{}/#/account", scene.server.url());
    let window = scene.browsers.open(&url).await;
    window.until_shown(FORMS).await;
    window
}

/// Sends the form for an account whose name is written already.
async fn register(window: Window, password: &str) -> Account {
    window.fill("[data-test=register-password]", password).await;
    window.click("[data-test=register-send]").await;
    let codes = codes(&window).await;
    Account { window, codes }
}

/// The codes that are shown, once they are put away.
async fn codes(window: &Window) -> Vec<String> {
    window.until_shown(CODES).await;
    let shown = window
        .script("return document.querySelector('[data-test=codes]').value.split(/\\s+/)")
        .await;
    window.click("[data-test=codes-kept]").await;
    window.until_hidden(CODES).await;
    serde_json::from_value(shown).unwrap()
}

async fn log_in(window: &Window, name: &str, password: &str) {
    window.fill("[data-test=login-name]", name).await;
    window.fill("[data-test=login-password]", password).await;
    window.click("[data-test=login-send]").await;
}

/// Takes a code in the place of a password that is lost.
async fn recover(window: &Window, name: &str, code: &str) {
    if window.count("details[open] [data-test=recover]").await == 0 {
        window
            .click("details:has([data-test=recover]) > summary")
            .await;
    }
    window.fill("[data-test=recover-name]", name).await;
    window.fill("[data-test=recover-code]", code).await;
    window.fill("[data-test=recover-password]", OTHER).await;
    window.click("[data-test=recover-send]").await;
}

async fn until_in(window: &Window, name: &str) {
    window.until_text(".account-page h1", name).await;
    window.until_text("[data-test=nav-account]", name).await;
}

async fn until_rows(window: &Window, list: &str, count: usize) {
    let rows = format!("document.querySelectorAll('[data-test={list}] li').length");
    window.until(&format!("{rows} === {count}")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_gets_an_account_and_takes_name_and_games_along() {
    let scene = Scene::new().await;
    let window = scene.browsers.open(&scene.server.url()).await;
    window.fill("[data-test=name]", "Ann").await;
    window.click("[data-test=save-name]").await;
    window.click("[data-test=new-hotseat]").await;
    window.until_shown(".movable > [data-square]").await;
    let game = window.script("return location.hash").await;
    window
        .go(&format!("{}/#/account", scene.server.url()))
        .await;
    window.until_text(".lead", "guest").await;
    window.fill("[data-test=register-name]", "Ann Smith").await;
    // The browser itself says what a password needs, and sends nothing.
    window.fill("[data-test=register-password]", "short").await;
    window.click("[data-test=register-send]").await;
    window
        .until_shown("[data-test=register-password]:invalid")
        .await;
    let account = register(window, PASSWORD).await;
    let window = account.window;
    assert!(account.codes.len() >= 8, "{:?}", account.codes);
    until_in(&window, "Ann Smith").await;
    window.click("[data-test=nav-play]").await;
    let link = format!(
        "document.querySelector('[data-test=games-mine] a').hash.startsWith({})",
        &game
    );
    window.until(&link).await;
    // Whose name stays has no field for it.
    assert_eq!(window.count("[data-test=name]").await, 0);
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gets_an_account_in_one_tab_has_it_in_the_others() {
    let scene = Scene::new().await;
    let window = scene.browsers.open(&scene.server.url()).await;
    window.until_shown("[data-test=name]").await;
    let in_another_tab = format!(
        "const tab = open('/#/account');
         (function look() {{
             const form = tab.document.querySelector('{FORMS}');
             if (!form) return setTimeout(look, 20);
             form.elements.name.value = 'Tab';
             form.elements.password.value = '{PASSWORD}';
             form.requestSubmit();
         }})();"
    );
    window.script(&in_another_tab).await;
    window.until_text("[data-test=nav-account]", "Tab").await;
    window.until_text(".home-side .name", "Tab").await;
    assert_eq!(window.count("[data-test=name]").await, 0);
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_written_outlasts_becoming_a_guest_in_another_tab() {
    let scene = Scene::new().await;
    let window = open(&scene).await;
    window.until_text(".lead", "without an account").await;
    window.fill("[data-test=register-name]", "Half").await;
    let in_another_tab = "
        const tab = open('/#/');
        (function look() {
            const button = tab.document.querySelector('[data-test=new-hotseat]:not(:disabled)');
            if (button) button.click(); else setTimeout(look, 20);
        })();";
    window.script(in_another_tab).await;
    window.until_text(".lead", "guest").await;
    window
        .until("document.activeElement === document.querySelector('[data-test=register-name]')")
        .await;
    window.keys(" done").await;
    window
        .until("document.querySelector('[data-test=register-name]').value === 'Half done'")
        .await;
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_is_told_and_another_password_ends_other_logins() {
    let scene = Scene::new().await;
    let ann = Account::new(&scene, "Ann").await;
    let window = &ann.window;
    window.click("[data-test=log-out]").await;
    window.until_shown(FORMS).await;
    log_in(window, "Ann", OTHER).await;
    window.until_shown("[data-test=login-error]").await;
    window
        .until_text("[data-test=login-error]", "this password")
        .await;
    // What was typed is still there.
    window
        .until("document.querySelector('[data-test=login-name]').value === 'Ann'")
        .await;
    log_in(window, "Ann", PASSWORD).await;
    until_in(window, "Ann").await;

    let other = open(&scene).await;
    log_in(&other, "Ann", PASSWORD).await;
    until_in(&other, "Ann").await;
    ann.unfold("change").await;
    window.fill("[data-test=change-old]", OTHER).await;
    window.fill("[data-test=change-new]", OTHER).await;
    window.click("[data-test=change-send]").await;
    window.until_shown("[data-test=change-error]").await;
    window.fill("[data-test=change-old]", PASSWORD).await;
    window.click("[data-test=change-send]").await;
    window
        .until_text("[data-test=change]", "The password is changed")
        .await;
    other.until_shown(FORMS).await;
    log_in(&other, "Ann", PASSWORD).await;
    other.until_shown("[data-test=login-error]").await;
    log_in(&other, "Ann", OTHER).await;
    until_in(&other, "Ann").await;
    scene.browsers.end_though_moved(&REFUSED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_lets_in_once_and_new_ones_make_the_old_void() {
    let scene = Scene::new().await;
    let mut ann = Account::new(&scene, "Ann").await;
    let void = ann.codes[0].clone();
    ann.renew().await;
    let window = &ann.window;
    let [good, ..] = &ann.codes[..] else {
        panic!("no codes")
    };
    assert_ne!(&void, good);
    window.click("[data-test=log-out]").await;
    window.until_shown(FORMS).await;
    recover(window, "Ann", &void).await;
    window.until_shown("[data-test=recover-error]").await;
    recover(window, "Ann", good).await;
    until_in(window, "Ann").await;
    window.click("[data-test=log-out]").await;
    window.until_shown(FORMS).await;
    recover(window, "Ann", good).await;
    window.until_shown("[data-test=recover-error]").await;
    log_in(window, "Ann", OTHER).await;
    until_in(window, "Ann").await;
    scene.browsers.end_though_moved(&REFUSED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logins_are_listed_and_ended_one_by_one_or_all_others() {
    let scene = Scene::new().await;
    let ann = Account::new(&scene, "Ann").await.window;
    until_rows(&ann, "sessions", 1).await;
    let other = open(&scene).await;
    for end in [
        "[data-test=sessions] li button",
        "[data-test=revoke-others]",
    ] {
        log_in(&other, "Ann", PASSWORD).await;
        until_in(&other, "Ann").await;
        ann.reload().await;
        until_rows(&ann, "sessions", 2).await;
        ann.click(end).await;
        until_rows(&ann, "sessions", 1).await;
        other.until_shown(FORMS).await;
    }
    until_in(&ann, "Ann").await;
    scene.browsers.end_though_moved(&REFUSED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_for_a_program_is_shown_once_and_works_until_it_is_ended() {
    let scene = Scene::new().await;
    let ann = Account::new(&scene, "Ann").await.window;
    ann.fill("[data-test=token-label]", "My bot").await;
    ann.click("[data-test=token-send]").await;
    ann.until_shown(".codes-box .link").await;
    let shown = ann
        .script("return document.querySelector('.codes-box .link').value")
        .await;
    let proof = format!("Bearer {}", shown.as_str().unwrap());
    let me = async || {
        let headers = [("Authorization", proof.as_str())];
        let http = scene.server.http();
        http.send(Method::GET, "/api/me", &headers, "").await
    };
    assert_eq!(me().await.json::<serde_json::Value>()["name"], "Ann");
    ann.until_text("[data-test=tokens]", "My bot").await;
    ann.reload().await;
    ann.until_text("[data-test=tokens]", "My bot").await;
    assert_eq!(ann.count(".codes-box:not([hidden]) .link").await, 0);
    ann.click("[data-test=tokens] li button").await;
    until_rows(&ann, "tokens", 0).await;
    assert_eq!(me().await.status, 401);
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_blocked_is_listed_until_let_back() {
    let scene = Scene::new().await;
    let ann = Account::new(&scene, "Ann").await.window;
    let bob = scene.server.rest().new_guest(Some("Bob")).await.unwrap();
    let page = format!("{}/#/player/{}", scene.server.url(), bob.player.id);
    ann.go(&page).await;
    ann.click("[data-test=block]").await;
    ann.until_shown("[data-test=challenge]:disabled").await;
    ann.click("[data-test=nav-account]").await;
    ann.until_text("[data-test=blocks]", "Bob").await;
    ann.click("[data-test=blocks] button").await;
    until_rows(&ann, "blocks", 0).await;
    ann.go(&page).await;
    ann.until_shown("[data-test=challenge]:not(:disabled)")
        .await;
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_for_good_says_the_password_and_is_nobody_afterwards() {
    let scene = Scene::new().await;
    let ann = Account::new(&scene, "Ann").await;
    let window = &ann.window;
    ann.unfold("delete").await;
    window.fill("[data-test=delete-password]", OTHER).await;
    window.click("[data-test=delete-send]").await;
    window.until_shown("[data-test=delete-error]").await;
    until_in(window, "Ann").await;
    window.fill("[data-test=delete-password]", PASSWORD).await;
    window.click("[data-test=delete-send]").await;
    window.until_shown(FORMS).await;
    log_in(window, "Ann", PASSWORD).await;
    window.until_shown("[data-test=login-error]").await;
    window.until_text("[data-test=nav-account]", "Log in").await;
    scene.browsers.end_though_moved(&REFUSED).await;
}
