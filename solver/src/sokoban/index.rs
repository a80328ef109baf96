//! Finds positions by their contents: open addressing over numbers of nodes.

/// Numbers of nodes by the hash of their positions.
pub(super) struct Index {
    /// Node number plus one, or 0.
    slots: Vec<u32>,
    len: usize,
}

impl Index {
    /// An empty index.
    pub(super) fn new() -> Index {
        Index { slots: vec![0; 1 << 10], len: 0 }
    }

    /// The number of the node with this hash for which `is_it` holds, or else the free slot for it.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            if is_it(self.slots[at] - 1) {
                return Ok(self.slots[at] - 1);
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }

    /// Puts a number into the slot that `find` gave for it just before.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, number: u32, hash_of: impl Fn(u32) -> u64) {
        self.slots[slot] = number + 1;
        self.len += 1;
        if self.len * 2 > self.slots.len() {
            self.grow(hash_of);
        }
    }

    /// Doubles the room; the numbers are those from 0 up.
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let len = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(len, 0);
        for number in 0..self.len as u32 {
            let mut at = hash_of(number) as usize & (len - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = number + 1;
        }
    }
}
