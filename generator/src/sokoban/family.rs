//! Families of goal-free sets as bit strings.
//!
//! Number some cells of a window 0..f. A set N of them is a number below 2^f, and a family of such sets
//! is a string of 2^f bits. "N makes this state dead" is such a family, closed upwards, and taking
//! away what fewer boxes show and picking the minimal members are bitwise operations on words.
//! (Minimal hitting sets of the antichain give the same, but those that minimality throws away again
//! cost hours.)

use gridlock_patterns::sokoban::words::WITHOUT;

/// The families over `cells` cells.
pub(crate) struct FamilySpace {
    cells: u32,
    words: usize,
    /// The bits in use in the only word of a family over fewer than six cells.
    valid: u64,
    /// Per set over the lowest six cells: the sets over them that meet it.
    meeting: [u64; 64],
}

impl FamilySpace {
    pub(crate) fn new(cells: u32) -> FamilySpace {
        let valid = if cells < 6 { (1u64 << (1u32 << cells)) - 1 } else { !0 };
        let mut meeting = [0; 64];
        for (set, family) in meeting.iter_mut().enumerate() {
            for (i, without) in WITHOUT.iter().enumerate() {
                if set >> i & 1 == 1 {
                    *family |= !without;
                }
            }
            *family &= valid;
        }
        FamilySpace { cells, words: 1usize << cells.saturating_sub(6), valid, meeting }
    }

    /// Words of a family.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Makes `family` the family of all sets that meet each of `sets`.
    pub(crate) fn fill_meeting_all(&self, family: &mut [u64], sets: &[u32]) {
        family.fill(self.valid);
        for &set in sets {
            self.keep_meeting(family, set);
        }
    }

    /// Takes out of `family` all sets that do not meet `set`.
    fn keep_meeting(&self, family: &mut [u64], set: u32) {
        let (low, high) = (self.meeting[set as usize & 63], set as usize >> 6);
        for (j, word) in family.iter_mut().enumerate() {
            if j & high == 0 {
                *word &= low;
            }
        }
    }

    /// Takes out of `family` all sets that contain `set`.
    pub(crate) fn remove_containing(&self, family: &mut [u64], set: u32) {
        let high = set as usize >> 6;
        let mut low = self.valid;
        for (i, without) in WITHOUT.iter().enumerate() {
            if set >> i & 1 == 1 {
                low &= !without;
            }
        }
        let free = (self.words - 1) & !high;
        let mut rest = 0;
        loop {
            family[high | rest] &= !low;
            rest = rest.wrapping_sub(free) & free;
            if rest == 0 {
                return;
            }
        }
    }

    /// Calls `visit` for the sets in `wanted` that are minimal in the upward closed family `all`.
    pub(crate) fn for_each_minimal(&self, all: &[u64], wanted: &[u64], mut visit: impl FnMut(u32)) {
        for (j, &want) in wanted.iter().enumerate() {
            if want == 0 {
                continue;
            }
            let mut minimal = want;
            for i in 0..self.cells.min(6) {
                minimal &= !((all[j] & WITHOUT[i as usize]) << (1 << i));
            }
            for i in 6..self.cells {
                let bit = 1 << (i - 6);
                if j & bit != 0 {
                    minimal &= !all[j ^ bit];
                }
            }
            while minimal != 0 {
                visit((j as u32) << 6 | minimal.trailing_zeros());
                minimal &= minimal - 1;
            }
        }
    }
}

/// Takes the sets of `other` out of `family`; false when nothing is left.
pub(crate) fn remove(family: &mut [u64], other: &[u64]) -> bool {
    let mut left = 0;
    for (word, &gone) in family.iter_mut().zip(other) {
        *word &= !gone;
        left |= *word;
    }
    left != 0
}
