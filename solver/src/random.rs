//! Random numbers for the makers of levels: the same on every machine.

/// A reproducible random number generator (`SplitMix64` by Steele, Lea and Flood).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Each seed has as many independent sequences as there are streams.
    pub(crate) fn new(seed: u64, stream: u64) -> Random {
        let mut random = Random(seed);
        Random(random.next() ^ stream)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number less than `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts the items into random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
