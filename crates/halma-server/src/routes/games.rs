//! Games over REST: make, list, look at, take a seat.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use halma_core::{PRESETS, Preset, Seat, SeatSet};
use halma_engine::Level;
use halma_protocol::{
    CommandId, ComputerLevel, CreateGame, ErrorCode, ErrorMsg, Event, EventKind, EventsQuery,
    GameEvents, GameId, GameSummary, GamesPage, GamesQuery, KeyQuery, PlayerId, PlayerRef,
    RulesetInfo, SeatGranted, TakeSeat,
};

use super::body::{Body, Game, GameSeat, PAGE, Params, page_size};
use super::caller::{Known, MaybeCaller};
use super::problem::Refusal;
use super::{Serving, Site};
use crate::auth::Who;
use crate::live::Live;
use crate::room::{self, Command};
use crate::store::{GameFilter, GameRow};
use crate::summary::{shown, status_name};
use crate::wish;

/// In milliseconds.
const DAY: i64 = 86_400_000;

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
    let game = wish::make(&live, &who, request).await?;
    let row = stored(&live, game).await?;
    Ok((
        StatusCode::CREATED,
        Json(shown(row, &base_url(&site, &headers))),
    ))
}

/// What to ask the store for. A player's private games are shown to nobody else.
pub(super) fn filter(
    query: &GamesQuery,
    caller: Option<&PlayerRef>,
) -> Result<GameFilter, Refusal> {
    let day = |field, text: &Option<String>| super::statistics::day(field, text.as_deref());
    Ok(GameFilter {
        status: query.status.map(status_name),
        joinable: query.joinable,
        player: query.player,
        preset: super::statistics::preset(query.preset.as_deref())?,
        rated: query.rated,
        pace: query.clock.map(|clock| clock as i16),
        winners: query.result.as_deref().map(winners).transpose()?,
        from: day("from", &query.from)?.map(|day| day * DAY),
        until: day("to", &query.to)?.map(|day| (day + 1) * DAY),
        private: query.player.is_some() && query.player == caller.map(|caller| caller.id),
        before: query.before,
        limit: page_size(query.limit, 50)?,
        ..GameFilter::default()
    })
}

/// The letters of the winning seats.
fn winners(result: &str) -> Result<String, Refusal> {
    if result == "draw" {
        return Ok(String::new());
    }
    // A plus sign in an address may stand for a space.
    let seats: Result<SeatSet, _> = result.split(['+', ' ']).map(str::parse::<Seat>).collect();
    let bad = |_| {
        let text = "a result is the winning seats joined by +, or draw";
        ErrorMsg::new(ErrorCode::BadField, text).field("result")
    };
    Ok(seats.map_err(bad)?.iter().map(Seat::letter).collect())
}

pub(crate) async fn list(
    State(site): State<Site>,
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    headers: HeaderMap,
    Params(query): Params<GamesQuery>,
) -> Result<Json<GamesPage>, Refusal> {
    let mut filter = filter(&query, caller.as_ref())?;
    let page = filter.limit as usize;
    // One more than the page has tells whether there is another.
    filter.limit += 1;
    let mut rows = live.store.games(&filter).await?;
    let more = rows.len() > page;
    rows.truncate(page);
    let next = rows.last().filter(|_| more).map(|row| row.id);
    let base = base_url(&site, &headers);
    let games = rows.into_iter().map(|row| shown(row, &base)).collect();
    Ok(Json(GamesPage { games, next }))
}

pub(crate) async fn get(
    State(site): State<Site>,
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyQuery>,
    headers: HeaderMap,
) -> Result<Json<GameSummary>, Refusal> {
    let row = admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    Ok(Json(shown(row, &base_url(&site, &headers))))
}

pub(crate) async fn take_seat(
    Serving(live): Serving,
    Known(who): Known,
    Game(game): Game,
    Body(seat): Body<TakeSeat>,
) -> Result<(StatusCode, Json<SeatGranted>), Refusal> {
    let row = live.store.game(game).await?.ok_or_else(no_such_game)?;
    wish::may_sit(&live, &who, &row).await?;
    let id = seat
        .id
        .unwrap_or_else(|| CommandId::from(live.random.id(live.clock.now())));
    let command = Command::TakeSeat {
        seat: seat.seat,
        key: seat.key,
    };
    let seq = live.lobby.order(game, who.shown(), id, command).await?;
    let seat = seated(&live, game, seq).await?;
    Ok((StatusCode::CREATED, Json(SeatGranted { seat, seq })))
}

/// Gives a seat back before the start.
pub(crate) async fn stand(
    Serving(live): Serving,
    Known(who): Known,
    GameSeat(game, seat): GameSeat,
) -> Result<StatusCode, Refusal> {
    order(&live, &who, game, Command::Stand { seat: Some(seat) }).await
}

/// Calls a game off.
pub(crate) async fn abort(
    Serving(live): Serving,
    Known(who): Known,
    Game(game): Game,
) -> Result<StatusCode, Refusal> {
    order(&live, &who, game, Command::Abort { seat: None }).await
}

/// Has the game's room carry a command out, if the player may see the game.
async fn order(
    live: &Live,
    who: &Who,
    game: GameId,
    command: Command,
) -> Result<StatusCode, Refusal> {
    let player = who.shown();
    admitted(live, game, Some(&player), None).await?;
    let id = CommandId::from(live.random.id(live.clock.now()));
    live.lobby.order(game, player, id, command).await?;
    Ok(StatusCode::NO_CONTENT)
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

pub(crate) async fn events(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<EventsQuery>,
) -> Result<Json<GameEvents>, Refusal> {
    admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    let limit = page_size(params.limit, PAGE)?;
    let events = events_after(&live, game, params.since.unwrap_or(0), limit).await?;
    Ok(Json(GameEvents { game, events }))
}

/// The whole game as text, in the form of the rules.
pub(crate) async fn record(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyQuery>,
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

pub(super) async fn stored(live: &Live, game: GameId) -> Result<GameRow, Refusal> {
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

fn no_such_game() -> Refusal {
    Refusal::new(ErrorCode::NoSuchGame, "there is no such game")
}

/// Where links begin: the public address, else the one this request came to.
pub(super) fn base_url(site: &Site, headers: &HeaderMap) -> String {
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
