//! Best-first search over pushes.

use std::time::Instant;

use gridlock_patterns::sokoban::game::Dir;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};

use super::board::Board;
use super::mask::Mask;
use super::matching::Matching;

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The moment to stop.
    pub deadline: Option<Instant>,
    /// Bytes that the search may use for its positions.
    pub memory: usize,
}

impl Default for Limits {
    /// No deadline, and 4 GB.
    fn default() -> Limits {
        Limits { deadline: None, memory: 4 << 30 }
    }
}

/// A push: the cell the box leaves, and which way it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// Where the box was.
    pub from: usize,
    /// The direction.
    pub dir: Dir,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The pushes of a solution.
    Solved(Vec<Push>),
    /// Every position that can be reached was tried.
    Exhausted,
    /// The deadline or the memory limit came first.
    Limit,
}

/// How much an estimated push weighs against one already made. Short solutions are not the aim:
/// with a large weight the search follows the estimate and meets far fewer positions.
const WEIGHT: u32 = 4;

/// A position: boxes, and the lowest cell the player can reach.
struct Node<M> {
    boxes: M,
    parent: u32,
    pushes: u32,
    player: u16,
    from: u16,
    dir: Dir,
}

/// A search under way.
pub struct Search<'a, M> {
    board: &'a Board<M>,
    lookup: Option<Lookup>,
    nodes: Vec<Node<M>>,
    index: Index,
    queue: Queue,
    here: Matching,
    there: Matching,
}

impl<'a, M: Mask> Search<'a, M> {
    /// A search on this board, which leaves out the positions that are known to be dead.
    pub fn new(board: &'a Board<M>, knowledge: Option<&Knowledge>) -> Search<'a, M> {
        let lookup = knowledge.map(|knowledge| Lookup::new(knowledge, &board.fixed()));
        let (here, there) = (Matching::default(), Matching::default());
        let (index, queue) = (Index::new(), Queue::default());
        Search { board, lookup, nodes: Vec::new(), index, queue, here, there }
    }

    /// How many different positions were met.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Searches until the end.
    pub fn run(&mut self, limits: &Limits) -> End {
        if !self.add_start() {
            return End::Exhausted;
        }
        if self.board.boxes == self.board.goals {
            return End::Solved(Vec::new());
        }
        let most = most_nodes::<M>(limits.memory);
        while let Some(id) = self.queue.pop() {
            let late = || limits.deadline.map_or(false, |deadline| Instant::now() >= deadline);
            if self.nodes.len() >= most || late() {
                return End::Limit;
            }
            if let Some(last) = self.expand(id) {
                return End::Solved(self.pushes_to(last));
            }
        }
        End::Exhausted
    }

    /// Adds the start position, unless it is dead.
    fn add_start(&mut self) -> bool {
        let (board, boxes) = (self.board, self.board.boxes);
        let dead = |lookup: &Lookup| lookup.dead(&boxes, board.player);
        if board.hopeless || self.lookup.as_ref().map_or(false, dead) {
            return false;
        }
        let player = board.reach(board.player, boxes).lowest() as u16;
        let start = Node { boxes, parent: 0, pushes: 0, player, from: 0, dir: Dir::Up };
        match self.here.assign(board, boxes) {
            Some(estimate) => {
                self.index.is_new(&self.nodes, &start);
                self.add(start, estimate);
                true
            }
            None => false,
        }
    }

    fn add(&mut self, node: Node<M>, estimate: u32) -> u32 {
        let id = self.nodes.len() as u32;
        self.queue.push(node.pushes + WEIGHT * estimate, id);
        self.nodes.push(node);
        self.index.added(&self.nodes);
        id
    }

    /// Makes every push from a position; returns the new position that is a solution.
    fn expand(&mut self, id: u32) -> Option<u32> {
        let board = self.board;
        let Node { boxes, player, pushes, .. } = self.nodes[id as usize];
        let reach = board.reach(usize::from(player), boxes);
        self.here.assign(board, boxes)?;
        let mut solution = None;
        for dir in Dir::ALL {
            board.pushable(boxes, reach, dir).for_each(|from| {
                let to = board.step(from, dir);
                let mut after = boxes;
                after.remove(from);
                after.insert(to);
                let player = board.reach(from, after).lowest() as u16;
                let parent = id;
                let from = from as u16;
                let node = Node { boxes: after, parent, pushes: pushes + 1, player, from, dir };
                if let Some(added) = self.consider(node, to) {
                    if after == board.goals {
                        solution = solution.or(Some(added));
                    }
                }
            });
        }
        solution
    }

    /// Adds a position if it is new and not known to be dead.
    fn consider(&mut self, node: Node<M>, to: usize) -> Option<u32> {
        if !self.index.is_new(&self.nodes, &node) {
            return None;
        }
        let from = usize::from(node.from);
        let dead = |lookup: &Lookup| lookup.dead_after_push(&node.boxes, to, from);
        if self.lookup.as_ref().map_or(false, dead) {
            return None;
        }
        let estimate = self.there.assign_moved(self.board, &self.here, from, to)?;
        Some(self.add(node, estimate))
    }

    fn pushes_to(&self, last: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut id = last;
        while id != 0 {
            let node = &self.nodes[id as usize];
            pushes.push(Push { from: usize::from(node.from), dir: node.dir });
            id = node.parent;
        }
        pushes.reverse();
        pushes
    }
}

/// How many nodes fit into so many bytes: growing lists need up to twice their length, the index
/// has up to four slots a node, and the queue holds most nodes.
fn most_nodes<M>(memory: usize) -> usize {
    let bytes = 2 * std::mem::size_of::<Node<M>>() + 6 * std::mem::size_of::<u32>();
    (memory / bytes).min(u32::MAX as usize - 1)
}

/// Finds nodes by position: open addressing over node numbers.
struct Index {
    /// Node number plus one, or 0.
    slots: Vec<u32>,
    /// The free slot that the last search ended at.
    free: usize,
}

impl Index {
    fn new() -> Index {
        Index { slots: vec![0; 1 << 10], free: 0 }
    }

