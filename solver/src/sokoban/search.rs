//! Best-first search over pushes.

use std::time::Instant;

use gridlock_patterns::sokoban::game::Dir;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};

use super::board::Board;
use super::index::Index;
use super::mask::Mask;
use super::matching::Matching;
use super::queue::Queue;
use super::{corral, freeze};

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
    /// Bytes that the search may use for its positions.
    pub memory: usize,
    /// The kind of solution.
    pub aim: Aim,
}

impl Default for Limits {
    /// Any solution, no deadline, and 4 GB.
    fn default() -> Limits {
        Limits { deadline: None, memory: 4 << 30, aim: Aim::Any }
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

/// How much an estimated push weighs against one already made when any solution will do: with a
/// large weight the search follows the estimate and meets far fewer positions.
const WEIGHT: u32 = 4;

/// So many positions are met before the tables are specialised to the level, which takes as long as
/// meeting a thousand: an easy level is solved before.
const PATIENCE: usize = 400;

/// How often a deadlock test was asked, and how often it had something to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions it was asked about.
    pub asked: u64,
    /// Positions it said something about.
    pub fired: u64,
}

impl Tally {
    #[inline]
    fn count(&mut self, fired: bool) -> bool {
        self.asked += 1;
        self.fired += u64::from(fired);
        fired
    }
}

/// What each deadlock test did in a search, in the order in which they are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// Boxes frozen off their goals; asked while the tables are not.
    pub freeze: Tally,
    /// The deadlock tables.
    pub tables: Tally,
    /// A box that cannot get a goal of its own.
    pub matching: Tally,
    /// Corrals that leave fewer pushes to try, or none.
    pub corrals: Tally,
}

impl Tests {
    /// All of them with their names.
    pub fn list(&self) -> [(&'static str, Tally); 4] {
        let Tests { freeze, tables, matching, corrals } = *self;
        [("freeze", freeze), ("tables", tables), ("matching", matching), ("corrals", corrals)]
    }
}

/// A position: boxes, and the player's cell. When moves do not count that is the lowest cell in
/// reach.
#[derive(Clone, Copy)]
struct Node<M> {
    boxes: M,
    parent: u32,
    /// Pushes or moves from the start.
    cost: u32,
    /// At least so many pushes are left.
    estimate: u32,
    player: u16,
    /// The push that led here.
    from: u16,
    dir: Dir,
    expanded: bool,
}

/// A search under way.
///
/// With a weight of 1 this is A*. The estimate never falls by more than the cost of a push, but
/// nothing depends on that: a position that is met again at a lower cost is expanded again.
pub struct Search<'a, M> {
    board: &'a Board<M>,
    aim: Aim,
    /// What to specialise to the level when the search turns out to be long.
    knowledge: Option<&'a Knowledge>,
    lookup: Option<Lookup>,
    /// So many of the first nodes were added before there was a lookup to ask.
    unasked: usize,
    nodes: Vec<Node<M>>,
    index: Index,
    queue: Queue,
    matching: Matching<M>,
    tests: Tests,
}

impl<'a, M: Mask> Search<'a, M> {
    /// A search on this board, which leaves out the positions that are known to be dead.
    pub fn new(board: &'a Board<M>, knowledge: Option<&'a Knowledge>, aim: Aim) -> Search<'a, M> {
        let (index, queue, matching) = (Index::new(), Queue::default(), Matching::new(board));
        let (lookup, unasked, nodes, tests) = (None, 0, Vec::new(), Tests::default());
        Search { board, aim, knowledge, lookup, unasked, nodes, index, queue, matching, tests }
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
    pub fn run(&mut self, limits: &Limits) -> End {
        if !self.add_start() {
            return End::Exhausted;
        }
        let most = most_nodes::<M>(limits.memory);
        while let Some((_, id)) = self.queue.pop() {
            let node = &mut self.nodes[id as usize];
            if std::mem::replace(&mut node.expanded, true) {
                continue;
            }
            if node.boxes == self.board.goals {
                return End::Solved(self.pushes_to(id));
            }
            let late = || limits.deadline.map_or(false, |deadline| Instant::now() >= deadline);
            if self.nodes.len() >= most || late() {
                return End::Limit;
            }
            if self.nodes.len() >= PATIENCE && !self.start_asking() {
                return End::Exhausted;
            }
            if (id as usize) >= self.unasked || !self.is_known_dead(id) {
                self.expand(id);
            }
        }
        End::Exhausted
    }

    /// Makes the lookup ready, if there is one to be had; false when it knows the start is dead.
    fn start_asking(&mut self) -> bool {
        if let Some(knowledge) = self.knowledge.take() {
            self.lookup = Some(Lookup::new(knowledge, &self.board.fixed()));
            self.unasked = self.nodes.len();
            return !self.is_known_dead(0);
        }
        true
    }

    /// Asks all windows, not only those around the last push.
    fn is_known_dead(&mut self, id: u32) -> bool {
        let Node { boxes, player, .. } = self.nodes[id as usize];
        let dead = |lookup: &Lookup| lookup.dead(&boxes, usize::from(player));
        let dead = self.lookup.as_ref().map_or(false, dead);
        self.tests.tables.count(dead)
    }

