//! Games over REST: make, list, look at, take a seat.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use halma_core::{PRESETS, Preset, Rules, Seat};
use halma_engine::Level;
use halma_protocol::{
    CommandId, ComputerLevel, CreateGame, ErrorCode, ErrorMsg, Event, EventKind, GameEvents,
    GameId, GameStatus, GameSummary, GamesPage, PlayerId, PlayerRef, RulesetInfo, SeatGranted,
    TakeSeat, TimeControl,
};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::body::{Body, Game, Params};
use super::caller::{Known, MaybeCaller};
use super::problem::Refusal;
use super::{Serving, Site, rating};
use crate::auth::{self, Who};
use crate::live::Live;
use crate::room::{self, Command, Input, NotTaken, Order, Plan, ReplyTo};
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

pub(crate) async fn computers() -> Json<Vec<ComputerLevel>> {
    let level = |level: Level| ComputerLevel {
        level: level.number(),
        name: level.name().to_owned(),
        thinking: level.thinking_ms(),
    };
    Json(Level::ALL.map(level).to_vec())
}

pub(crate) async fn create(
    State(site): State<Site>,
    Serving(live): Serving,
    Known(who): Known,
    headers: HeaderMap,
    Body(request): Body<CreateGame>,
) -> Result<(StatusCode, Json<GameSummary>), Refusal> {
    let plan = plan(&live, &who, request).await?;
    let game = live.lobby.create(plan).await?;
    let row = stored(&live, game).await?;
    Ok((
        StatusCode::CREATED,
        Json(shown(row, &base_url(&site, &headers))),
    ))
}

/// What a request asks for, with names looked up and lots drawn.
async fn plan(live: &Live, who: &Who, request: CreateGame) -> Result<Plan, Refusal> {
    let host = who.shown();
    let unknown =
        || ErrorMsg::new(ErrorCode::BadRuleset, "there is no ruleset of this name").field("rules");
    let mut rules = request.rules.ruleset().ok_or_else(unknown)?;
    if request.draw_first {
        if request.start.is_some() {
            let message = "a start position says itself who moves first";
            return Err(ErrorMsg::new(ErrorCode::BadField, message)
                .field("draw_first")
                .into());
        }
        let sound = Rules::new(rules);
        let sound =
            sound.map_err(|clash| ErrorMsg::new(ErrorCode::BadRuleset, clash.to_string()))?;
        let lot = usize::from(u16::from_be_bytes(live.random.bytes()));
        rules.first = sound.seats()[lot % sound.seats().len()];
    }
    let rated = request.rated;
    if rated {
        rating::rateable(who, &rules, &request)?;
    }
    let level = |(seat, level)| Some((seat, Level::new(level)?));
    let computers = request
        .computers
        .into_iter()
        .map(level)
        .collect::<Option<_>>();
    let computers =
        computers.ok_or_else(|| Refusal::new(ErrorCode::BadLevel, "levels are 1 to 8"))?;
    let estranged = if request.invited.is_empty() {
        Vec::new()
    } else {
        live.store.estranged(host.id).await?
    };
    let mut invited = BTreeMap::new();
    for (seat, player) in request.invited {
        if estranged.contains(&player) {
            return Err(blocked());
        }
        let row = live.store.person(player).await?;
        let row =
            row.ok_or_else(|| Refusal::new(ErrorCode::NotFound, "there is no such player"))?;
        if rated {
            rating::same_pool(who.player.bot, &row)?;
        }
        invited.insert(
            seat,
            PlayerRef {
                id: row.id,
                name: row.name,
            },
        );
    }
    Ok(Plan {
        rules,
        start: request.start,
        seated: request
            .seats
            .into_iter()
            .map(|seat| (seat, host.clone()))
            .collect(),
        host,
        clock: request.clock,
        key: request.private.then(|| auth::new_key(&live.random)),
        invited,
        computers,
        hints: request.hints,
        rated: request.rated,
        predecessor: None,
    })
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
    let games = rows.into_iter().map(|row| shown(row, &base)).collect();
    Ok(Json(GamesPage { games, next }))
}

#[derive(Deserialize)]
pub(crate) struct KeyParams {
    pub(super) key: Option<String>,
}

