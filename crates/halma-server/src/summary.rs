//! A stored game as others see it in a list.

use halma_core::Preset;
use halma_protocol::{GameStatus, GameSummary, PlayerRef, TimeControl};

use crate::store::{GameRow, PlayerRow};

/// A game's summary, with links that begin so.
pub(crate) fn shown(row: GameRow, base: &str) -> GameSummary {
    let key = row.key.map(|key| format!("/{key}")).unwrap_or_default();
    let computers = row
        .seats
        .iter()
        .filter_map(|seat| Some((seat.seat, seat.computer?)));
    GameSummary {
        id: row.id,
        status: status_of(&row.status),
        preset: Preset::whoever_begins(&row.rules).map(|preset| preset.name.to_owned()),
        rules: row.rules,
        computers: computers.collect(),
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

pub(crate) fn shown_player(player: PlayerRow) -> PlayerRef {
    PlayerRef {
        id: player.id,
        name: player.name,
    }
}

pub(crate) fn status_name(status: GameStatus) -> &'static str {
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
