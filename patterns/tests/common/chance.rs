//! Chance that is the same on every machine, and work spread over threads.
#![allow(dead_code, unreachable_pub)] // Every test uses a part of it.

/// A small generator of random numbers (`SplitMix64`), the same on every machine.
pub struct Chance(pub u64);

impl Chance {
    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A mask of `bits` bits, each set with the probability `percent`.
    pub fn mask(&mut self, bits: usize, percent: usize) -> u32 {
        (0..bits).map(|bit| u32::from(self.below(100) < percent) << bit).sum()
    }
}

/// Runs a piece of work for all seeds below `seeds` on as many threads as there are processors, and
/// hands back all results.
pub fn spread<T: Send>(seeds: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        let work = &work;
        let run = |first| move || (first..seeds).step_by(threads as usize).map(work).collect();
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(run(first))).collect();
        handles.into_iter().flat_map(|h| -> Vec<T> { h.join().expect("no panic") }).collect()
    })
}
