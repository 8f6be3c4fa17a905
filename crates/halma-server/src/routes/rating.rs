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
use crate::rating::tenths;
use crate::store::{Ladder, RankedRow, SETTLED};

/// The ladder, by default the one of quick games.
fn ladder(query: &LadderQuery) -> Result<(Ladder, ClockClass), Refusal> {
    let preset = query.preset.as_deref().unwrap_or("standard");
    let unknown = || Refusal::new(ErrorCode::NotFound, "there is no preset of this name");
    let preset = Preset::by_name(preset).ok_or_else(unknown)?;
    let clock = query.clock.unwrap_or(ClockClass::Rapid);
    let ladder = Ladder {
        bots: query.pool == Pool::Bots,
        preset: preset.name.to_owned(),
        pace: clock as i16,
    };
    Ok((ladder, clock))
}

/// The best of one ladder.
pub(crate) async fn leaderboard(
    Serving(live): Serving,
    Params(query): Params<LadderQuery>,
) -> Result<Json<Leaderboard>, Refusal> {
    let (ladder, clock) = ladder(&query)?;
    let limit = page_size(query.limit, 50)?;
    let rows = live.store.leaderboard(&ladder, limit).await?;
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
        preset: ladder.preset,
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

/// How a player's rating on one ladder went, newest first. Which private games it was in is told
/// only to those who were there.
pub(crate) async fn history(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Target(player): Target,
    Params(query): Params<LadderQuery>,
) -> Result<Json<Vec<RatingChange>>, Refusal> {
    let (ladder, _) = ladder(&query)?;
    live.store
        .player(player)
        .await?
        .ok_or_else(no_such_player)?;
    let before = query.before.and_then(|number| i64::try_from(number).ok());
    let before = before.unwrap_or(i64::MAX);
    let limit = page_size(query.limit, 100)?;
    let caller = caller.map(|caller| caller.id);
    let rows = live
        .store
        .rating_history(player, &ladder, before, limit, caller)
        .await?;
    Ok(Json(rows.into_iter().map(RatingChange::from).collect()))
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
    Ok(Json(rows.into_iter().map(RatingChange::from).collect()))
}

/// None for a ladder whose name nobody has given.
fn shown(row: &RankedRow) -> Option<Rating> {
    let Ladder { bots, preset, pace } = row.ladder.parse().ok()?;
    let pool = if bots { Pool::Bots } else { Pool::Humans };
    let clock = *ClockClass::ALL.get(usize::try_from(pace).ok()?)?;
    let standing = &row.standing;
    Some(Rating {
        pool,
        preset,
        clock,
        rating: tenths(standing.rating),
        deviation: tenths(standing.deviation),
        provisional: standing.games < SETTLED,
        games: standing.games.cast_unsigned(),
        wins: standing.wins.cast_unsigned(),
        draws: standing.draws.cast_unsigned(),
    })
}
