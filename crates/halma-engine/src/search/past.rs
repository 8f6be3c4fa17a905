//! What has been on the board before, for no search to walk in circles.

use halma_core::Game;

/// The positions of a game and of the line being searched, by their keys.
pub(super) struct Past {
    game: Vec<u64>,
    line: Vec<u64>,
    /// A bit for some bits of each key of the game: most positions are new and need no look.
    some: [u64; 16],
}

impl Past {
    /// The past of a game, its current position included.
    pub(super) fn of(game: &Game) -> Self {
        let mut keys = Vec::with_capacity(game.len() + 1);
        let mut game = game.clone();
        loop {
            keys.push(game.position().key());
            if game.take_back().is_none() {
                break;
            }
        }
        let mut some = [0; 16];
        for key in &keys {
            some[(key >> 6 & 15) as usize] |= 1 << (key & 63);
        }
        Self {
            game: keys,
            line: Vec::new(),
            some,
        }
    }

    /// How often the game has had that position.
    pub(super) fn in_game(&self, key: u64) -> usize {
        if self.some[(key >> 6 & 15) as usize] >> (key & 63) & 1 == 0 {
            return 0;
        }
        self.game.iter().filter(|&&earlier| earlier == key).count()
    }

    /// Whether the game or the line has had that position.
    pub(super) fn has(&self, key: u64) -> bool {
        self.line.contains(&key) || self.in_game(key) > 0
    }

    pub(super) fn enter(&mut self, key: u64) {
        self.line.push(key);
    }

    pub(super) fn leave(&mut self) {
        self.line.pop();
    }
}
