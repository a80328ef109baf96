//! Finds positions by their contents: open addressing over packed positions.
//!
//! The positions themselves lie in the slots, so that meeting a known one costs one access to
//! memory. What belongs to a position is its number, kept apart: it is needed only when a shorter
//! way may have been found.

use super::mask::State;

/// Slots at the start: what the search of an easy level touches stays in the cache.
const START: usize = 1 << 12;

/// Numbers of positions, counted from 0.
pub(super) struct Index<S> {
    /// Positions, or [`State::NONE`].
    states: Vec<S>,
    numbers: Vec<u32>,
    len: usize,
    /// The home slot of a position is the top of its hash, moved down so many bits.
    shift: u32,
}

impl<S: State> Index<S> {
    /// An empty index.
    pub(super) fn new() -> Index<S> {
        Index::with_slots(START)
    }

    fn with_slots(slots: usize) -> Index<S> {
        let shift = 64 - slots.trailing_zeros();
        Index { states: vec![S::NONE; slots], numbers: vec![0; slots], len: 0, shift }
    }

    /// Where the search for a position begins.
    #[inline]
    fn home(&self, state: &S) -> usize {
        (state.hash() >> self.shift) as usize
    }

    /// Whether a position is at the place where the search for it begins.
    #[inline]
    pub(super) fn at_home(&self, state: &S) -> bool {
        self.states[self.home(state)] == *state
    }

    /// The number of a position, or else the free slot for it.
    #[inline]
    pub(super) fn find(&self, state: &S) -> Result<u32, usize> {
        let mask = self.states.len() - 1;
        let mut at = self.home(state);
        loop {
            let here = self.states[at];
            if here == *state {
                return Ok(self.numbers[at]);
            }
            if here == S::NONE {
                return Err(at);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts the next position into the slot that `find` gave for it just before, and gives it the
    /// next number.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, state: S) {
        self.states[slot] = state;
        self.numbers[slot] = self.len as u32;
        self.len += 1;
        if self.len * 2 > self.states.len() {
            self.grow();
        }
    }

    /// The most bytes of memory in use until so many more positions are in it.
    pub(super) fn bytes(&self, more: usize) -> usize {
        let slot = std::mem::size_of::<S>() + std::mem::size_of::<u32>();
        // While it grows there are two.
        let grows = (self.len + more) * 2 > self.states.len();
        self.states.len() * slot * if grows { 1 + self.growth() } else { 1 }
    }

    fn growth(&self) -> usize {
        if self.states.len() < 1 << 16 {
            4
        } else {
            2
        }
    }

    /// More room: a lot while that is cheap.
    #[cold]
    fn grow(&mut self) {
        let mut larger = Index::with_slots(self.states.len() * self.growth());
        for (state, number) in self.states.iter().zip(&self.numbers) {
            if let (true, Err(free)) = (*state != S::NONE, larger.find(state)) {
                larger.states[free] = *state;
                larger.numbers[free] = *number;
            }
        }
        larger.len = self.len;
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again() {
        let mut index = Index::<u64>::new();
        let state = |i: u64| ((i * i) << 7) | ((i % 5) << 58);
        for i in 0..30_000 {
            let slot = index.find(&state(i)).unwrap_err();
            let bytes = index.bytes(1);
            index.insert(slot, state(i));
            assert!(index.bytes(0) <= bytes);
            assert_eq!(index.find(&state(i / 2)), Ok(i as u32 / 2));
        }
        let at_home = (0..30_000).filter(|&i| index.at_home(&state(i))).count();
        assert!(at_home > 20_000, "{at_home}");
        assert!(!index.at_home(&state(40_000)) && index.find(&state(40_000)).is_err());
    }
}
