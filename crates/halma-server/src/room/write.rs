//! What a room has under way at the store: an append, or reading its game again.

use std::pin::Pin;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use halma_core::{Outcome, Preset, Rules, Ruleset};
use halma_protocol::{Clocks, CommandId, ErrorCode, ErrorMsg, Event, EventKind, GameId, PlayerId};

use super::decide::{Decision, no_such_game};
use super::{Order, RECENT, Surroundings, Table, Terms};
use crate::store::{Append, AppendError, Change, EventRow, Played, Store};

/// How many events one query of a replay reads.
const PAGE: u32 = 1000;

/// How long to wait before reading again after a failure.
const AGAIN: Duration = Duration::from_millis(500);

/// The newest stored events: number and JSON text.
pub(super) type Recent = Vec<(u64, Utf8Bytes)>;

/// How something under way at the store ended. The order is the command that caused it, if one did.
pub(super) enum Written {
    /// The events are durable.
    Stored {
        events: Vec<Event>,
        bodies: Vec<Utf8Bytes>,
        order: Option<Box<Order>>,
    },
    /// Nothing was stored.
    Refused { order: Option<Box<Order>> },
    /// It may be stored or not, or somebody else wrote first.
    Doubtful { order: Option<Box<Order>> },
    /// The game was read again.
    Reloaded {
        table: Box<Table>,
        recent: Recent,
        order: Option<Box<Order>>,
    },
    /// It could not be read again.
    Lost {
        order: Option<Box<Order>>,
        refusal: ErrorMsg,
    },
}

/// The one thing a room has under way at the store.
pub(super) struct Writing(Pin<Box<dyn Future<Output = Written> + Send>>);

impl Writing {
    /// Appends what a command, or time, causes, and the game's deadline if it changes.
    pub(super) fn append(
        around: &Surroundings,
        table: &Table,
        decision: Decision,
        deadline: Option<Option<i64>>,
        order: Option<Box<Order>>,
    ) -> Self {
        let now = around.clock.now();
        let cause = Cause {
            by: order.as_ref().map(|order| order.player.id),
            id: order.as_ref().map(|order| &order.id),
            time: order.as_ref().map_or(now, |order| order.time),
        };
        let Decision {
            kinds,
            clocks,
            successor,
        } = decision;
        let (events, bodies, mut append) = prepare(
            table.id,
            table.seq + 1,
            kinds,
            (table.clocks(cause.time), clocks),
            &cause,
        );
        tally(&mut append.changes, table.played(&events));
        append
            .changes
            .extend(deadline.map(|time| Change::Deadline { time }));
        let mut appends = vec![append];
        if let Some((game, kinds)) = successor {
            let made = Cause {
                by: cause.by,
                id: None,
                time: cause.time,
            };
            appends.push(first_append(game, kinds, &made, &around.terms));
        }
        let journal = around.store.journal().clone();
        Self(Box::pin(async move {
            match journal.append(appends).await {
                Ok(()) => Written::Stored {
                    events,
                    bodies,
                    order,
                },
                Err(AppendError::Unavailable) => Written::Refused { order },
                Err(AppendError::Conflict | AppendError::Unknown) => Written::Doubtful { order },
            }
        }))
    }

    /// Reads the game again, for as long as it takes.
    pub(super) fn reload(around: &Surroundings, game: GameId, order: Option<Box<Order>>) -> Self {
        let around = around.clone();
        Self(Box::pin(async move {
            loop {
                let mut refusal = match load(&around, game).await {
                    Ok((table, recent)) => {
                        return Written::Reloaded {
                            table: Box::new(table),
                            recent,
                            order,
                        };
                    }
                    Err(refusal) => refusal,
                };
                let is_away = refusal.code == ErrorCode::StorageUnavailable;
                if is_away && around.stop.is_cancelled() {
                    // What was being written may be stored after all.
                    let text = "the server is stopping; send the command again when it is back";
                    refusal = ErrorMsg::new(ErrorCode::Unavailable, text);
                }
                if refusal.code != ErrorCode::StorageUnavailable {
                    return Written::Lost { order, refusal };
                }
                tokio::select! {
                    () = tokio::time::sleep(AGAIN) => {}
                    () = around.stop.cancelled() => {}
                }
            }
        }))
    }

    /// Waits for its end; for ever if nothing is under way. Cancel-safe.
    pub(super) async fn end(under_way: &mut Option<Self>) -> Written {
        match under_way {
            Some(writing) => {
                let written = writing.0.as_mut().await;
                *under_way = None;
                written
            }
            None => std::future::pending().await,
        }
    }
}

/// Reads a game to serve it.
pub(super) async fn load(around: &Surroundings, game: GameId) -> Result<(Table, Recent), ErrorMsg> {
    let (mut table, recent) = read(&around.store, game).await?;
    let missed = around.service.missed(table.turn_since, around.clock.now());
    table.resume(around.started, missed);
    Ok((table, recent))
}

/// Reads a game and folds its events.
pub(super) async fn read(store: &Store, game: GameId) -> Result<(Table, Recent), ErrorMsg> {
    let away = |error| {
        tracing::warn!(%game, %error, "a game could not be read");
        storage_unavailable()
    };
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(%game, %error, "a stored game does not replay");
        ErrorMsg::new(ErrorCode::Internal, "the stored game cannot be read")
    };
    let mut rows = Vec::new();
    loop {
        let page = store
            .events(game, rows.len() as u64, PAGE)
            .await
            .map_err(away)?;
        let last = page.len() < PAGE as usize;
        rows.extend(page);
        if last {
            break;
        }
    }
    if rows.is_empty() {
        return Err(no_such_game());
    }
    let events = rows.iter().map(|row| serde_json::from_str(&row.body));
    let events = events
        .collect::<Result<Vec<Event>, _>>()
        .map_err(|error| broken(&error))?;
    let table = Table::replay(game, &events).map_err(|error| broken(&error))?;
    let newest = rows.split_off(rows.len().saturating_sub(RECENT));
    let numbers = table.seq + 1 - newest.len() as u64..;
    Ok((
        table,
        numbers
            .zip(newest.into_iter().map(|row| row.body.into()))
            .collect(),
    ))
}

