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
        Queue { tops: Vec::new(), entries: Vec::with_capacity(room), lowest: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, priority: u32, id: u32) {
        let priority = priority as usize;
        if priority >= self.tops.len() {
            self.tops.resize(priority + 1, NIL);
        }
        let below = std::mem::replace(&mut self.tops[priority], self.entries.len() as u32);
        self.entries.push(Entry { id, below });
        self.lowest = self.lowest.min(priority);
    }

    /// The newest of the numbers with the lowest priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(top) = self.tops.get_mut(self.lowest) {
            if let Some(entry) = self.entries.get(*top as usize) {
                *top = entry.below;
                return Some(entry.id);
            }
            self.lowest += 1;
        }
        None
    }

    /// How many numbers were ever pushed.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}
