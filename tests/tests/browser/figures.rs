//! A player's page says what the server counted.

use halma_client::Rest;
use halma_protocol::{ClientMsg, ProposalKind, Propose, Vote};
use halma_tests::{Player, create};

use crate::scene::Scene;

/// A game of two guests that is lost by one of them, or agreed to be drawn.
async fn played(players: &mut [Player; 2], lost_by: Option<usize>) {
    let made = players[0].rest.create_game(&create("classic")).await;
    let made = made.unwrap();
    for player in &mut *players {
        player.join(made.id).await;
        player.rest.take_seat(made.id, None).await.unwrap();
    }
    for player in &mut *players {
        player.until(|seen| seen.to_move.is_some()).await;
    }
    let Some(loser) = lost_by else {
        let [one, other] = players;
        let at = one.seen.at;
        let proposal = one
            .command(|id, game| {
                let (what, seat) = (ProposalKind::Draw, None);
                ClientMsg::Propose(Propose {
                    id,
                    game,
                    at,
                    what,
                    seat,
                })
            })
            .await
            .unwrap();
        other.until_event(proposal).await;
        let vote = |id, game| {
            let (accept, seat) = (true, None);
            ClientMsg::Vote(Vote {
                id,
                game,
                proposal,
                accept,
                seat,
            })
        };
        other.command(vote).await.unwrap();
        return;
    };
    players[loser].resign(None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn shares_are_the_servers_and_the_page_says_what_they_do_not_follow() {
    let scene = Scene::new().await;
    let rest: Rest = scene.server.rest();
    let mut players = [
        Player::guest(&rest, "Ada").await,
        Player::guest(&rest, "Ida").await,
    ];
    for lost_by in [Some(0), Some(1), None] {
        played(&mut players, lost_by).await;
    }
    let ada = players[0].me.as_ref().unwrap().id;
    let url = format!("{}/#/player/{ada}", scene.server.url());
    let window = scene.browsers.open(&url).await;
    // By rules, by seat and by opponent: a third each, and 100 % together.
    for part in 1..=3 {
        let row = format!(".figures-part:nth-last-of-type({part}) tbody tr");
        for share in ["1 · 33.34%", "1 · 33.33%"] {
            window.until_text(&row, share).await;
        }
    }
    let figures = ".figures";
    let notes = [
        "Streaks follow the rules",
        "Of all days, and against programs",
    ];
    let text = window.text(figures).await;
    assert!(!notes.iter().any(|note| text.contains(note)), "{text}");
    window.go(&format!("{url}?humans=true")).await;
    for note in notes {
        window.until_text(figures, note).await;
    }
    scene.browsers.end_though_moved(&[]).await;
}
