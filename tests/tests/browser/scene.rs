//! A server, its clock, and browsers at a game.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use halma_core::{Game, Path, Seat};
use halma_protocol::{CreateGame, EventKind, GameId, GameSummary};
use halma_server::clock::Clock;
use halma_tests::{Browsers, Data, Engine, Look, NOW, Server, Setup, Window, eventually};
use serde_json::{Value, json};

/// Sockets that are silent longer than this are given up, so time passes in smaller steps.
const STEP: Duration = Duration::from_secs(10);

/// A game of few pieces for one who holds both seats: White's one piece has two ways from a1 to c3,
/// and on from there to e5.
pub(crate) static WAYS: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "rules": { "board": 8 },
        "start": "8/8/8/8/4b3/1b1b4/b1b5/wb6 w 0,0",
        "seats": ["white", "black"],
    })
});

/// A server whose clock the test moves, and browsers to look at its page.
pub(crate) struct Scene {
    pub(crate) clock: Clock,
    pub(crate) server: Server,
    pub(crate) browsers: Browsers,
    _data: Data,
}

/// A game whose seats are held by windows.
pub(crate) struct Sitting {
    pub(crate) game: GameId,
    /// The windows, in the order of their seats.
    pub(crate) windows: Vec<Window>,
    /// The number of the last event: the game's beginning.
    pub(crate) begun: u64,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        let data = Data::new(Engine::Sqlite).await;
        let clock = Clock::manual(NOW);
        let server = Setup::new(&data).clock(&clock).start().await;
        let browsers = Browsers::start().await;
        Self {
            clock,
            server,
            browsers,
            _data: data,
        }
    }

    /// Makes a game of which nobody has a seat, unless it is asked for.
    pub(crate) async fn make(&self, game: &CreateGame) -> GameSummary {
        let host = self.server.rest().new_guest(Some("Host")).await.unwrap();
        let rest = self.server.rest().with_token(host.token);
        rest.create_game(game).await.unwrap()
    }

    /// Makes a game, and gives its seats to windows that look like that, in the order of the seats.
    pub(crate) async fn sit(&self, game: &CreateGame, looks: &[Look]) -> Sitting {
        let made = self.make(game).await;
        let opened = looks
            .iter()
            .map(|look| self.browsers.open_as(look, &made.url));
        let windows = futures_util::future::join_all(opened).await;
        // Created; then each seat is an event, and the beginning another.
        let mut last = 1;
        for (window, seat) in windows.iter().zip(made.seats.keys()) {
            window.click(&format!("[data-test=take-seat-{seat}]")).await;
            last += 1;
            window.until_reached(last).await;
        }
        let begun = last + 1;
        for window in &windows {
            window.until_event(begun).await;
        }
        Sitting {
            game: made.id,
            windows,
            begun,
        }
    }

    /// Makes a game whose maker holds every seat, and opens it.
    pub(crate) async fn alone(&self, look: &Look, game: &Value) -> (GameId, Window) {
        let rest = self.server.rest();
        let guest = rest.new_guest(Some("Host")).await.unwrap();
        let game: CreateGame = serde_json::from_value(game.clone()).unwrap();
        let made = rest
            .with_token(&guest.token)
            .create_game(&game)
            .await
            .unwrap();
        let window = self.browsers.open_as(look, &made.url).await;
        window.be(&guest).await;
        window.until_shown(".movable > [data-square]").await;
        (made.id, window)
    }

    /// Opens the first page in a browser of its own, as somebody with a new account.
    pub(crate) async fn enter(&self, name: &str, look: &Look) -> Window {
        let window = self.browsers.open_as(look, &self.server.url()).await;
        register(&window, name).await;
        window.reload().await;
        window.until_shown("[data-test=quick-rated]").await;
        window
    }

    /// Lets time pass until the page of a window shows something.
    pub(crate) async fn pass_until(&self, window: &Window, selector: &str) {
        let shown = format!("return Boolean(document.querySelector('{selector}'))");
        eventually(selector, async || {
            self.clock.advance(STEP);
            // Whoever thinks that its network is back asks the server what time it is.
            window.script("dispatchEvent(new Event('online'))").await;
            (window.script(&shown).await == true).then_some(())
        })
        .await;
    }

    /// The moves of a game so far.
    pub(crate) async fn moves(&self, game: GameId) -> Vec<(Seat, Path)> {
        let mut moves = Vec::new();
        let mut last = 0;
        loop {
            let events = self.server.rest().events(game, last).await.unwrap();
            let Some(newest) = events.last() else {
                return moves;
            };
            last = newest.seq;
            moves.extend(events.iter().filter_map(|event| match event.kind {
                EventKind::Moved { seat, path, .. } => Some((seat, path)),
                _ => None,
            }));
        }
    }
}

/// Makes an account that the cookie of a browser knows from then on; its page is to find out.
pub(crate) async fn register(window: &Window, name: &str) {
    let account = json!({ "name": name, "password": "correct horse" }).to_string();
    let script = format!(
        "fetch('/api/accounts?cookie=true', {{
             method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: {body} }})
             .then((answer) => answer.json()).then(({{ player }}) => {{ window.made = player.kind; }});",
        body = json!(account),
    );
    window.script(&script).await;
    window.until("window.made === 'account'").await;
}

/// The pieces of a game's position, as a window shows them.
pub(crate) fn pieces(game: &Game) -> BTreeMap<String, Seat> {
    let position = game.position();
    let squares = position.occupied();
    let piece = |square| position.piece_at(square).unwrap().seat;
    squares
        .iter()
        .map(|square| (square.to_string(), piece(square)))
        .collect()
}
