//! What a reader chooses is done at once, and kept by this browser.

use halma_tests::Window;
use serde_json::{Value, json};

use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_is_done_at_once_and_kept() {
    let scene = Scene::new().await;
    let guest = scene.server.rest().new_guest(Some("Ann")).await.unwrap();
    let url = format!("{}/#/settings", scene.server.url());
    let window = scene.browsers.open(&url).await;
    window.be(&guest).await;
    window
        .until("document.querySelector('[data-test=name]')?.value === 'Ann'")
        .await;
    // Nobody is surprised by a noise, nor by a move that cannot be taken back.
    for quiet in ["sound", "direct"] {
        let box_of = format!("[data-test=setting-{quiet}]:checked");
        assert_eq!(window.count(&box_of).await, 0, "{quiet}");
    }
    let ground = "return getComputedStyle(document.body).backgroundColor";
    let light = window.script(ground).await;
    window.choose("[data-test=setting-theme]", "dark").await;
    let dark = window.script(ground).await;
    assert_ne!(light, dark);
    for name in ["coordinates", "sound", "direct"] {
        window.click(&format!("[data-test=setting-{name}]")).await;
    }
    window.fill("[data-test=name]", "Ann Elk").await;
    window.click("[data-test=save-name]").await;
    window.until_hidden("[data-test=save-name]").await;
    window.until_answered().await;
    let proof = format!("Bearer {}", guest.token);
    let headers = [("Authorization", proof.as_str())];
    let me = scene.server.http();
    let me = me.send(http::Method::GET, "/api/me", &headers, "").await;
    assert_eq!(me.json::<Value>()["name"], json!("Ann Elk"));

    window.reload().await;
    window.until_shown("[data-test=setting-theme]").await;
    assert_eq!(window.script(ground).await, dark);
    let kept =
        "return [...document.querySelectorAll('input[type=checkbox]')].map((box) => box.checked)";
    assert_eq!(window.script(kept).await, json!([false, true, true]));
    window.go(&format!("{}/#/board", scene.server.url())).await;
    window.until_shown("[data-square=a1]").await;
    assert_eq!(window.count(".coordinate").await, 0);
    scene.browsers.end_though_moved(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_half_typed_stays_and_one_untouched_follows_other_tabs() {
    let scene = Scene::new().await;
    let url = format!("{}/#/settings", scene.server.url());
    let window = scene.browsers.open(&url).await;
    window.until_shown("[data-test=name]").await;
    // Whoever is nobody yet only wishes to be called so; whoever has come to be somebody is.
    rename_in_another_tab(&window, "Ann").await;
    window.until(&format!("{FIELD} === 'Ann'")).await;
    let guest = scene.server.rest().new_guest(Some("Bea")).await.unwrap();
    window.be(&guest).await;
    window.until(&format!("{FIELD} === 'Bea'")).await;
    window.click("[data-test=name]").await;
    rename_in_another_tab(&window, "Cleo").await;
    window.until(&format!("{FIELD} === 'Cleo'")).await;

    window.fill("[data-test=name]", "De").await;
    window.script("document.activeElement.blur()").await;
    rename_in_another_tab(&window, "Dee").await;
    assert_eq!(window.script(&format!("return {FIELD}")).await, "De");
    window.until_shown("[data-test=save-name]").await;
    // What the other tab has chosen needs no saving here.
    window.fill("[data-test=name]", "Dee").await;
    window.until_hidden("[data-test=save-name]").await;
    scene.browsers.end_though_moved(&[]).await;
}

/// What stands in the field for one's name.
const FIELD: &str = "document.querySelector('[data-test=name]')?.value";

/// Chooses a name in another tab, and waits until this one has heard of it.
async fn rename_in_another_tab(window: &Window, name: &str) {
    let rename = format!(
        "const tab = open('/#/settings');
         window.heard = null;
         addEventListener('storage', function hear({{ key, newValue }}) {{
             if (!['halma.me', 'halma.name'].includes(key) || !newValue.includes('{name}')) return;
             removeEventListener('storage', hear);
             tab.close();
             window.heard = '{name}';
         }});
         (function look() {{
             const field = tab.document.querySelector('[data-test=name]');
             if (!field) return setTimeout(look, 20);
             field.value = '{name}';
             field.form.requestSubmit();
         }})();"
    );
    window.script(&rename).await;
    window.until(&format!("window.heard === '{name}'")).await;
}
