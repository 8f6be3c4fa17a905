//! What earlier parts of a search tell of good moves: killers and history.

use super::moves::Move;

/// The deepest the tree goes.
pub(super) const MAX_PLY: usize = 64;

/// The rank of the move the table remembers.
pub(super) const REMEMBERED: i32 = 1_000_000;
const KILLER: i32 = 260;
/// History counts up to this.
const MOST_HISTORY: i32 = 1 << 14;
/// A move with a full history ranks as one that gains so much more.
const HISTORY_WORTH: i32 = 160;

/// Killers and history.
pub(super) struct Order {
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// By seat, start and end.
    history: Vec<i16>,
}

impl Order {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY],
            history: vec![0; 4 << 16],
        }
    }

    fn place(made: Move) -> usize {
        made.seat.index() << 16 | made.from.index() << 8 | made.to.index()
    }

    /// The rank of a move that gains so much.
    #[inline]
    pub(super) fn rank(&self, made: Move, gain: i32, ply: usize) -> i32 {
        let history = i32::from(self.history[Self::place(made)]) * HISTORY_WORTH / MOST_HISTORY;
        let killer = if self.killers[ply].contains(&Some(made)) {
            KILLER
        } else {
            0
        };
        gain + history + killer
    }

    /// Remembers a move that refuted, and the moves tried in vain before it.
    pub(super) fn refuted(
        &mut self,
        by: Move,
        in_vain: impl Iterator<Item = Move>,
        ply: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(by) {
            killers[1] = killers[0];
            killers[0] = Some(by);
        }
        let weight = (depth * depth * 16).min(1024);
        self.update(by, weight);
        for made in in_vain {
            self.update(made, -weight / 2);
        }
    }

    fn update(&mut self, made: Move, by: i32) {
        let entry = &mut self.history[Self::place(made)];
        let old = i32::from(*entry);
        // The nearer the limit, the less is added, so that it is never passed.
        *entry = (old + by - old * by.abs() / MOST_HISTORY) as i16;
    }
}