    /// Whether there is no such position yet. If so, `added` is to follow once the node is there.
    fn is_new<M: Mask>(&mut self, nodes: &[Node<M>], node: &Node<M>) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = hash(node) as usize & mask;
        while self.slots[at] != 0 {
            let known = &nodes[self.slots[at] as usize - 1];
            if known.boxes == node.boxes && known.player == node.player {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.free = at;
        true
    }

    /// Records the last node in the slot that `is_new` found just before.
    fn added<M: Mask>(&mut self, nodes: &[Node<M>]) {
        self.slots[self.free] = nodes.len() as u32;
        if nodes.len() * 2 > self.slots.len() {
            let len = self.slots.len() * 2;
            self.slots.clear();
            self.slots.resize(len, 0);
            for (i, node) in nodes.iter().enumerate() {
                let mut at = hash(node) as usize & (len - 1);
                while self.slots[at] != 0 {
                    at = (at + 1) & (len - 1);
                }
                self.slots[at] = i as u32 + 1;
            }
        }
    }
}

/// Multiplies and folds each word; the constant is 2^64 over the golden ratio.
fn hash<M: Mask>(node: &Node<M>) -> u64 {
    node.boxes.words().iter().fold(u64::from(node.player), |hash, word| {
        let product = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    })
}

/// A priority queue of node numbers: one stack for each priority, the newest first.
#[derive(Default)]
struct Queue {
    stacks: Vec<Vec<u32>>,
    lowest: usize,
}

impl Queue {
    fn push(&mut self, priority: u32, id: u32) {
        let priority = priority as usize;
        if priority >= self.stacks.len() {
            self.stacks.resize_with(priority + 1, Vec::new);
        }
        self.stacks[priority].push(id);
        self.lowest = self.lowest.min(priority);
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(stack) = self.stacks.get_mut(self.lowest) {
            if let Some(id) = stack.pop() {
                return Some(id);
            }
            self.lowest += 1;
        }
        None
    }
}
