//! The lobby over REST: one's own games, challenges, who seeks a game.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use halma_protocol::{
    Challenges, ErrorCode, ErrorMsg, Event, GameSummary, MyGamesQuery, NewChallenge, SeekInfo,
    YourGame,
};

use super::body::{Body, Game, PAGE, Params, page_size};
use super::caller::Known;
use super::games::{base_url, stored};
use super::problem::Refusal;
use super::{Serving, Site};
use crate::store::GameFilter;
use crate::summary::shown;
use crate::wish;

/// One's own games that are not over: first those that wait for a move, then the rest.
pub(crate) async fn my_games(
    State(site): State<Site>,
    Serving(live): Serving,
    Known(who): Known,
    Params(query): Params<MyGamesQuery>,
    headers: HeaderMap,
) -> Result<Json<Vec<YourGame>>, Refusal> {
    let limit = page_size(query.limit, PAGE)?;
    if query.before.is_some() && query.your_turn.is_none() {
        let text = "read those with your_turn=true and false apart, page by page";
        return Err(ErrorMsg::new(ErrorCode::BadField, text)
            .field("before")
            .into());
    }
    let turns = live
        .store
        .unfinished(who.id(), query.your_turn, query.before, limit)
        .await?;
    if turns.is_empty() {
        return Ok(Json(Vec::new()));
    }
    let among = GameFilter {
        among: Some(turns.iter().map(|turn| turn.id).collect()),
        private: true,
        limit,
        ..GameFilter::default()
    };
    let rows = live.store.games(&among).await?;
    let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let base = base_url(&site, &headers);
    let games = turns.iter().filter_map(|turn| {
        let event = turn.body.as_deref().map(serde_json::from_str::<Event>);
        let to_move = event.and_then(|event| event.ok()?.kind.next()?);
        // Between the two looks a game may have ended.
        let row = rows
            .remove(&turn.id)
            .filter(|row| row.status != "finished")?;
        Some(YourGame {
            your_turn: turn.own,
            to_move,
            game: shown(row, &base),
        })
    });
    Ok(Json(games.collect()))
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
