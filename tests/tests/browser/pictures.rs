//! What the page looks like, drawn to be looked at; `cargo xtask pictures` asks for it.

use std::path::PathBuf;
use std::{env, fs};

use halma_tests::{Look, Window};
use serde_json::json;

use crate::scene::Scene;
use crate::states::PAGES;
use crate::town::Town;

/// A screen to sit at.
const DESK: Look = Look {
    width: 1280,
    height: 800,
    dark: false,
    still: true,
    touch: false,
    language: "en",
    late: None,
};

/// A telephone.
const PHONE: Look = Look {
    width: 360,
    height: 740,
    touch: true,
    ..DESK
};

/// In all of them nothing may be cut off.
const LANGUAGES: &[&str] = &["en", "es", "et"];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "draws the README's pictures"]
async fn for_the_readme() {
    let scene = Scene::new().await;
    let town = Town::new(&scene).await;
    let window = scene.browsers.open_as(&DESK, &town.site).await;
    town.enter(&window, "Tõnu").await;
    window.until_shown(".live-board [data-piece]").await;
    draw(&window, "page-home", 1.0, true).await;
    window.go(&format!("{}/#/statistics", town.site)).await;
    window.until_shown(".preset-result").await;
    draw(&window, "page-statistics", 1.0, true).await;
    window
        .go(&format!("{}/#/game/{}", town.site, town.four))
        .await;
    window.until_shown(".movable > [data-square]").await;
    draw(&window, "page-game", 1.0, false).await;

    let dark = Look {
        dark: true,
        ..PHONE
    };
    let window = scene.browsers.open_as(&dark, &town.site).await;
    town.enter(&window, "Ada").await;
    window
        .go(&format!("{}/#/game/{}", town.site, town.two))
        .await;
    window.click("[data-test=show-moves]").await;
    window.until_shown(".moves-shown .moves").await;
    draw(&window, "phone-moves", 1.5, false).await;
    hint(&scene, &town).await;
    let window = scene
        .browsers
        .open_as(&PHONE, &format!("{}/#/new", town.site))
        .await;
    window
        .until_shown("[data-test=make-game]:not(:disabled)")
        .await;
    draw(&window, "phone-maker", 1.5, false).await;
}

/// A hint in a game against the computer, some moves after its start.
async fn hint(scene: &Scene, town: &Town) {
    let game = json!({ "rules": "standard", "seats": ["white"], "computers": { "black": 4 } });
    let game = serde_json::from_value(game).unwrap();
    let rest = scene.server.rest().with_token(&town.person("Ada").token);
    let made = rest.create_game(&game).await.unwrap();
    let window = scene.browsers.open_as(&PHONE, &town.site).await;
    town.enter(&window, "Ada").await;
    window.go(&made.url).await;
    for moves in 1..9 {
        window.click("[data-test=ask-hint]").await;
        window.click("[data-test=confirm]").await;
        let made = format!(
            "document.querySelectorAll('.moves [data-ply]').length === {}",
            2 * moves
        );
        window
            .until(&format!("{made} && document.querySelector('.movable')"))
            .await;
    }
    window.click("[data-test=ask-hint]").await;
    window.until_shown(".ghost").await;
    draw(&window, "phone-hint", 1.5, false).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "draws every page in every look"]
async fn every_page() {
    let scene = Scene::new().await;
    let town = Town::new(&scene).await;
    let tablet = Look {
        width: 768,
        height: 1024,
        ..PHONE
    };
    let wide = Look {
        width: 1440,
        height: 900,
        ..DESK
    };
    for (look, languages) in [(PHONE, LANGUAGES), (tablet, &["en"]), (wide, LANGUAGES)] {
        for (language, dark) in languages.iter().flat_map(|one| [(one, false), (one, true)]) {
            let look = Look {
                language,
                dark,
                ..look.clone()
            };
            every_page_as(&scene, &town, &look).await;
        }
    }
}

async fn every_page_as(scene: &Scene, town: &Town, look: &Look) {
    let window = scene.browsers.open_as(look, &town.site).await;
    town.enter(&window, "Ada").await;
    let theme = if look.dark { "dark" } else { "light" };
    let name = |page: &str| format!("{page}-{}-{theme}-{}", look.width, look.language);
    let ada = format!("#/player/{}", town.person("Ada").player.id);
    let missing = format!("#/game/{}", uuid::Uuid::nil());
    for path in PAGES.into_iter().chain([&*ada, &*missing]) {
        window.go(&format!("{}/{path}", town.site)).await;
        let page = path.split('/').nth(1).unwrap();
        let page = match page {
            "" => "home",
            "game" => "missing",
            other => other,
        };
        let shown = match page {
            "missing" => ".missing".to_owned(),
            "player" => ".history li".to_owned(),
            _ => format!("[data-page={page}] h1"),
        };
        window.until_shown(&shown).await;
        draw(&window, &name(page), 1.0, true).await;
    }
    let games = [
        ("game-four", format!("{}", town.four)),
        ("game-two", format!("{}", town.two)),
        ("game-replay", format!("{}?ply=30", town.two)),
        ("game-over", format!("{}", town.finished)),
    ];
    for (page, game) in games {
        window.go(&format!("{}/#/game/{game}", town.site)).await;
        window.until_shown(".game:not(.is-loading)").await;
        draw(&window, &name(page), 1.0, false).await;
    }
    window.go(&town.waiting).await;
    window.until_shown("[data-test=copy-link]").await;
    draw(&window, &name("game-waiting"), 1.0, false).await;
}

/// Draws what a window shows when all is there that it waits for.
async fn draw(window: &Window, name: &str, scale: f64, whole: bool) {
    window.until_answered().await;
    window
        .until(
            "document.body.dataset.connection === 'open' && document.getAnimations().length === 0",
        )
        .await;
    let folder = env::var_os("HALMA_PICTURES").expect("`cargo xtask pictures` says where");
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder).unwrap();
    let picture = window.picture(scale, whole).await;
    fs::write(folder.join(format!("{name}.png")), picture).unwrap();
}
