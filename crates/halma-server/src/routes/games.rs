//! Games over REST: make, list, look at, take a seat.

use std::fmt::Write;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use halma_core::{PRESETS, Preset, Seat};
use halma_protocol::{
    CommandId, CreateGame, ErrorCode, ErrorMsg, Event, GameEvents, GameId, GameStatus, GameSummary,
    GamesPage, PlayerRef, RulesetInfo, SeatGranted, TakeSeat,
};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::body::{Body, Game, Params};
use super::caller::Caller;
use super::problem::Refusal;
use super::{Serving, Site};
use crate::live::Live;
use crate::room::{self, Command, Input, NotTaken, Order, ReplyTo};
use crate::store::{GameFilter, GameRow, PlayerRow};

/// The most games, or events, one answer carries.
const PAGE: u32 = 200;

pub(crate) async fn rulesets() -> Json<Vec<RulesetInfo>> {
    let info = |preset: &Preset| RulesetInfo {
        name: preset.name.to_owned(),
        description: preset.description.to_owned(),
        rules: preset.ruleset,
    };
    Json(PRESETS.iter().map(info).collect())
}

pub(crate) async fn create(
    State(site): State<Site>,
    Serving(live): Serving,
    Caller(player): Caller,
    headers: HeaderMap,
    Body(request): Body<CreateGame>,
) -> Result<(StatusCode, Json<GameSummary>), Refusal> {
    let game = live.lobby.create(player, request).await?;
    Ok((
        StatusCode::CREATED,
        Json(summary(&site, &headers, &live, game).await?),
    ))
}

#[derive(Deserialize)]
pub(crate) struct ListParams {
    status: Option<GameStatus>,
    before: Option<GameId>,
    limit: Option<u32>,
}

pub(crate) async fn list(
    State(site): State<Site>,
    Serving(live): Serving,
    headers: HeaderMap,
    Params(params): Params<ListParams>,
) -> Result<Json<GamesPage>, Refusal> {
    let limit = params.limit.unwrap_or(50).clamp(1, PAGE);
    let status = params.status.map(status_name);
    let filter = GameFilter {
        status,
        before: params.before,
        only: None,
        limit,
    };
    let rows = live.store.games(&filter).await?;
    let full = rows.len() == limit as usize;
    let next = rows.last().filter(|_| full).map(|row| row.id);
    let base = base_url(&site, &headers);
    Ok(Json(GamesPage {
        games: rows.into_iter().map(|row| shown(row, &base)).collect(),
        next,
    }))
}

pub(crate) async fn get(
    State(site): State<Site>,
    Serving(live): Serving,
    headers: HeaderMap,
    Game(game): Game,
) -> Result<Json<GameSummary>, Refusal> {
    Ok(Json(summary(&site, &headers, &live, game).await?))
}

pub(crate) async fn take_seat(
    Serving(live): Serving,
    Caller(player): Caller,
    Game(game): Game,
    Body(wish): Body<TakeSeat>,
) -> Result<(StatusCode, Json<SeatGranted>), Refusal> {
    let id = wish
        .id
        .unwrap_or_else(|| CommandId::from(live.random.id(live.clock.now())));
    let (reply, answer) = oneshot::channel();
    let command = Command::TakeSeat { seat: wish.seat };
    let order = Input::Order(Order {
        player,
        id,
        command,
        reply: ReplyTo::Request(reply),
    });
    live.lobby
        .room(game)
        .try_send(order)
        .map_err(|(NotTaken::Busy | NotTaken::Gone)| {
            Refusal::new(ErrorCode::Busy, "the game has too much to do; try again")
        })?;
    let gone = |_| ErrorMsg::new(ErrorCode::Unavailable, "the server is stopping; try again");
    let seq = answer.await.map_err(gone)??;
    let seat = seated(&live, game, seq).await?;
    Ok((StatusCode::CREATED, Json(SeatGranted { seat, seq })))
}