/// Stores a new game's first events.
pub(super) async fn create(
    around: &Surroundings,
    game: GameId,
    kinds: Vec<EventKind>,
    host: PlayerId,
) -> Result<(Table, Recent), ErrorMsg> {
    let cause = Cause {
        by: Some(host),
        id: None,
        time: around.clock.now(),
    };
    let append = first_append(game, kinds, &cause, &around.terms);
    match around.store.journal().append(vec![append]).await {
        // Read back even when all went well: a new game and a stored one are one path.
        Ok(()) => load(around, game).await,
        Err(AppendError::Unknown | AppendError::Conflict) => match load(around, game).await {
            // The commit did not happen: the maker may try again.
            Err(refusal) if refusal.code == ErrorCode::NoSuchGame => Err(storage_unavailable()),
            found => found,
        },
        Err(AppendError::Unavailable) => Err(storage_unavailable()),
    }
}

/// A new game's first events, with the clocks and the deadline it begins with.
fn first_append(game: GameId, kinds: Vec<EventKind>, cause: &Cause<'_>, terms: &Terms) -> Append {
    let (events, _, append) = prepare(game, 1, kinds.clone(), (None, None), cause);
    let Ok(table) = Table::replay(game, &events) else {
        return append;
    };
    let clocks = table.clocks(cause.time);
    let mut append = prepare(game, 1, kinds, (None, clocks), cause).2;
    let deadline = match table.computer_to_move() {
        Some(_) if table.people().next().is_some() => Some(cause.time),
        _ => table.deadline(terms),
    };
    append.changes.push(Change::Deadline { time: deadline });
    append
}

struct Cause<'a> {
    by: Option<PlayerId>,
    id: Option<&'a CommandId>,
    time: i64,
}

/// Numbers events, serializes each once, and says what they change in the summary. What is left
/// on the clocks changes with the first event that changes the position.
fn prepare(
    game: GameId,
    first: u64,
    kinds: Vec<EventKind>,
    (before, after): (Option<Clocks>, Option<Clocks>),
    cause: &Cause<'_>,
) -> (Vec<Event>, Vec<Utf8Bytes>, Append) {
    let Cause { by, id, time } = *cause;
    let changes = kinds.iter().flat_map(|kind| changes(kind, time)).collect();
    let changing = kinds.iter().position(EventKind::changes_position);
    let changing = first + changing.unwrap_or(0) as u64;
    let event = |(seq, kind)| Event {
        seq,
        time,
        by,
        id: id.cloned(),
        clocks: if seq < changing {
            before.clone()
        } else {
            after.clone()
        },
        kind,
    };
    let events: Vec<Event> = (first..).zip(kinds).map(event).collect();
    let bodies: Vec<Utf8Bytes> = events
        .iter()
        .map(|event| crate::json(event).into())
        .collect();
    let row = |(event, body): (&Event, &Utf8Bytes)| EventRow {
        seq: event.seq.cast_signed(),
        body: body.to_string(),
    };
    let rows = events.iter().zip(&bodies).map(row).collect();
    (
        events,
        bodies,
        Append {
            game,
            events: rows,
            changes,
        },
    )
}

/// Adds how a game was played to the change that ends it.
fn tally(changes: &mut [Change], how: Option<Played>) {
    for change in changes {
        if let Change::Finished { played, .. } = change {
            *played = how;
        }
    }
}

/// What an event changes in its game's summary.
fn changes(kind: &EventKind, time: i64) -> Option<Change> {
    Some(match kind {
        EventKind::Created {
            rules,
            host,
            clock,
            key,
            invited,
            computers,
            rated,
            predecessor,
            ..
        } => Change::Created {
            computers: computers
                .iter()
                .map(|(seat, level)| (*seat, *level))
                .collect(),
            rules: *rules,
            seats: Rules::new(*rules)
                .map(|rules| rules.seats())
                .unwrap_or_default(),
            host: host.id,
            clock: crate::json(clock),
            key: key.clone(),
            invited: invited
                .iter()
                .map(|(seat, player)| (*seat, player.id))
                .collect(),
            successor_of: *predecessor,
            preset: preset_of(rules),
            pace: clock.class() as i16,
            rated: *rated,
            time,
        },
        EventKind::Seated { seat, player } => Change::Seated {
            seat: *seat,
            player: player.id,
        },
        EventKind::Stood { seat } => Change::Stood { seat: *seat },
        EventKind::Started { .. } => Change::Started { time },
        EventKind::Finished { winners, reason } => Change::Finished {
            outcome: Outcome {
                winners: winners.iter().copied().collect(),
                reason: *reason,
            },
            time,
            played: None,
        },
        _ => return None,
    })
}

/// The preset's name whoever begins, or `custom`.
pub(super) fn preset_of(rules: &Ruleset) -> &'static str {
    let preset = Preset::whoever_begins(rules);
    preset.map_or("custom", |preset| preset.name)
}

pub(super) fn storage_unavailable() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::StorageUnavailable,
        "the store is away; nothing was changed, try again",
    )
}
