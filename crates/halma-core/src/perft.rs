//! Counting sequences of moves, the usual test of a move generator.

use crate::Position;

impl Position {
    /// The number of move sequences of that many plies, each start and end counted once.
    ///
    /// A forced pass is a ply; a sequence that ends the game sooner is not counted. Repetition,
    /// which is not the position's to know, ends nothing.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            // Without a move there is one way to go on: the pass.
            return self.legal_count().max(1) as u64;
        }
        let mut count = 0;
        let mut stuck = true;
        for (from, ends) in self.legal_moves() {
            stuck = false;
            for to in ends {
                let next = self.after(from, to);
                if next.outcome.is_none() {
                    count += next.position.perft(depth - 1);
                }
            }
        }
        if stuck {
            let next = self.after_pass();
            if next.outcome.is_none() {
                count += next.position.perft(depth - 1);
            }
        }
        count
    }
}
