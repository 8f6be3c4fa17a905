//! A player at the table has another name now.

use halma_protocol::{GameStatus, PlayerRef};

use super::Room;
use super::table::Table;
use crate::naming::rename;
use crate::news::Item;

impl Room {
    /// Shows the new name to everybody here. The stored events have it already.
    pub(super) fn named(&mut self, player: &PlayerRef) {
        for (_, body) in &mut self.recent {
            if let Some(anew) = rename(body, player) {
                *body = anew.into();
            }
        }
        if !self.table.rename(player) {
            return;
        }
        self.tell_state();
        if self.table.status == GameStatus::Open {
            self.around.news.tell(Item::Changed(self.table.id));
        }
    }
}

impl Table {
    /// Gives a player the new name; says whether it had another here.
    fn rename(&mut self, player: &PlayerRef) -> bool {
        let seats = self.seats.values_mut().flatten();
        let named = seats
            .chain(self.invited.values_mut())
            .chain([&mut self.host]);
        let mut changed = false;
        for named in named.filter(|named| named.id == player.id && named.name != player.name) {
            player.name.clone_into(&mut named.name);
            changed = true;
        }
        changed
    }
}
