//! A priority queue of node numbers: one stack for each priority, the newest first.
//!
//! All stacks lie in one list, linked by numbers, so that adding to one of them moves nothing.

/// The end of a stack.
const NIL: u32 = u32::MAX;

/// The queue.
pub(super) struct Queue {
    /// Per priority the entry on top.
    tops: Vec<u32>,
    entries: Vec<Entry>,
    /// Entries to use again.
    free: u32,
    lowest: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    id: u32,
    below: u32,
}

impl Queue {
    /// An empty queue with room for so many numbers.
    pub(super) fn with_room(room: usize) -> Queue {
        Queue { tops: Vec::new(), entries: Vec::with_capacity(room), free: NIL, lowest: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, priority: u32, id: u32) {
        let priority = priority as usize;
        if priority >= self.tops.len() {
            self.tops.resize(priority + 1, NIL);
        }
        let new = Entry { id, below: self.tops[priority] };
        let entry = if self.free == NIL { self.entries.len() as u32 } else { self.free };
        if let Some(used) = self.entries.get_mut(entry as usize) {
            self.free = std::mem::replace(used, new).below;
        } else {
            self.entries.push(new);
        }
        self.tops[priority] = entry;
        self.lowest = self.lowest.min(priority);
    }

    /// The newest of the numbers with the lowest priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(top) = self.tops.get_mut(self.lowest) {
            if let Some(entry) = self.entries.get_mut(*top as usize) {
                let below = std::mem::replace(&mut entry.below, self.free);
                self.free = std::mem::replace(top, below);
                return Some(entry.id);
            }
            self.lowest += 1;
        }
        None
    }

    /// Bytes of memory, counted without room that was never used.
    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * std::mem::size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_first_and_among_equals_the_newest() {
        let mut queue = Queue::with_room(2);
        let mut expected: Vec<(u32, u32)> = Vec::new();
        let mut chance = 1u32;
        for id in 0..3000 {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if chance >> 30 == 0 {
                let best = (0..expected.len()).min_by_key(|&i| (expected[i].0, !expected[i].1));
                assert_eq!(queue.pop(), best.map(|i| expected.remove(i).1));
            } else {
                let priority = chance >> 20 & 15;
                queue.push(priority, id);
                expected.push((priority, id));
            }
        }
        assert!(queue.entries.len() <= expected.len() + 800);
    }
}
