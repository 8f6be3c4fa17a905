//! What there is to look at: every page, and a game in every state.

use halma_core::Seat;
use halma_protocol::{ClientMsg, Guest, ProposalKind, Propose};
use halma_tests::{Player, Server, create, vectors};
use serde_json::json;

use crate::scene::WAYS;

/// The pages that need nothing to be there, by their addresses.
pub(crate) const PAGES: [&str; 9] = [
    "#/",
    "#/new",
    "#/board",
    "#/rules",
    "#/statistics",
    "#/players",
    "#/account",
    "#/api",
    "#/settings",
];

/// Games in every state.
pub(crate) struct States {
    pub(crate) site: String,
    pub(crate) guest: Guest,
    pub(crate) waiting: String,
    pub(crate) alone: String,
    pub(crate) offered: String,
    pub(crate) finished: String,
    pub(crate) players: Vec<Player>,
}

impl States {
    pub(crate) async fn new(server: &Server) -> Self {
        let site = server.url();
        let guest = server.rest().new_guest(Some("Ann")).await.unwrap();
        let rest = server.rest().with_token(&guest.token);
        let mut request = create("four");
        request.seats = vec![Seat::White];
        request.private = true;
        let waiting = rest.create_game(&request).await.unwrap().url;
        let alone = serde_json::from_value(WAYS.clone()).unwrap();
        let alone = rest.create_game(&alone).await.unwrap().url;

        let mut players = Vec::new();
        let mut games = Vec::new();
        for _ in 0..2 {
            let mut request = create("classic");
            request.seats = vec![Seat::White];
            let clock = json!({ "kind": "fischer", "initial": 600_000, "increment": 5_000 });
            request.clock = serde_json::from_value(clock).unwrap();
            let made = rest.create_game(&request).await.unwrap();
            let mut white = Player::back(&rest).await;
            let mut black = Player::guest(&server.rest(), "Bob").await;
            white.join(made.id).await;
            black.join(made.id).await;
            black
                .rest
                .take_seat(made.id, Some(Seat::Black))
                .await
                .unwrap();
            for path in &vectors::named("classic#1").moves[..4] {
                white.turn().await;
                white.play(*path).await.unwrap();
                std::mem::swap(&mut white, &mut black);
            }
            players.extend([white, black]);
            games.push(made.url);
        }
        players[1].resign(None).await.unwrap();
        let at = players[3].seen.at;
        let draw = |id, game| {
            let what = ProposalKind::Draw;
            ClientMsg::Propose(Propose {
                id,
                game,
                at,
                what,
                seat: None,
            })
        };
        players[3].command(draw).await.unwrap();
        let [finished, offered] = games.try_into().unwrap();
        Self {
            site,
            guest,
            waiting,
            alone,
            offered,
            finished,
            players,
        }
    }
}