pub(crate) async fn get(
    State(site): State<Site>,
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyParams>,
    headers: HeaderMap,
) -> Result<Json<GameSummary>, Refusal> {
    let row = admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    Ok(Json(shown(row, &base_url(&site, &headers))))
}

pub(crate) async fn take_seat(
    Serving(live): Serving,
    Known(who): Known,
    Game(game): Game,
    Body(wish): Body<TakeSeat>,
) -> Result<(StatusCode, Json<SeatGranted>), Refusal> {
    let player = who.shown();
    let row = live.store.game(game).await?.ok_or_else(no_such_game)?;
    if live
        .store
        .estranged(player.id)
        .await?
        .contains(&row.host.id)
    {
        return Err(blocked());
    }
    if row.rated {
        rating::may_sit(&live, &who, &row).await?;
    }
    let time = live.clock.now();
    let id = wish
        .id
        .unwrap_or_else(|| CommandId::from(live.random.id(time)));
    let (reply, answer) = oneshot::channel();
    let command = Command::TakeSeat {
        seat: wish.seat,
        key: wish.key,
    };
    let reply = ReplyTo::Request(reply);
    let order = Input::Order(Order {
        session: None,
        player,
        id,
        command,
        time,
        lag: 0,
        reply,
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
        Some(EventKind::Seated { seat, .. }) => Ok(seat),
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
    key: Option<String>,
}

pub(crate) async fn events(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<EventParams>,
) -> Result<Json<GameEvents>, Refusal> {
    admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    let limit = params.limit.unwrap_or(PAGE).clamp(1, PAGE);
    let events = events_after(&live, game, params.since.unwrap_or(0), limit).await?;
    Ok(Json(GameEvents { game, events }))
}

/// The whole game as text, in the form of the rules.
pub(crate) async fn record(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyParams>,
) -> Result<impl IntoResponse, Refusal> {
    admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    let record = room::record(&live.store, game).await?;
    Ok((
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        record.to_string(),
    ))
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

async fn stored(live: &Live, game: GameId) -> Result<GameRow, Refusal> {
    live.store.game(game).await?.ok_or_else(no_such_game)
}

/// The game, if this caller may see it: a private one does not exist for anybody else.
pub(super) async fn admitted(
    live: &Live,
    game: GameId,
    caller: Option<&PlayerRef>,
    key: Option<&str>,
) -> Result<GameRow, Refusal> {
    let row = stored(live, game).await?;
    let admits = |player: PlayerId| {
        let seat = |seat: &crate::store::SeatRow| {
            seat.invited == Some(player)
                || seat
                    .player
                    .as_ref()
                    .is_some_and(|holder| holder.id == player)
        };
        row.host.id == player || row.seats.iter().any(seat)
    };
    if row.key.is_none()
        || row.key.as_deref() == key
        || caller.is_some_and(|caller| admits(caller.id))
    {
        return Ok(row);
    }
    Err(no_such_game())
}

fn blocked() -> Refusal {
    Refusal::new(ErrorCode::Blocked, "one of you has blocked the other")
}

fn no_such_game() -> Refusal {
    Refusal::new(ErrorCode::NoSuchGame, "there is no such game")
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
    let key = row.key.map(|key| format!("/{key}")).unwrap_or_default();
    GameSummary {
        id: row.id,
        status: status_of(&row.status),
        preset: Preset::of(&row.rules).map(|preset| preset.name.to_owned()),
        rules: row.rules,
        computers: row
            .seats
            .iter()
            .filter_map(|seat| Some((seat.seat, seat.computer?)))
            .collect(),
        seats: row
            .seats
            .into_iter()
            .map(|seat| (seat.seat, seat.player.map(shown_player)))
            .collect(),
        host: shown_player(row.host),
        created: row.created,
        started: row.started,
        finished: row.finished,
        outcome: row.outcome,
        clock: serde_json::from_str::<TimeControl>(&row.clock).unwrap_or_default(),
        rated: row.rated,
        url: format!("{base}/#/game/{}{key}", row.id),
    }
}

fn shown_player(player: PlayerRow) -> PlayerRef {
    PlayerRef {
        id: player.id,
        name: player.name,
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
