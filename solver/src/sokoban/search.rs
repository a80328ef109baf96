//! Best-first search over pushes.

use std::time::Instant;

use gridlock_patterns::sokoban::game::Dir;

use super::board::Board;
use super::corral;
use super::deadlock::{Deadlocks, Tests};
use super::index::Index;
use super::mask::Mask;
use super::matching::Matching;
use super::queue::Queue;
use super::technique::{Technique, Techniques};

/// What kind of solution is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Any, as soon as possible.
    #[default]
    Any,
    /// One with the fewest pushes.
    FewestPushes,
    /// One with the fewest moves, pushes included.
    FewestMoves,
}

/// What to search for and when to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The moment to stop.
    pub deadline: Option<Instant>,
    /// Bytes that the search may use.
    pub memory: usize,
    /// The kind of solution.
    pub aim: Aim,
    /// What the search makes use of.
    pub techniques: Techniques,
    /// Whether the time of each deadlock test is measured, which slows the search down.
    pub timed: bool,
}

impl Default for Limits {
    /// Any solution, no deadline, 4 GB, and every technique.
    fn default() -> Limits {
        let (deadline, memory, timed) = (None, 4 << 30, false);
        Limits { deadline, memory, aim: Aim::Any, techniques: Techniques::ALL, timed }
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

/// The most positions that room is made for at the start; memory is taken only as they come.
const ROOM: usize = 1 << 20;

/// A position that was met. When moves do not count the player is on the lowest cell in reach.
#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    parent: u32,
    /// Pushes or moves from the start.
    cost: u32,
    /// At least so many pushes are left.
    estimate: u32,
    /// The push that led here: the cell that the box left, times four, and the direction.
    push: u16,
    expanded: bool,
}

/// What a push leads to.
#[derive(Clone, Copy)]
struct Child<M: Mask> {
    state: M::State,
    boxes: M,
    from: usize,
    dir: Dir,
    cost: u32,
    /// Where the player can walk, unless moves count.
    reached: M,
    /// Whether a look at the most likely place found the position among those that were met.
    known: bool,
}

/// A search under way.
///
/// For the fewest pushes or moves this is A*. The estimate never falls by more than the cost of a
/// push, but nothing depends on that: a position that is met again at a lower cost is expanded
/// again. When any solution will do, two orders take turns that dive towards the goals.
pub struct Search<'a, M: Mask> {
    board: &'a Board<M>,
    limits: Limits,
    /// So many positions fit into the lists as they were made.
    room: usize,
    low: usize,
    deadlocks: Deadlocks<'a, M>,
    /// How many nodes were expanded.
    expanded: usize,
    /// So many of the first nodes were added before the deadlock tests knew what they know now.
    unasked: usize,
    nodes: Vec<Node<M::State>>,
    /// The pushes from the position that is expanded.
    children: Vec<Child<M>>,
    index: Index<M::State>,
    /// Two orders take turns when any solution will do: where one of them gets lost, the other
    /// seldom does (Röger and Helmert, "The More, the Merrier", 2010).
    queues: [Queue; 2],
    /// Whose turn it is.
    turn: usize,
    matching: Matching<M>,
    tests: Tests,
}

