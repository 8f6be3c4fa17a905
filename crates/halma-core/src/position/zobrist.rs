//! The numbers a position's key is made of.

/// One number for each fact that tells positions apart.
pub(super) struct Keys {
    pub(super) piece: [[u64; 256]; 4],
    pub(super) marked: [u64; 256],
    pub(super) to_move: [u64; 4],
    pub(super) out: [u64; 4],
    pub(super) home: [u64; 4],
    pub(super) deadline: [u64; 4],
    pub(super) camp_full: [u64; 4],
}

pub(super) static KEYS: Keys = Keys::new();

impl Keys {
    const fn new() -> Self {
        let mut numbers = Numbers(0);
        Self {
            piece: [
                numbers.take(),
                numbers.take(),
                numbers.take(),
                numbers.take(),
            ],
            marked: numbers.take(),
            to_move: numbers.take(),
            out: numbers.take(),
            home: numbers.take(),
            deadline: numbers.take(),
            camp_full: numbers.take(),
        }
    }
}

/// The SplitMix64 sequence.
struct Numbers(u64);

impl Numbers {
    const fn take<const N: usize>(&mut self) -> [u64; N] {
        let mut taken = [0; N];
        let mut at = 0;
        while at < N {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut number = self.0;
            number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            taken[at] = number ^ number >> 31;
            at += 1;
        }
        taken
    }
}
