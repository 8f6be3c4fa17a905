//! A server as it may be after some weeks: people with ratings, games that are played and games
//! that wait.

use std::time::Duration;

use halma_core::Seat;
use halma_protocol::{GameId, Guest};
use halma_tests::{Dice, Player, Window, create, vectors};
use serde_json::{Value, json};

use crate::scene::Scene;

/// Who lives here; the first play best.
const NAMES: [&str; 6] = ["Ada", "Tõnu", "Lucía", "Iris", "Mihkel", "Oskar"];
/// Rated games played before anybody comes to look.
const RATED: usize = 60;
/// By which rules they are played, the most usual more often.
const RULES: [&str; 4] = ["standard", "standard", "grasshopper", "classic"];
/// So long somebody thinks about a move.
const THOUGHT: Duration = Duration::from_secs(6);
/// So much later the next of them begins.
const PAUSE: Duration = Duration::from_secs(20 * 60 * 60);

/// The town, and who is sitting at its boards.
pub(crate) struct Town {
    pub(crate) people: Vec<Guest>,
    pub(crate) site: String,
    /// Four at a board; the last move is a chain across all of it, and Tõnu is to move.
    pub(crate) four: GameId,
    /// Two at a board, whose clocks run.
    pub(crate) two: GameId,
    /// A rated game that is over.
    pub(crate) finished: GameId,
    /// A game of Ada's that waits for three more, by its link.
    pub(crate) waiting: String,
    _players: Vec<Player>,
}

impl Town {
    pub(crate) async fn new(scene: &Scene) -> Self {
        let http = scene.server.http();
        let mut people = Vec::new();
        for name in NAMES {
            let account = json!({ "name": name, "password": "correct horse" });
            let made = http.post("/api/accounts", None, &account).await;
            people.push(made.json::<Guest>());
        }
        let mut town = Self {
            people,
            site: scene.server.url(),
            four: GameId::nil(),
            two: GameId::nil(),
            finished: GameId::nil(),
            waiting: String::new(),
            _players: Vec::new(),
        };
        town.play_rated_games(scene).await;
        town.four = town.play(scene, "four#1", &[3, 5, 0, 1], 63, None).await;
        town.two = town
            .play(scene, "classic#1", &[2, 0], 41, Some(rapid()))
            .await;
        town.play(scene, "partners#1", &[4, 3, 2, 5], 52, None)
            .await;
        town.play(scene, "three#1", &[5, 4, 3], 78, None).await;
        town.wait(scene).await;
        town
    }

    /// Who is called so.
    pub(crate) fn person(&self, name: &str) -> &Guest {
        let found = self.people.iter().find(|guest| guest.player.name == name);
        found.unwrap()
    }

    /// Lets a browser be somebody.
    pub(crate) async fn enter(&self, window: &Window, name: &str) {
        window.be(self.person(name)).await;
        window.until_text("[data-test=nav-account]", name).await;
    }

    /// Those who play better win more often.
    async fn play_rated_games(&mut self, scene: &Scene) {
        let mut dice = Dice::new(11);
        for _ in 0..RATED {
            let one = dice.roll(NAMES.len());
            let other = (one + 1 + dice.roll(NAMES.len() - 1)) % NAMES.len();
            let mut game = json!({ "rules": dice.pick(&RULES), "seats": ["white"], "rated": true });
            game["clock"] = rapid();
            let (game, mut players) = self.sit(scene, game, &[one, other]).await;
            for turn in 0..6 + dice.roll(20) {
                players[turn % 2].play_any().await;
                scene.clock.advance(THOUGHT);
            }
            let loser = usize::from((one < other) != dice.once_in(3));
            players[loser].resign(None).await.unwrap();
            self.finished = game;
            drop(players);
            scene.clock.advance(PAUSE);
        }
    }

    /// Plays the first moves of a game that is known from elsewhere, and stays at the board.
    async fn play(
        &mut self,
        scene: &Scene,
        name: &str,
        people: &[usize],
        moves: usize,
        clock: Option<Value>,
    ) -> GameId {
        let vector = vectors::named(name);
        let rules = name.split('#').next().unwrap();
        let mut game = json!({ "rules": rules, "seats": [vector.seats[0]] });
        game["clock"] = clock.unwrap_or_else(|| json!({ "kind": "none" }));
        let (game, mut players) = self.sit(scene, game, people).await;
        let seats = halma_core::Rules::new(vector.rules).unwrap().seats();
        for (path, seat) in vector.moves[..moves].iter().zip(&vector.seats) {
            let mover = seats.iter().position(|other| other == seat).unwrap();
            players[mover].turn().await;
            players[mover].play(*path).await.unwrap();
        }
        self._players.extend(players);
        game
    }

    /// Makes a game and lets people take its seats in their order.
    async fn sit(&self, scene: &Scene, game: Value, people: &[usize]) -> (GameId, Vec<Player>) {
        let rest = |person: usize| {
            let token = &self.people[person].token;
            scene.server.rest().with_token(token)
        };
        let game = serde_json::from_value(game).unwrap();
        let made = rest(people[0]).create_game(&game).await.unwrap();
        let mut players = Vec::new();
        for (number, (person, seat)) in people.iter().zip(made.seats.keys()).enumerate() {
            let mut player = Player::back(&rest(*person)).await;
            player.join(made.id).await;
            if number > 0 {
                player.rest.take_seat(made.id, Some(*seat)).await.unwrap();
            }
            players.push(player);
        }
        for player in &mut players {
            player.until(|seen| seen.to_move.is_some()).await;
        }
        (made.id, players)
    }

    /// Games that wait for players.
    async fn wait(&mut self, scene: &Scene) {
        for (name, rules, private) in [
            ("Iris", "partners", false),
            ("Mihkel", "classic", false),
            ("Ada", "four", true),
        ] {
            let mut game = create(rules);
            game.seats = vec![Seat::White];
            game.private = private;
            let rest = scene.server.rest().with_token(&self.person(name).token);
            self.waiting = rest.create_game(&game).await.unwrap().url;
        }
    }
}

fn rapid() -> Value {
    json!({ "kind": "fischer", "initial": 600_000, "increment": 5_000 })
}
