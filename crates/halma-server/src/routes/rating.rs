//! Ratings: leaderboards, histories, and what a game changed.

use axum::Json;
use halma_core::Preset;
use halma_protocol::{
    ClockClass, ErrorCode, KeyQuery, LadderQuery, Leaderboard, PlayerRef, Pool, Ranked, Rating,
    RatingChange,
};

use super::Serving;
use super::accounts::no_such_player;
use super::body::{Game, Params, Target, page_size};
use super::caller::MaybeCaller;
use super::games::admitted;
use super::problem::Refusal;
use crate::news;
use crate::store::{RankedRow, SETTLED};

/// The ladder, by default the one of quick games.
fn ladder(query: &LadderQuery) -> Result<(&'static str, &'static str, ClockClass), Refusal> {
    let preset = query.preset.as_deref().unwrap_or("standard");
    let unknown = || Refusal::new(ErrorCode::NotFound, "there is no preset of this name");
    let preset = Preset::by_name(preset).ok_or_else(unknown)?;
    Ok((
        pool_name(query.pool),
        preset.name,
        query.clock.unwrap_or(ClockClass::Rapid),
    ))
}

fn pool_name(pool: Pool) -> &'static str {
    match pool {
        Pool::Humans => "humans",
        Pool::Bots => "bots",
    }
}

/// The best of one ladder.
pub(crate) async fn leaderboard(
    Serving(live): Serving,
    Params(query): Params<LadderQuery>,
) -> Result<Json<Leaderboard>, Refusal> {
    let (pool, preset, clock) = ladder(&query)?;
    let limit = page_size(query.limit, 50)?;
    let rows = live
        .store
        .leaderboard(pool, preset, clock as i16, limit)
        .await?;
    let players = (1..).zip(rows).filter_map(|(rank, row)| {
        let player = PlayerRef {
            id: row.standing.player,
            name: row.name.clone(),
        };
        Some(Ranked {
            rank,
            player,
            rating: shown(&row)?,
        })
    });
    Ok(Json(Leaderboard {
        pool: query.pool,
        preset: preset.to_owned(),
        clock,
        players: players.collect(),
    }))
}

/// How a player rates on every ladder.
pub(crate) async fn of_player(
    Serving(live): Serving,
    Target(player): Target,
) -> Result<Json<Vec<Rating>>, Refusal> {
    live.store
        .player(player)
        .await?
        .ok_or_else(no_such_player)?;
    let rows = live.store.ratings(player).await?;
    Ok(Json(rows.iter().filter_map(shown).collect()))
}

/// How a player's rating on one ladder went, newest first.
pub(crate) async fn history(
    Serving(live): Serving,
    Target(player): Target,
    Params(query): Params<LadderQuery>,
) -> Result<Json<Vec<RatingChange>>, Refusal> {
    let (pool, preset, clock) = ladder(&query)?;
    live.store
        .player(player)
        .await?
        .ok_or_else(no_such_player)?;
    let ladder = format!("{pool}/{preset}/{}", clock as i16);
    let before = query.before.and_then(|time| i64::try_from(time).ok());
    let before = before.unwrap_or(i64::MAX);
    let limit = page_size(query.limit, 100)?;
    let rows = live
        .store
        .rating_history(player, &ladder, before, limit)
        .await?;
    Ok(Json(rows.iter().map(news::change).collect()))
}

/// What a game changed.
pub(crate) async fn of_game(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyQuery>,
) -> Result<Json<Vec<RatingChange>>, Refusal> {
    admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    let rows = live.store.rating_changes(game).await?;
    Ok(Json(rows.iter().map(news::change).collect()))
}

/// One decimal is more than a rating means.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// None for a ladder whose name nobody has given.
fn shown(row: &RankedRow) -> Option<Rating> {
    let mut parts = row.ladder.split('/');
    let pool = match parts.next()? {
        "bots" => Pool::Bots,
        _ => Pool::Humans,
    };
    let preset = parts.next()?.to_owned();
    let clock = *ClockClass::ALL.get(parts.next()?.parse::<usize>().ok()?)?;
    let standing = &row.standing;
    Some(Rating {
        pool,
        preset,
        clock,
        rating: rounded(standing.rating),
        deviation: rounded(standing.deviation),
        provisional: standing.games < SETTLED,
        games: standing.games.cast_unsigned(),
        wins: standing.wins.cast_unsigned(),
        draws: standing.draws.cast_unsigned(),
    })
}