    /// Adds the start position, unless it is dead.
    fn add_start(&mut self) -> bool {
        let (board, boxes) = (self.board, self.board.boxes);
        if board.hopeless {
            return false;
        }
        let estimate = match self.matching.assign(board, boxes) {
            Some(estimate) => estimate,
            None => return false,
        };
        let player = match self.aim {
            Aim::FewestMoves => board.player,
            _ => board.reach(board.player, boxes).lowest(),
        } as u16;
        let start = Node {
            boxes,
            parent: 0,
            cost: 0,
            estimate,
            player,
            from: 0,
            dir: Dir::Up,
            expanded: false,
        };
        if let Err(slot) = self.find(&start) {
            self.add(start, slot);
        }
        true
    }

    /// Makes every push from a position.
    fn expand(&mut self, id: u32) {
        let board = self.board;
        let Node { boxes, player, cost, .. } = self.nodes[id as usize];
        let player = usize::from(player);
        if self.matching.assign(board, boxes).is_none() {
            return;
        }
        if self.aim == Aim::FewestMoves {
            // Wave after wave of the cells that are so many steps away.
            let mut reach = M::empty();
            let mut wave = M::empty();
            wave.insert(player);
            let mut steps = 0;
            while wave != M::empty() {
                self.push_all(id, boxes, (boxes, reach, wave), cost + steps + 1);
                reach = reach.or(wave);
                wave = board.spread(wave).and(board.floor).and(boxes.or(reach).not());
                steps += 1;
            }
        } else {
            let reach = board.reach(player, boxes);
            let corral = corral::next_boxes(board, boxes, reach);
            self.tests.corrals.count(corral.is_some());
            let only = corral.unwrap_or(boxes);
            self.push_all(id, boxes, (only, reach, reach), cost + 1);
        }
    }

    /// Makes every push of a box of `only` with the player behind it on a cell of `behind`; `reach`
    /// is where the player can walk.
    fn push_all(&mut self, parent: u32, boxes: M, (only, reach, behind): (M, M, M), cost: u32) {
        let board = self.board;
        for dir in Dir::ALL {
            board.pushable(boxes, behind, dir).and(only).for_each(|from| {
                let to = board.step(from, dir);
                let mut after = boxes;
                after.remove(from);
                after.insert(to);
                let player = match self.aim {
                    Aim::FewestMoves => from,
                    _ => board.reach_after(reach, from, to, after).lowest(),
                } as u16;
                let from = from as u16;
                let (estimate, expanded) = (0, false);
                self.consider(
                    Node { boxes: after, parent, cost, estimate, player, from, dir, expanded },
                    to,
                );
            });
        }
    }

    /// Adds a position if it is new and not known to be dead, or makes it cheaper.
    fn consider(&mut self, mut node: Node<M>, to: usize) {
        match self.find(&node) {
            Ok(id) => self.improve(id, node),
            Err(slot) => {
                let from = usize::from(node.from);
                if self.is_dead(node.boxes, from, to) {
                    return;
                }
                let estimate = self.matching.after_push(self.board, from, to);
                self.tests.matching.count(estimate.is_none());
                if let Some(estimate) = estimate {
                    node.estimate = estimate;
                    self.add(node, slot);
                }
            }
        }
    }

    /// Whether the push of a box from one cell to another is known to be the end.
    #[inline]
    fn is_dead(&mut self, boxes: M, from: usize, to: usize) -> bool {
        match &self.lookup {
            // The windows see nearly all freezes on real levels; then asking for them does not pay.
            Some(lookup) => {
                let dead = lookup.dead_after_push(&boxes, to, from);
                self.tests.tables.count(dead)
            }
            None => self.tests.freeze.count(freeze::is_dead(self.board, boxes)),
        }
    }

    fn find(&self, node: &Node<M>) -> Result<u32, usize> {
        let same = |id: u32| {
            let known = &self.nodes[id as usize];
            known.boxes == node.boxes && known.player == node.player
        };
        self.index.find(hash(node), same)
    }

    fn add(&mut self, node: Node<M>, slot: usize) {
        let id = self.nodes.len() as u32;
        self.queue.push(self.priority(&node), id);
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.index.insert(slot, id, |id| hash(&nodes[id as usize]));
    }

    /// Takes over a cheaper way to a known position, when the cost matters.
    fn improve(&mut self, id: u32, cheaper: Node<M>) {
        let known = &self.nodes[id as usize];
        if self.aim != Aim::Any && cheaper.cost < known.cost {
            let node = Node { estimate: known.estimate, ..cheaper };
            self.queue.push(self.priority(&node), id);
            self.nodes[id as usize] = node;
        }
    }

    fn priority(&self, node: &Node<M>) -> u32 {
        let weight = if self.aim == Aim::Any { WEIGHT } else { 1 };
        node.cost + weight * node.estimate
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

/// Multiplies and folds each word; the constant is 2^64 over the golden ratio.
#[inline]
fn hash<M: Mask>(node: &Node<M>) -> u64 {
    node.boxes.words().iter().fold(u64::from(node.player), |hash, word| {
        let product = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    })
}
