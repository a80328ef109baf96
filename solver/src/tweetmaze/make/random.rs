//! Random numbers that are the same everywhere.

/// `SplitMix64` by Steele, Lea and Flood.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64, stream: u64) -> Random {
        let mut random = Random(seed);
        let start = random.next() ^ stream;
        Random(start)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below the bound, which must not be 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
