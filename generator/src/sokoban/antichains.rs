//! Families of goal-free sets, told by the least that must be met.
//!
//! A set N of goal-free cells makes a state dead when it meets the boxes of everything that can be
//! reached. Only the minimal ones of these box sets matter, and they are few: a frozen group is its
//! own only member, however many cells the window has. So a state costs what is minimal about it, and
//! most states share theirs with a state of fewer boxes, as all that is dead is dead without the
//! others. Each antichain is kept once, so that its number tells.

/// Antichains of sets, each with a number.
pub(crate) struct Antichains {
    /// Antichain `n` is `sets[first[n]..first[n + 1]]`, smaller sets first.
    sets: Vec<u32>,
    first: Vec<u32>,
    /// What the sets of each have in common, and all they have.
    common: Vec<u32>,
    union: Vec<u32>,
    /// Open addressing by hash: 0 is free, else one more than a number.
    slots: Vec<u32>,
}

impl Antichains {
    pub(crate) fn new() -> Antichains {
        let (sets, common, union) = (Vec::new(), Vec::new(), Vec::new());
        Antichains { sets, first: vec![0], common, union, slots: vec![0; 64] }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.common.len()
    }

    /// The sets of an antichain.
    pub(crate) fn sets(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.sets[self.first[number] as usize..self.first[number + 1] as usize]
    }

    /// The cells that are in all sets of an antichain.
    pub(crate) fn common(&self, number: u32) -> u32 {
        self.common[number as usize]
    }

    /// The cells that are in some set of an antichain.
    pub(crate) fn union(&self, number: u32) -> u32 {
        self.union[number as usize]
    }

    /// The number of the antichain of the minimal ones of these sets; changes the list.
    pub(crate) fn number(&mut self, sets: &mut Vec<u32>) -> u32 {
        keep_minimal(sets);
        let mask = self.slots.len() - 1;
        let mut slot = hash(sets) & mask;
        while self.slots[slot] != 0 {
            let number = self.slots[slot] - 1;
            if self.sets(number) == sets.as_slice() {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        let number = self.len() as u32;
        self.slots[slot] = number + 1;
        self.sets.extend_from_slice(sets);
        self.first.push(self.sets.len() as u32);
        self.common.push(sets.iter().fold(u32::MAX, |all, set| all & set));
        self.union.push(sets.iter().fold(0, |all, set| all | set));
        if 2 * self.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mut slots = vec![0; 4 * self.slots.len()];
        let mask = slots.len() - 1;
        for number in 0..self.len() as u32 {
            let mut slot = hash(self.sets(number)) & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
        }
        self.slots = slots;
    }
}

/// Keeps the sets that contain no other one, the smaller ones first.
fn keep_minimal(sets: &mut Vec<u32>) {
    if sets.len() < 2 {
        return;
    }
    sets.sort_unstable_by_key(|&set| (set.count_ones(), set));
    let mut kept = 0;
    for i in 0..sets.len() {
        let set = sets[i];
        let contains = |smaller: &u32| smaller & !set == 0;
        if !sets[..kept].iter().any(contains) {
            sets[kept] = set;
            kept += 1;
        }
    }
    sets.truncate(kept);
}

fn hash(sets: &[u32]) -> usize {
    let mix = |hash: u64, &set: &u32| {
        (hash.rotate_left(23) ^ u64::from(set)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    (sets.iter().fold(0, mix) >> 24) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_minimal_sets_count_and_each_antichain_has_one_number() {
        let mut antichains = Antichains::new();
        let mut number = |sets: &[u32]| antichains.number(&mut sets.to_vec());
        let pair = number(&[0b110, 0b001]);
        assert_eq!(number(&[0b001, 0b111, 0b110, 0b011, 0b001]), pair);
        assert_ne!(number(&[0b001]), pair);
        let many: Vec<u32> = (1..500).map(|set| number(&[set, set << 10])).collect();
        assert!((1..500).all(|set| number(&[set << 10, set]) == many[set as usize - 1]));
        assert_eq!(antichains.sets(pair), [0b001, 0b110]);
        assert_eq!((antichains.common(pair), antichains.union(pair)), (0, 0b111));
        assert_eq!(antichains.len(), 2 + 499);
    }
}
