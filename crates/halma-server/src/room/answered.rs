//! Which command caused which event, so that a retry gets the same answer.

use std::hash::{BuildHasher, RandomState};

use halma_protocol::{CommandId, PlayerId};

use super::past::push;

/// The commands behind a game's events, by hash. The hashes are keyed: nobody can make two
/// commands of one game meet.
#[derive(Debug, Default)]
pub(super) struct Answered {
    keys: RandomState,
    /// The command behind each event, from event 1 on; 0 if none is. So small that looking through
    /// them all costs next to nothing in the games people play.
    hashes: Vec<u64>,
}

impl Answered {
    /// The next event, and whose command caused it, if one did.
    pub(super) fn push(&mut self, by: Option<PlayerId>, id: Option<&CommandId>) {
        let command = by.zip(id);
        let hash = command.map(|(by, id)| self.hash(by, id));
        push(&mut self.hashes, hash.unwrap_or_default());
    }

    /// The first event that this command caused, if it caused one.
    pub(super) fn first(&self, by: PlayerId, id: &CommandId) -> Option<u64> {
        let hash = self.hash(by, id);
        // Whether it is there is found out many at a time, and most commands are new.
        if !self.hashes.contains(&hash) {
            return None;
        }
        let index = self.hashes.iter().position(|known| *known == hash)?;
        Some(index as u64 + 1)
    }

    /// Never 0.
    fn hash(&self, by: PlayerId, id: &CommandId) -> u64 {
        self.keys.hash_one((by, id)) | 1
    }
}
