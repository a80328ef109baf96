//! Which turns are taken by rotations.
//!
//! A rotation must happen in a window of turns: not before the room was last used, not after
//! somebody comes to it. Windows are added in the order of their ends. So the rule "the earliest
//! deadline first" lets each new rotation have the first free turn of its window and never moves an
//! older one; and there is a timetable at all exactly when that turn is within the window.

/// More turns than any game has.
const TURNS: usize = 448;

/// A set of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots {
    taken: [u64; TURNS / 64],
    count: usize,
}

impl Slots {
    /// All turns are free.
    pub(super) fn new() -> Slots {
        Slots { taken: [0; TURNS / 64], count: 0 }
    }

    /// How many turns up to this one are free.
    #[inline]
    pub(super) fn free(&self, last: usize) -> usize {
        last + 1 - self.count
    }

    /// Takes the first free turn of a window.
    #[inline]
    pub(super) fn take(&mut self, first: usize, last: usize) -> Option<usize> {
        let mut word = first / 64;
        let mut free = !self.taken[word] & (u64::MAX << (first % 64));
        while free == 0 {
            word += 1;
            if word * 64 > last {
                return None;
            }
            free = !self.taken[word];
        }
        let slot = word * 64 + free.trailing_zeros() as usize;
        if slot > last {
            return None;
        }
        self.taken[word] |= free & free.wrapping_neg();
        self.count += 1;
        Some(slot)
    }

    /// Gives a turn back.
    pub(super) fn give_back(&mut self, slot: usize) {
        self.taken[slot / 64] &= !(1 << (slot % 64));
        self.count -= 1;
    }

    /// A number that tells sets of turns apart.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.taken.iter().fold(0, |hash, word| mix(hash.rotate_left(29), word))
    }
}
