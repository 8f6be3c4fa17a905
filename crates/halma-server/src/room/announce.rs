//! What a room tells those who are not in it.

use halma_core::Seat;
use halma_protocol::{Event, EventKind, GameId, GameStatus, PlayerId};

use super::Room;
use crate::news::Item;

impl Room {
    /// A game was just made.
    pub(super) fn announce_new(&self) {
        let table = &self.table;
        let awaited = self.awaited();
        if !awaited.is_empty() {
            self.around.news.tell(Item::Invited(table.id, awaited));
        }
        if table.status == GameStatus::Open {
            self.around.news.tell(Item::Changed(table.id));
        }
        self.announce_turn();
    }

    /// Something happened that others want to hear of.
    pub(super) fn announce(&self, events: &[Event]) {
        let id = self.table.id;
        if events.iter().any(|event| is_for_the_lobby(&event.kind)) {
            self.around.news.tell(match self.table.status {
                GameStatus::Open => Item::Changed(id),
                GameStatus::Playing | GameStatus::Finished => Item::Closed(id),
            });
        }
        for event in events {
            match event.kind {
                EventKind::Seated { seat, .. } => {
                    let invited = self.table.invited.get(&seat);
                    self.announce_over(true, invited.map(|player| player.id));
                }
                EventKind::Stood { seat } => {
                    if let Some(player) = self.table.invited.get(&seat) {
                        self.around.news.tell(Item::Invited(id, vec![player.id]));
                    }
                }
                EventKind::Finished { .. } => {
                    self.announce_over(false, self.awaited());
                    if self.table.rated {
                        self.around.news.tell(Item::Rated(id));
                    }
                }
                EventKind::Succeeded { successor } => self.announce_successor(successor),
                _ => {}
            }
        }
        if events.iter().any(|event| event.kind.changes_position()) {
            self.announce_turn();
        }
    }

    /// For whom a seat is kept that is still free.
    fn awaited(&self) -> Vec<PlayerId> {
        let invited = self.table.invited.iter();
        let awaited = invited.filter(|(seat, _)| self.table.holder(**seat).is_none());
        awaited.map(|(_, player)| player.id).collect()
    }

    /// Seats that were kept for these players are taken, or will not be.
    fn announce_over(&self, accepted: bool, awaited: impl IntoIterator<Item = PlayerId>) {
        let mut players: Vec<_> = awaited.into_iter().collect();
        if players.is_empty() {
            return;
        }
        let host = self.table.host.id;
        if !players.contains(&host) {
            players.push(host);
        }
        self.around.news.tell(Item::ChallengeOver {
            game: self.table.id,
            accepted,
            players,
        });
    }

    /// The game that follows has begun, but has no room yet to speak for it.
    fn announce_successor(&self, game: GameId) {
        self.announce_mover(game, self.table.first_of_rematch());
    }

    fn announce_turn(&self) {
        self.announce_mover(self.table.id, self.table.to_move());
    }

    /// Tells whoever is to move, wherever they are; who plays alone knows it.
    fn announce_mover(&self, game: GameId, seat: Option<Seat>) {
        let mover = seat.filter(|_| !self.table.is_solo());
        if let Some(seat) = mover
            && let Some(player) = self.table.holder(seat)
        {
            self.around.news.tell(Item::Turn { game, seat, player });
        }
    }
}

/// Whether it changes who sits where, or whether the game is open.
fn is_for_the_lobby(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Seated { .. }
            | EventKind::Stood { .. }
            | EventKind::Started { .. }
            | EventKind::Finished { .. }
    )
}
