//! Ratings: what may be rated, leaderboards, histories, and what a game changed.

use axum::Json;
use halma_core::{PRESETS, Preset, Ruleset};
use halma_protocol::{
    ClockClass, CreateGame, ErrorCode, Leaderboard, PlayerRef, Pool, Ranked, Rating, RatingChange,
};
use serde::Deserialize;

use super::Serving;
use super::accounts::no_such_player;
use super::body::{Game, Params, Target};
use super::caller::MaybeCaller;
use super::games::{KeyParams, admitted};
use super::problem::Refusal;
use crate::auth::Who;
use crate::live::Live;
use crate::store::{ChangeRow, GameRow, PersonRow, RankedRow, SETTLED};

/// The longest leaderboard and history.
const PAGE: u32 = 200;

fn not_rated(text: &str) -> Refusal {
    Refusal::new(ErrorCode::NotRated, text)
}

/// Whether such a game can be rated, made by this player.
pub(super) fn rateable(who: &Who, rules: &Ruleset, request: &CreateGame) -> Result<(), Refusal> {
    let first = rules.first;
    let is_preset = |preset: &Preset| {
        Ruleset {
            first,
            ..preset.ruleset
        } == *rules
    };
    let why = if !who.has_account() {
        "only accounts play rated games"
    } else if request.start.is_some() || !PRESETS.iter().any(is_preset) {
        "a rated game is played by a preset, from its usual start"
    } else if request.clock.is_none() {
        "a rated game has a clock"
    } else if request.hints {
        "a rated game has no hints"
    } else if !request.computers.is_empty() {
        "the computer plays no rated games"
    } else if request.seats.len() > 1 || request.invited.values().any(|id| *id == who.id()) {
        "in a rated game everybody has one seat"
    } else {
        return Ok(());
    };
    Err(not_rated(why))
}

/// Whether somebody may sit in a rated game with people, or with bots.
pub(super) fn same_pool(bots: bool, player: &PersonRow) -> Result<(), Refusal> {
    if player.kind != "account" {
        return Err(not_rated("only accounts play rated games"));
    }
    if player.bot != bots {
        return Err(not_rated("people and bots are rated apart"));
    }
    Ok(())
}

/// Whether somebody may take a seat of this rated game. Kinds of players do not change back.
pub(super) async fn may_sit(live: &Live, who: &Who, game: &GameRow) -> Result<(), Refusal> {
    let host = live.store.person(game.host.id).await?;
    let bots = host.is_some_and(|host| host.bot);
    let me = live
        .store
        .person(who.id())
        .await?
        .ok_or_else(no_such_player)?;
    same_pool(bots, &me)
}

#[derive(Deserialize)]
pub(crate) struct LadderParams {
    #[serde(default)]
    pool: Pool,
    preset: Option<String>,
    clock: Option<ClockClass>,
    before: Option<i64>,
    limit: Option<u32>,
}

impl LadderParams {
    /// The ladder, by default the one of quick games.
    fn ladder(&self) -> Result<(&'static str, &'static str, ClockClass), Refusal> {
        let preset = self.preset.as_deref().unwrap_or("standard");
        let unknown = || Refusal::new(ErrorCode::NotFound, "there is no preset of this name");
        let preset = Preset::by_name(preset).ok_or_else(unknown)?;
        Ok((
            pool_name(self.pool),
            preset.name,
            self.clock.unwrap_or(ClockClass::Rapid),
        ))
    }
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
    Params(params): Params<LadderParams>,
) -> Result<Json<Leaderboard>, Refusal> {
    let (pool, preset, clock) = params.ladder()?;
    let limit = params.limit.unwrap_or(50).clamp(1, PAGE);
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
        pool: params.pool,
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
    Params(params): Params<LadderParams>,
) -> Result<Json<Vec<RatingChange>>, Refusal> {
    let (pool, preset, clock) = params.ladder()?;
    live.store
        .player(player)
        .await?
        .ok_or_else(no_such_player)?;
    let ladder = format!("{pool}/{preset}/{}", clock as i16);
    let before = params.before.unwrap_or(i64::MAX);
    let limit = params.limit.unwrap_or(100).clamp(1, PAGE);
    let rows = live
        .store
        .rating_history(player, &ladder, before, limit)
        .await?;
    Ok(Json(rows.iter().map(change).collect()))
}

/// What a game changed.
pub(crate) async fn of_game(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyParams>,
) -> Result<Json<Vec<RatingChange>>, Refusal> {
    admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    let rows = live.store.rating_changes(game).await?;
    Ok(Json(rows.iter().map(change).collect()))
}

/// One decimal is more than a rating means.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

pub(crate) fn change(row: &ChangeRow) -> RatingChange {
    RatingChange {
        game: row.game,
        player: row.player,
        time: row.time,
        before: rounded(row.before),
        after: rounded(row.after),
        deviation: rounded(row.deviation),
        provisional: row.games < SETTLED,
    }
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
