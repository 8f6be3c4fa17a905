//! What a room has under way at the store: an append, or reading its game again.

use std::pin::Pin;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use halma_core::{Outcome, Rules};
use halma_protocol::{
    CommandId, ErrorCode, ErrorMsg, Event, EventKind, GameId, PlayerId, PlayerRef,
};

use super::{Order, RECENT, Surroundings, Table};
use crate::store::{Append, AppendError, Change, EventRow, Store};

/// How many events one query of a replay reads.
const PAGE: u32 = 1000;

/// How long to wait before reading again after a failure.
const AGAIN: Duration = Duration::from_millis(500);

/// The newest stored events: number and JSON text.
pub(super) type Recent = Vec<(u64, Utf8Bytes)>;

/// How something under way at the store ended.
pub(super) enum Written {
    /// The events are durable.
    Stored {
        events: Vec<Event>,
        bodies: Vec<Utf8Bytes>,
        order: Order,
    },
    /// Nothing was stored.
    Refused { order: Order },
    /// It may be stored or not, or somebody else wrote first.
    Doubtful { order: Order },
    /// The game was read again.
    Reloaded {
        table: Box<Table>,
        recent: Recent,
        order: Order,
    },
    /// It could not be read again.
    Lost { order: Order, refusal: ErrorMsg },
}

/// The one thing a room has under way at the store.
pub(super) struct Writing(Pin<Box<dyn Future<Output = Written> + Send>>);

impl Writing {
    /// Appends what a command causes.
    pub(super) fn append(
        around: &Surroundings,
        table: &Table,
        kinds: Vec<EventKind>,
        order: Order,
    ) -> Self {
        let cause = Cause {
            by: order.player.id,
            id: Some(&order.id),
            time: around.clock.now(),
        };
        let (events, bodies, append) = prepare(table.id, table.seq + 1, kinds, &cause);
        let journal = around.store.journal().clone();
        Self(Box::pin(async move {
            match journal.append(append).await {
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
    pub(super) fn reload(around: &Surroundings, game: GameId, order: Order) -> Self {
        let around = around.clone();
        Self(Box::pin(async move {
            loop {
                let refusal = match load(&around.store, game).await {
                    Ok((table, recent)) => {
                        return Written::Reloaded {
                            table: Box::new(table),
                            recent,
                            order,
                        };
                    }
                    Err(refusal) => refusal,
                };
                if refusal.code != ErrorCode::StorageUnavailable || around.stop.is_cancelled() {
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

/// Reads a game and folds its events.
pub(super) async fn load(store: &Store, game: GameId) -> Result<(Table, Recent), ErrorMsg> {
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
    let events = rows
        .iter()
        .map(|row| serde_json::from_str(&row.body))
        .collect::<Result<Vec<Event>, _>>();
    let table = Table::replay(game, &events.map_err(|error| broken(&error))?)
        .map_err(|error| broken(&error))?;
    let newest = rows.split_off(rows.len().saturating_sub(RECENT));
    let recent =
        (table.seq + 1 - newest.len() as u64..).zip(newest.into_iter().map(|row| row.body.into()));
    Ok((table, recent.collect()))
}

/// Stores a new game's first events.
pub(super) async fn create(
    around: &Surroundings,
    game: GameId,
    kinds: Vec<EventKind>,
    host: PlayerId,
) -> Result<(Table, Recent), ErrorMsg> {
    let cause = Cause {
        by: host,
        id: None,
        time: around.clock.now(),
    };
    let (_, _, append) = prepare(game, 1, kinds, &cause);
    match around.store.journal().append(append).await {
        // Read back even when all went well: a new game and a stored one are one path.
        Ok(()) | Err(AppendError::Unknown | AppendError::Conflict) => {
            load(&around.store, game).await
        }
        Err(AppendError::Unavailable) => Err(storage_unavailable()),
    }
}

struct Cause<'a> {
    by: PlayerId,
    id: Option<&'a CommandId>,
    time: i64,
}

/// Numbers events, serializes each once, and says what they change in the summary.
fn prepare(
    game: GameId,
    first: u64,
    kinds: Vec<EventKind>,
    cause: &Cause<'_>,
) -> (Vec<Event>, Vec<Utf8Bytes>, Append) {
    let changes = kinds
        .iter()
        .filter_map(|kind| change(kind, cause.time))
        .collect();
    let events: Vec<Event> = (first..)
        .zip(kinds)
        .map(|(seq, kind)| Event {
            seq,
            time: cause.time,
            by: Some(cause.by),
            id: cause.id.cloned(),
            kind,
        })
        .collect();
    let bodies: Vec<Utf8Bytes> = events
        .iter()
        .map(|event| crate::json(event).into())
        .collect();
    let rows = events.iter().zip(&bodies).map(|(event, body)| EventRow {
        seq: event.seq.cast_signed(),
        body: body.to_string(),
    });
    let append = Append {
        game,
        events: rows.collect(),
        changes,
    };
    (events, bodies, append)
}

/// What an event changes in its game's summary.
fn change(kind: &EventKind, time: i64) -> Option<Change> {
    Some(match kind {
        EventKind::Created { rules, host, .. } => {
            let seats = Rules::new(*rules)
                .map(|rules| rules.seats())
                .unwrap_or_default();
            Change::Created {
                rules: *rules,
                seats,
                host: host.id,
                time,
            }
        }
        EventKind::Seated {
            seat,
            player: PlayerRef { id, .. },
        } => Change::Seated {
            seat: *seat,
            player: *id,
        },
        EventKind::Stood { seat } => Change::Stood { seat: *seat },
        EventKind::Started { .. } => Change::Started { time },
        EventKind::Finished { winners, reason } => {
            let outcome = Outcome {
                winners: winners.iter().copied().collect(),
                reason: *reason,
            };
            Change::Finished { outcome, time }
        }
        EventKind::Moved { .. }
        | EventKind::Passed { .. }
        | EventKind::Resigned { .. }
        | EventKind::MissedDeadline { .. } => return None,
    })
}

pub(super) fn storage_unavailable() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::StorageUnavailable,
        "the store is away; nothing was changed, try again",
    )
}

fn no_such_game() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NoSuchGame, "there is no such game")
}
