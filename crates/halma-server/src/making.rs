//! Games that are being made: they count as their player's before they are stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use halma_protocol::PlayerId;

/// How many games each player is making. Nobody stays in here who makes none.
#[derive(Debug, Default)]
pub(crate) struct Making(Mutex<HashMap<PlayerId, u32>>);

/// A game that is being made, until dropped.
#[derive(Debug)]
pub(crate) struct Begun {
    making: Arc<Making>,
    player: PlayerId,
    /// How many the player was making when this was begun, with this one.
    pub(crate) at_once: u32,
}

impl Making {
    /// A player begins to make a game.
    pub(crate) fn begin(self: &Arc<Self>, player: PlayerId) -> Begun {
        let at_once = {
            let mut table = self.table();
            let many = table.entry(player).or_default();
            *many += 1;
            *many
        };
        let making = Arc::clone(self);
        Begun {
            making,
            player,
            at_once,
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<PlayerId, u32>> {
        // The table is whole whatever panicked while it was locked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        let mut table = self.making.table();
        match table.get_mut(&self.player) {
            Some(many) if *many > 1 => *many -= 1,
            _ => {
                table.remove(&self.player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_is_counted_alone_and_forgotten_at_the_end() {
        let making = Arc::<Making>::default();
        let (one, other) = (PlayerId::from_u128(1), PlayerId::from_u128(2));
        let first = making.begin(one);
        let second = making.begin(one);
        assert_eq!((first.at_once, second.at_once), (1, 2));
        assert_eq!(making.begin(other).at_once, 1);
        drop(first);
        assert_eq!(making.begin(one).at_once, 2);
        drop(second);
        assert!(making.table().is_empty());
    }
}
