//! The lobby over REST: one's own games, challenges, who seeks a game.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use halma_protocol::{Challenges, Event, GameSummary, NewChallenge, SeekInfo, YourGame};

use super::body::{Body, Game};
use super::caller::Known;
use super::games::{base_url, stored};
use super::problem::Refusal;
use super::{Serving, Site};
use crate::store::GameFilter;
use crate::summary::shown;
use crate::wish;

/// The most games one answer carries.
const PAGE: u32 = 200;

/// One's own games that are not over: first those that wait for a move, then the rest.
pub(crate) async fn my_games(
    State(site): State<Site>,
    Serving(live): Serving,
    Known(who): Known,
    headers: HeaderMap,
) -> Result<Json<Vec<YourGame>>, Refusal> {
    let filter = GameFilter {
        player: Some(who.id()),
        unfinished: true,
        private: true,
        limit: PAGE,
        ..GameFilter::default()
    };
    let rows = live.store.games(&filter).await?;
    let turns = live.store.turns(who.id()).await?;
    let base = base_url(&site, &headers);
    let mut games: Vec<YourGame> = rows
        .into_iter()
        .map(|row| {
            let turn = turns.iter().find(|turn| turn.id == row.id);
            let event =
                turn.and_then(|turn| serde_json::from_str::<Event>(turn.body.as_ref()?).ok());
            let to_move = event.and_then(|event| event.kind.next().flatten());
            let mine = |seat: &crate::store::SeatRow| {
                Some(seat.seat) == to_move
                    && seat
                        .player
                        .as_ref()
                        .is_some_and(|player| player.id == who.id())
            };
            let your_turn = row.seats.iter().any(mine);
            YourGame {
                your_turn,
                to_move,
                game: shown(row, &base),
            }
        })
        .collect();
    games.sort_by_key(|game| !game.your_turn);
    Ok(Json(games))
}

/// Challenges that wait for an answer.
pub(crate) async fn challenges(
    State(site): State<Site>,
    Serving(live): Serving,
    Known(who): Known,
    headers: HeaderMap,
) -> Result<Json<Challenges>, Refusal> {
    let all = GameFilter {
        private: true,
        limit: PAGE,
        ..GameFilter::default()
    };
    let received = GameFilter {
        invited: Some(who.id()),
        ..all.clone()
    };
    let sent = GameFilter {
        inviting: Some(who.id()),
        ..all
    };
    let base = base_url(&site, &headers);
    let list = |rows: Vec<_>| rows.into_iter().map(|row| shown(row, &base)).collect();
    Ok(Json(Challenges {
        received: list(live.store.games(&received).await?),
        sent: list(live.store.games(&sent).await?),
    }))
}

pub(crate) async fn challenge(
    State(site): State<Site>,
    Serving(live): Serving,
    Known(who): Known,
    headers: HeaderMap,
    Body(challenge): Body<NewChallenge>,
) -> Result<(StatusCode, Json<GameSummary>), Refusal> {
    let game = wish::challenge(&live, &who, challenge).await?;
    let row = stored(&live, game).await?;
    Ok((
        StatusCode::CREATED,
        Json(shown(row, &base_url(&site, &headers))),
    ))
}

/// Declines a challenge, or takes one's own back.
pub(crate) async fn decline(
    Serving(live): Serving,
    Known(who): Known,
    Game(game): Game,
) -> Result<StatusCode, Refusal> {
    wish::decline(&live, &who, game).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who looks for a quick game, the longest wait first.
pub(crate) async fn seeks(Serving(live): Serving) -> Json<Vec<SeekInfo>> {
    Json(live.seeks.list())
}
