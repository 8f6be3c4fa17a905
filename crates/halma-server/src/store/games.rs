//! Reading games: their summaries for lists, their events for replay.

use halma_core::{Outcome, Ruleset, Seat, SeatSet};
use sqlx::FromRow;
use uuid::Uuid;

use super::db::on;
use super::{PlayerRow, Store, StoreError};

/// One stored event: its number and its JSON text.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct EventRow {
    /// The event's number in its game, from 1.
    pub seq: i64,
    /// Its JSON text, as it is sent.
    pub body: String,
}

/// A game's summary.
#[derive(Debug, Clone, PartialEq)]
pub struct GameRow {
    /// The game.
    pub id: Uuid,
    /// `open`, `playing` or `finished`.
    pub status: String,
    /// Its rules.
    pub rules: Ruleset,
    /// Who made it.
    pub host: PlayerRow,
    /// When it was made, in Unix milliseconds.
    pub created: i64,
    /// When play began.
    pub started: Option<i64>,
    /// When it ended.
    pub finished: Option<i64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How its time is kept, as JSON.
    pub clock: String,
    /// The key of a private game.
    pub key: Option<String>,
    /// Whether it is rated.
    pub rated: bool,
    /// Its seats in seat order.
    pub seats: Vec<SeatRow>,
}

/// A seat and who holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The seat.
    pub seat: Seat,
    /// Who holds it, if anybody.
    pub player: Option<PlayerRow>,
    /// The level of the computer that plays it, if one does.
    pub computer: Option<u8>,
    /// Whom it is kept for, if anybody.
    pub invited: Option<Uuid>,
}

/// One row a seat, so that a page of games is one query.
#[derive(FromRow)]
pub(super) struct Row {
    pub(super) id: Uuid,
    status: String,
    rules: String,
    host: Uuid,
    host_name: String,
    created: i64,
    started: Option<i64>,
    finished: Option<i64>,
    winners: Option<String>,
    reason: Option<String>,
    clock: String,
    key: Option<String>,
    rated: bool,
    seat: i16,
    invited: Option<Uuid>,
    computer: Option<i16>,
    player: Option<Uuid>,
    player_name: Option<String>,
}

const EVENTS: &str =
    "SELECT seq, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3";

impl Store {
    /// Games in which time brings something about at `now`, with when, in Unix milliseconds: the
    /// first ones after `after`, at most `limit`.
    pub async fn due(
        &self,
        now: i64,
        after: (i64, Uuid),
        limit: u32,
    ) -> Result<Vec<(i64, Uuid)>, StoreError> {
        let due = on!(&*self.db, read pool => sqlx::query_as(DUE)
            .bind(now)
            .bind(after.0)
            .bind(after.1)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        Ok(due)
    }

    /// A game's events after number `after`, in order, at most `limit`.
    pub async fn events(
        &self,
        game: Uuid,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows: Vec<EventRow> = on!(&*self.db, read pool => sqlx::query_as(EVENTS)
            .bind(game)
            .bind(after)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?);
        if rows.is_empty() {
            return self.packed(game, after, limit).await;
        }
        Ok(rows)
    }
}

const DUE: &str = "SELECT deadline, id FROM games WHERE deadline <= $1 AND (deadline, id) > ($2, $3) \
    ORDER BY deadline, id LIMIT $4";

impl Row {
    pub(super) fn game(&self) -> Option<GameRow> {
        let outcome = match (&self.winners, &self.reason) {
            (Some(winners), Some(reason)) => Some(Outcome {
                winners: winners
                    .chars()
                    .map(Seat::from_letter)
                    .collect::<Option<SeatSet>>()?,
                reason: reason.parse().ok()?,
            }),
            _ => None,
        };
        Some(GameRow {
            id: self.id,
            status: self.status.clone(),
            rules: serde_json::from_str(&self.rules).ok()?,
            host: PlayerRow {
                id: self.host,
                name: self.host_name.clone(),
            },
            created: self.created,
            started: self.started,
            finished: self.finished,
            outcome,
            clock: self.clock.clone(),
            key: self.key.clone(),
            rated: self.rated,
            seats: Vec::new(),
        })
    }

    pub(super) fn seat(self) -> Option<SeatRow> {
        let seat = *Seat::ALL.get(usize::try_from(self.seat).ok()?)?;
        let player = self
            .player
            .zip(self.player_name)
            .map(|(id, name)| PlayerRow { id, name });
        Some(SeatRow {
            seat,
            player,
            computer: self.computer.and_then(|level| u8::try_from(level).ok()),
            invited: self.invited,
        })
    }
}
