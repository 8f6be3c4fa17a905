//! What somebody asks of a game to be made: looked up, checked, with lots drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use halma_core::{Preset, Rules, Ruleset, Seat};
use halma_engine::Level;
use halma_protocol::{
    CreateGame, ErrorCode, ErrorMsg, GameId, NewChallenge, PlayerKind, PlayerRef,
};

use crate::auth::{self, Who};
use crate::live::Live;
use crate::room::Plan;
use crate::store::{GameRow, PersonRow};

/// Makes the game that a request asks for, and returns once it is stored.
pub(crate) async fn make(
    live: &Arc<Live>,
    who: &Who,
    request: CreateGame,
) -> Result<GameId, ErrorMsg> {
    // First counted, then looked up: a game stored in between counts twice rather than never.
    let begun = live.making.begin(who.id());
    let open = live.store.open_games(who.id()).await?;
    if open + i64::from(begun.at_once) > i64::from(live.open_games) {
        let text = "start or call off one of the games you have made first";
        return Err(ErrorMsg::new(ErrorCode::TooManyGames, text));
    }
    let plan = plan(live, who, request).await?;
    // Whoever asked may be gone before the game is stored; until then it counts as being made.
    let lobby = Arc::clone(&live.lobby);
    let made = live.tasks.spawn(async move {
        let made = lobby.create(plan).await;
        drop(begun);
        made
    });
    let failed = |_| ErrorMsg::new(ErrorCode::Internal, "the game could not be made");
    made.await.map_err(failed)?
}

/// What a request for a game asks for.
async fn plan(live: &Live, who: &Who, request: CreateGame) -> Result<Plan, ErrorMsg> {
    let host = who.shown();
    let mut rules = ruleset(&request)?;
    if request.draw_first {
        if request.start.is_some() {
            let text = "a start position says itself who moves first";
            return Err(ErrorMsg::new(ErrorCode::BadField, text).field("draw_first"));
        }
        let seats = seats(&rules)?;
        rules.first = seats[lot(live, seats.len())];
    }
    if request.rated {
        rateable(who, &rules, &request)?;
    }
    let level = |(seat, level)| Some((seat, Level::new(level)?));
    let computers = request
        .computers
        .into_iter()
        .map(level)
        .collect::<Option<_>>();
    let computers =
        computers.ok_or_else(|| ErrorMsg::new(ErrorCode::BadLevel, "levels are 1 to 8"))?;
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
        let row = live
            .store
            .person(player)
            .await?
            .ok_or_else(no_such_player)?;
        if !matches!(&*row.kind, "guest" | "account") {
            return Err(no_such_player());
        }
        if request.rated {
            same_pool(who.player.bot, &row)?;
        }
        let player = PlayerRef {
            id: row.id,
            name: row.name,
        };
        invited.insert(seat, player);
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

/// Makes the game that a challenge asks for: one seat taken, the other kept.
pub(crate) async fn challenge(
    live: &Arc<Live>,
    who: &Who,
    challenge: NewChallenge,
) -> Result<GameId, ErrorMsg> {
    let NewChallenge {
        to,
        rules,
        clock,
        rated,
        seat,
        private,
    } = challenge;
    if to == who.id() {
        return Err(ErrorMsg::new(ErrorCode::BadField, "challenge somebody else").field("to"));
    }
    let mut request = CreateGame {
        rules,
        start: None,
        seats: Vec::new(),
        invited: BTreeMap::new(),
        computers: BTreeMap::new(),
        hints: false,
        rated,
        clock,
        private,
        draw_first: false,
    };
    let seats = seats(&ruleset(&request)?)?;
    if seats.len() != 2 {
        let text = "a challenge is for two; make a game and invite the others";
        return Err(ErrorMsg::new(ErrorCode::BadRuleset, text).field("rules"));
    }
    let mine = seat.unwrap_or_else(|| seats[lot(live, seats.len())]);
    request.seats = vec![mine];
    request.invited = seats
        .iter()
        .filter(|seat| **seat != mine)
        .map(|seat| (*seat, to))
        .collect();
    make(live, who, request).await
}

/// Declines a challenge, or takes one's own back: the game is called off.
pub(crate) async fn decline(live: &Live, who: &Who, game: GameId) -> Result<(), ErrorMsg> {
    let no_such = || ErrorMsg::new(ErrorCode::NoSuchGame, "there is no such challenge");
    let row = live.store.game(game).await?.ok_or_else(no_such)?;
    let awaited = |seat: &&crate::store::SeatRow| seat.invited.is_some() && seat.player.is_none();
    let mine = row.host.id == who.id()
        || row
            .seats
            .iter()
            .filter(awaited)
            .any(|seat| seat.invited == Some(who.id()));
    if row.status != "open" || !mine || !row.seats.iter().any(|seat| awaited(&seat)) {
        return Err(no_such());
    }
    if live.lobby.call_off(game).await? {
        return Ok(());
    }
    Err(ErrorMsg::new(
        ErrorCode::Busy,
        "the game has too much to do; try again",
    ))
}

/// Whether somebody may take a seat in this game, as far as the game itself does not know: nobody
/// sits down with one it has blocked or who has blocked it, nor at such a one's table.
pub(crate) async fn may_sit(live: &Live, who: &Who, game: &GameRow) -> Result<(), ErrorMsg> {
    let estranged = live.store.estranged(who.id()).await?;
    let seated = game.seats.iter().filter_map(|seat| seat.player.as_ref());
    let mut company = seated.chain([&game.host]);
    if company.any(|player| estranged.contains(&player.id)) {
        return Err(blocked());
    }
    if game.rated {
        // Whoever sits in a rated game stays what it is: it becomes no bot, and to leave changes
        // nothing about the game. So what is so now stays so.
        let host = live.store.person(game.host.id).await?;
        let me = live
            .store
            .person(who.id())
            .await?
            .ok_or_else(no_such_player)?;
        same_pool(host.is_some_and(|host| host.bot), &me)?;
    }
    Ok(())
}

fn ruleset(request: &CreateGame) -> Result<Ruleset, ErrorMsg> {
    let unknown =
        || ErrorMsg::new(ErrorCode::BadRuleset, "there is no ruleset of this name").field("rules");
    request.rules.ruleset().ok_or_else(unknown)
}

fn seats(rules: &Ruleset) -> Result<&'static [Seat], ErrorMsg> {
    Rules::new(*rules)
        .map(|rules| rules.seats())
        .map_err(|clash| ErrorMsg::new(ErrorCode::BadRuleset, clash.to_string()))
}

/// One of so many.
fn lot(live: &Live, of: usize) -> usize {
    usize::from(u16::from_be_bytes(live.random.bytes())) % of
}

/// Whether such a game can be rated, made by this player.
fn rateable(who: &Who, rules: &Ruleset, request: &CreateGame) -> Result<(), ErrorMsg> {
    let why = if who.player.kind != PlayerKind::Account {
        "only accounts play rated games"
    } else if request.start.is_some() || Preset::whoever_begins(rules).is_none() {
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
    Err(ErrorMsg::new(ErrorCode::NotRated, why))
}

/// Whether somebody may sit in a rated game with people, or with bots.
fn same_pool(bots: bool, player: &PersonRow) -> Result<(), ErrorMsg> {
    let why = if player.kind != "account" {
        "only accounts play rated games"
    } else if player.bot != bots {
        "people and bots are rated apart"
    } else {
        return Ok(());
    };
    Err(ErrorMsg::new(ErrorCode::NotRated, why))
}

fn blocked() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::Blocked, "one of you has blocked the other")
}

fn no_such_player() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NotFound, "there is no such player")
}
