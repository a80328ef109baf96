//! A priority queue of node numbers: one stack for each priority, the newest first.

/// The queue.
#[derive(Default)]
pub(super) struct Queue {
    stacks: Vec<Vec<u32>>,
    lowest: usize,
}

impl Queue {
    #[inline]
    pub(super) fn push(&mut self, priority: u32, id: u32) {
        let priority = priority as usize;
        if priority >= self.stacks.len() {
            self.stacks.resize_with(priority + 1, Vec::new);
        }
        self.stacks[priority].push(id);
        self.lowest = self.lowest.min(priority);
    }

    /// The newest of the numbers with the lowest priority, and that priority.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(stack) = self.stacks.get_mut(self.lowest) {
            if let Some(id) = stack.pop() {
                return Some((self.lowest as u32, id));
            }
            self.lowest += 1;
        }
        None
    }
}
