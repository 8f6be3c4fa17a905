//! Numbers that look random and are determined by their seed.

/// A SplitMix64 sequence.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ number >> 31
    }

    /// A number below `bound`, which is not 0.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        // The bias is far below what any use here could notice.
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }

    /// A number from `-width` to `width`, those in the middle the likeliest.
    pub(crate) const fn around_zero(&mut self, width: i32) -> i32 {
        let span = width.unsigned_abs() as u64 + 1;
        self.below(span) as i32 - self.below(span) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_to_their_bounds() {
        let mut chance = Chance::new(1);
        let mut seen = [0; 6];
        for _ in 0..600 {
            seen[chance.below(6) as usize] += 1;
            assert!(chance.around_zero(30).abs() <= 30);
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
        assert_eq!(Chance::new(7).next(), Chance::new(7).next());
    }
}
