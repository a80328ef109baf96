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

    /// More room: a lot while that is cheap.
    #[cold]
    fn grow(&mut self) {
        let factor = if self.states.len() < 1 << 16 { 4 } else { 2 };
        let mut larger = Index::with_slots(self.states.len() * factor);
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