impl<'a, M: Mask> Search<'a, M> {
    /// A search on this board.
    pub fn new(board: &'a Board<M>, limits: &Limits) -> Search<'a, M> {
        let room = (limits.memory / std::mem::size_of::<Node<M::State>>()).min(ROOM);
        Search {
            board,
            limits: *limits,
            room,
            low: board.floor.lowest(),
            deadlocks: Deadlocks::new(board, limits.techniques, limits.timed),
            expanded: 0,
            unasked: 0,
            nodes: Vec::with_capacity(room),
            children: Vec::with_capacity(4 * board.goal_cells.len()),
            index: Index::new(),
            queues: [Queue::with_room(room), Queue::with_room(room)],
            turn: 0,
            matching: Matching::new(board),
            tests: Tests::default(),
        }
    }

    /// How many different positions were met.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// What the deadlock tests did.
    pub fn tests(&self) -> Tests {
        self.tests
    }

    /// Searches until the end.
    pub fn run(&mut self) -> End {
        if !self.add_start() {
            return End::Exhausted;
        }
        while let Some(id) = self.next() {
            let node = &mut self.nodes[id as usize];
            if std::mem::replace(&mut node.expanded, true) {
                continue;
            }
            let (boxes, player) = M::unpack(node.state, self.low);
            if boxes == self.board.goals {
                return End::Solved(self.pushes_to(id));
            }
            if self.bytes() > self.limits.memory || self.is_late() {
                return End::Limit;
            }
            if self.deadlocks.learn(self.nodes.len()) {
                self.unasked = self.nodes.len();
            }
            let unasked = (id as usize) < self.unasked;
            if !(unasked && self.deadlocks.anywhere(&mut self.tests, boxes, player)) {
                self.expand(id, boxes, player);
            }
        }
        End::Exhausted
    }

    /// Bytes of memory that may be in use until the next position is expanded.
    fn bytes(&self) -> usize {
        let node = std::mem::size_of::<Node<M::State>>();
        let lists = self.nodes.len() * node + self.queues.iter().map(Queue::bytes).sum::<usize>();
        // Lists that outgrow their first room are copied to a place twice as large.
        let lists = if self.nodes.len() < self.room { lists } else { 3 * lists };
        lists + self.index.bytes(self.children.capacity()) + self.deadlocks.bytes()
    }

    /// Looks at the clock now and then.
    fn is_late(&mut self) -> bool {
        self.expanded += 1;
        let late = |deadline| Instant::now() >= deadline;
        self.expanded % 64 == 1 && self.limits.deadline.map_or(false, late)
    }

    /// Adds the start position, unless it is dead.
    fn add_start(&mut self) -> bool {
        let (board, boxes) = (self.board, self.board.boxes);
        if board.hopeless {
            return false;
        }
        let mut estimate = match self.matching.assign(board, boxes) {
            Some(estimate) => estimate,
            None => return false,
        };
        if !self.matches() {
            estimate = 0;
            boxes.for_each(|cell| estimate += board.nearest(cell));
        }
        let player = match self.limits.aim {
            Aim::FewestMoves => board.player,
            _ => board.reach(board.player, boxes).lowest(),
        };
        let state = boxes.pack(player, self.low);
        let (parent, cost, push, expanded) = (0, 0, 0, false);
        if let Err(slot) = self.index.find(&state) {
            let start = Node { state, parent, cost, estimate, push, expanded };
            self.add(start, boxes, board.reach(board.player, boxes), slot);
        }
        true
    }

    /// Makes every push from a position.
    fn expand(&mut self, id: u32, boxes: M, player: usize) {
        let board = self.board;
        let Node { cost, estimate, .. } = self.nodes[id as usize];
        if self.limits.aim == Aim::FewestMoves {
            // Wave after wave of the cells that are so many steps away.
            let mut reach = M::empty();
            let mut wave = M::empty();
            wave.insert(player);
            let mut steps = 0;
            while wave != M::empty() {
                self.push_all(boxes, (boxes, reach, wave), cost + steps + 1);
                reach = reach.or(wave);
                wave = board.spread(wave).and(board.floor).and(boxes.or(reach).not());
                steps += 1;
            }
        } else {
            let reach = board.reach(player, boxes);
            let only = self.next_boxes(boxes, reach);
            self.push_all(boxes, (only, reach, reach), cost + 1);
        }
        // The memory answers all of them together, not one after the other.
        for child in &mut self.children {
            child.known = self.index.at_home(&child.state);
        }
        for number in 0..self.children.len() {
            self.consider(id, estimate, boxes, self.children[number]);
        }
        self.children.clear();
    }

    /// The boxes of which one must be pushed next.
    fn next_boxes(&mut self, boxes: M, reach: M) -> M {
        if !self.limits.techniques.has(Technique::Corrals) {
            return boxes;
        }
        let corral = self.tests.corrals.ask(self.limits.timed, || {
            let corral = corral::next_boxes(self.board, boxes, reach);
            (corral, corral.is_some())
        });
        corral.unwrap_or(boxes)
    }

    /// Lists every push of a box of `only` with the player behind it on a cell of `behind`; `reach`
    /// is where the player can walk.
    fn push_all(&mut self, boxes: M, (only, reach, behind): (M, M, M), cost: u32) {
        let board = self.board;
        for dir in Dir::ALL {
            board.pushable(boxes, behind, dir).and(only).for_each(|from| {
                let to = board.step(from, dir);
                let mut after = boxes;
                after.remove(from);
                after.insert(to);
                let (player, reached) = if self.limits.aim == Aim::FewestMoves {
                    (from, M::empty())
                } else if self.limits.techniques.has(Technique::Regions) {
                    let reached = board.reach_after(reach, from, to, after);
                    (reached.lowest(), reached)
                } else {
                    let reached = board.reach(from, after);
                    (reached.lowest(), reached)
                };
                let state = after.pack(player, self.low);
                self.children.push(Child {
                    state,
                    from,
                    dir,
                    cost,
                    boxes: after,
                    reached,
                    known: false,
                });
            });
        }
    }

    /// Adds a position if it is new and not known to be dead, or makes it cheaper.
    fn consider(&mut self, parent: u32, estimate: u32, before: M, child: Child<M>) {
        let Child { state, boxes, from, dir, cost, reached, known } = child;
        if known && self.limits.aim == Aim::Any {
            return;
        }
        let push = (from * 4 + dir as usize) as u16;
        let mut node = Node { state, parent, cost, estimate, push, expanded: false };
        match self.index.find(&state) {
            Ok(id) => self.improve(id, node, boxes, reached),
            Err(slot) => {
                let to = self.board.step(from, dir);
                if self.deadlocks.after_push(&mut self.tests, boxes, from, to) {
                    return;
                }
                if let Some(estimate) = self.estimate(before, estimate, from, to) {
                    node.estimate = estimate;
                    self.add(node, boxes, reached, slot);
                }
            }
        }
    }

    /// Whether boxes are matched to goals. On boards of one word the areas leave little for that to
    /// find, and for any solution the nearest goals lead almost as well in less time.
    fn matches(&self) -> bool {
        let pays = self.limits.aim != Aim::Any || M::CELLS > 64;
        pays && self.limits.techniques.has(Technique::Matching)
    }

    /// At least so many pushes are left after a push, given how many before; `None` when it is the
    /// end.
    #[inline]
    fn estimate(&mut self, boxes: M, before: u32, from: usize, to: usize) -> Option<u32> {
        let board = self.board;
        if !self.matches() {
            return Some(before + board.nearest(to) - board.nearest(from));
        }
        let matching = &mut self.matching;
        self.tests.matching.ask(self.limits.timed, || {
            // Few positions lead to new ones, so the boxes are matched only here.
            let matched = matching.assign(board, boxes);
            let estimate = matched.and_then(|_| matching.after_push(board, from, to));
            (estimate, estimate.is_none())
        })
    }

    fn add(&mut self, node: Node<M::State>, boxes: M, reached: M, slot: usize) {
        let id = self.nodes.len() as u32;
        self.enqueue(id, &node, boxes, reached);
        self.nodes.push(node);
        self.index.insert(slot, node.state);
    }

    /// Takes over a cheaper way to a known position, when the cost matters.
    fn improve(&mut self, id: u32, cheaper: Node<M::State>, boxes: M, reached: M) {
        let known = &self.nodes[id as usize];
        if self.limits.aim != Aim::Any && cheaper.cost < known.cost {
            let node = Node { estimate: known.estimate, ..cheaper };
            self.enqueue(id, &node, boxes, reached);
            self.nodes[id as usize] = node;
        }
    }

    /// Takes the next position from the queue whose turn it is; from the other when it is empty.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.limits.aim == Aim::Any {
            self.turn ^= 1;
        }
        let [first, second] = &mut self.queues;
        let (own, other) = if self.turn == 0 { (first, second) } else { (second, first) };
        own.pop().or_else(|| other.pop())
    }

    /// Lines a position up. When any solution will do the estimate weighs twice as much as what was
    /// done so far, and there is a handicap for boxes off their goals and, in one of the queues,
    /// for floor that the player cannot get to.
    fn enqueue(&mut self, id: u32, node: &Node<M::State>, boxes: M, reached: M) {
        if self.limits.aim == Aim::Any {
            let off_goals = boxes.and(self.board.goals.not()).count() as u32;
            let cut_off = self.board.floor.and(boxes.or(reached).not()).count() as u32;
            let common = node.cost + 2 * node.estimate + 4 * off_goals;
            self.queues[0].push(common + cut_off, id);
            self.queues[1].push(common + 4 * off_goals, id);
        } else {
            self.queues[0].push(node.cost + node.estimate, id);
        }
    }

    fn pushes_to(&self, last: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut id = last;
        while id != 0 {
            let Node { push, parent, .. } = self.nodes[id as usize];
            let dir = Dir::ALL[usize::from(push % 4)];
            pushes.push(Push { from: usize::from(push / 4), dir });
            id = parent;
        }
        pushes.reverse();
        pushes
    }
}