/// The seat that event `seq` gave away, read from where it is stored.
async fn seated(live: &Live, game: GameId, seq: u64) -> Result<Seat, Refusal> {
    let event = events_after(live, game, seq.saturating_sub(1), 1)
        .await?
        .pop();
    match event.map(|event| event.kind) {
        Some(halma_protocol::EventKind::Seated { seat, .. }) => Ok(seat),
        _ => Err(Refusal::new(
            ErrorCode::BadField,
            "this id was used for another command",
        )),
    }
}

#[derive(Deserialize)]
pub(crate) struct EventParams {
    since: Option<u64>,
    limit: Option<u32>,
}

pub(crate) async fn events(
    Serving(live): Serving,
    Game(game): Game,
    Params(params): Params<EventParams>,
) -> Result<Json<GameEvents>, Refusal> {
    let since = params.since.unwrap_or(0);
    let events = events_after(
        &live,
        game,
        since,
        params.limit.unwrap_or(PAGE).clamp(1, PAGE),
    )
    .await?;
    if events.is_empty() {
        exists(&live, game).await?;
    }
    Ok(Json(GameEvents { game, events }))
}

/// The whole game as text, in the form of the rules.
pub(crate) async fn record(
    Serving(live): Serving,
    Game(game): Game,
) -> Result<impl IntoResponse, Refusal> {
    let record = room::record(&live.store, game).await?;
    let mut text = String::new();
    // Writing to a String does not fail.
    let _ = write!(text, "{record}");
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

async fn events_after(
    live: &Live,
    game: GameId,
    since: u64,
    limit: u32,
) -> Result<Vec<Event>, Refusal> {
    let rows = live.store.events(game, since, limit).await?;
    let events = rows
        .iter()
        .map(|row| serde_json::from_str(&row.body))
        .collect::<Result<Vec<_>, _>>();
    events.map_err(|error| {
        tracing::error!(%game, %error, "a stored event cannot be read");
        Refusal::new(ErrorCode::Internal, "something stored cannot be read")
    })
}

async fn exists(live: &Live, game: GameId) -> Result<GameRow, Refusal> {
    let row = live.store.game(game).await?;
    row.ok_or_else(|| Refusal::new(ErrorCode::NoSuchGame, "there is no such game"))
}

async fn summary(
    site: &Site,
    headers: &HeaderMap,
    live: &Live,
    game: GameId,
) -> Result<GameSummary, Refusal> {
    Ok(shown(exists(live, game).await?, &base_url(site, headers)))
}

/// Where links begin: the public address, else the one this request came to.
fn base_url(site: &Site, headers: &HeaderMap) -> String {
    let host = || {
        headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .unwrap_or("localhost")
    };
    site.public_url
        .as_deref()
        .map_or_else(|| format!("http://{}", host()), str::to_owned)
}

fn shown(row: GameRow, base: &str) -> GameSummary {
    let player = |player: PlayerRow| PlayerRef {
        id: player.id,
        name: player.name,
    };
    GameSummary {
        id: row.id,
        status: status_of(&row.status),
        preset: Preset::of(&row.rules).map(|preset| preset.name.to_owned()),
        rules: row.rules,
        seats: row
            .seats
            .into_iter()
            .map(|seat| (seat.seat, seat.player.map(player)))
            .collect(),
        host: player(row.host),
        created: row.created,
        started: row.started,
        finished: row.finished,
        outcome: row.outcome,
        url: format!("{base}/#/game/{}", row.id),
    }
}

fn status_name(status: GameStatus) -> &'static str {
    match status {
        GameStatus::Open => "open",
        GameStatus::Playing => "playing",
        GameStatus::Finished => "finished",
    }
}

/// The table allows no other names.
fn status_of(name: &str) -> GameStatus {
    match name {
        "open" => GameStatus::Open,
        "playing" => GameStatus::Playing,
        _ => GameStatus::Finished,
    }
}
