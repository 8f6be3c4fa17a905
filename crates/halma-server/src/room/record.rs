//! A stored game as a record in the text form of the rules.

use halma_core::{Record, Seat};
use halma_protocol::{ErrorMsg, GameId};
use time::OffsetDateTime;

use super::write;
use crate::store::Store;

/// Reads a game and writes its record; the date is the day it was made, UTC.
pub(crate) async fn record(store: &Store, game: GameId) -> Result<Record, ErrorMsg> {
    let (table, _) = write::read(store, game).await?;
    let mut record = Record::new(table.game);
    for seat in Seat::ALL {
        if let Some(Some(player)) = table.seats.get(&seat) {
            record.players[seat.index()].clone_from(&player.name);
        }
    }
    if let Ok(made) = OffsetDateTime::from_unix_timestamp(table.created / 1000) {
        record.date = made.date().to_string();
    }
    Ok(record)
}
