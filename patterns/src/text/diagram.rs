//! Sets of subsets of some cells as decision diagrams.
//!
//! Cell by cell: is there a member without it, is there one with it, and can the same follow as on a
//! path seen before? The paths that may be continued in the same ways meet in one node, so that no
//! rule is written twice. A level of the diagram decides about one cell, the highest one first.

use super::model::Model;
use super::range::Coder;
use crate::sokoban::window::{Placement, Site};

/// The four neighbours among the nine cells of a block, in three planes.
const BESIDE: u32 = 0xAA << 18 | 0xAA << 9 | 0xAA;

/// The largest number of members: damaged text must not fill the memory.
pub(super) const LIMIT: usize = 1 << 20;

/// A set of subsets of the cells that are not decided yet.
struct Node {
    /// Its members, which a reader does not know.
    known: Vec<u32>,
    /// The first path that led here: the cells taken.
    taken: u32,
    /// The same as a row of binary digits, one for each decision.
    trail: u32,
    /// What remains of it without and with the next cell.
    next: [Option<usize>; 2],
}

/// Where a level is.
struct Level {
    /// The cell to decide about, as a mask, and those after it.
    cell: u32,
    rest: u32,
    /// Decided cells that touch undecided ones.
    fringe: u32,
    /// The number of the level's first node, and of the first node of the next level.
    start: usize,
    end: usize,
}

/// What is known where a node is continued.
struct Scene {
    /// The cell and its eight neighbours in three planes.
    around: u32,
    /// How the node before this one was continued.
    before: u32,
    /// Whether it is continued with the cell, and how it was without it.
    state: u32,
}

/// A diagram of sets of subsets of `cells`, some cells of a site.
pub(super) struct Diagram {
    rows: u32,
    cols: u32,
    /// What lies around the window, as boards.
    open: u64,
    backed: u64,
    cells: u32,
    /// Among how many nodes equal ones are looked for.
    equals: usize,
    nodes: Vec<Node>,
}

impl Diagram {
    /// An empty diagram.
    pub(super) fn new(site: Site) -> Diagram {
        let (rows, cols) = (site.window.rows() as u32, site.window.cols() as u32);
        let nodes = Vec::new();
        let mut diagram = Diagram { rows, cols, open: 0, backed: 0, cells: 0, equals: 0, nodes };
        let across = (4u64 << cols) - 1;
        let rim = (0..rows + 2).fold(0, |all, y| all | across << (8 * y)) ^ diagram.board(u32::MAX);
        let north = if site.placement == Placement::Interior { 0 } else { across };
        let west = if site.placement == Placement::Corner { u64::MAX / 255 } else { 0 };
        diagram.backed = rim & (north | west);
        diagram.open = rim ^ diagram.backed;
        diagram
    }

    /// A mask with eight cells a row and a rim around it.
    fn board(&self, mask: u32) -> u64 {
        let row = |y| (mask >> (y * self.cols)) as u64 & ((1 << self.cols) - 1);
        (0..self.rows).fold(0, |all, y| all | row(y) << (8 * y + 9))
    }

    /// The place of a cell on a board, less one row and one column.
    fn place(&self, cell: u32) -> u32 {
        let number = cell.trailing_zeros();
        number / self.cols * 8 + number % self.cols
    }

    /// Codes some sets of subsets of `cells`, none of them empty. Returns their members, sorted.
    pub(super) fn code<C: Coder>(
        &mut self,
        model: &mut Model<C>,
        cells: u32,
        equals: usize,
        sets: Vec<Vec<u32>>,
    ) -> Vec<Vec<u32>> {
        self.cells = cells;
        self.equals = equals;
        self.nodes.clear();
        let count = sets.len();
        for known in sets {
            self.add(known, 0, 1);
        }
        let (mut start, mut left) = (0, self.cells);
        while left != 0 {
            let cell = top(left);
            let rest = left ^ cell;
            let end = self.nodes.len();
            let fringe = self.fringe(rest);
            self.level(model, &Level { cell, rest, fringe, start, end });
            (start, left) = (end, rest);
        }
        let members = |root| {
            let mut members = Vec::new();
            self.spell(root, self.cells, 0, &mut members);
            members
        };
        (0..count).map(members).collect()
    }

    /// Collects the members of a node, each with the cells taken before.
    fn spell(&self, node: usize, left: u32, taken: u32, members: &mut Vec<u32>) {
        if left == 0 {
            members.push(taken);
            return;
        }
        let cell = top(left);
        for (side, next) in self.nodes[node].next.iter().enumerate() {
            match *next {
                Some(next) if members.len() < LIMIT => {
                    self.spell(next, left ^ cell, taken | (cell * side as u32), members);
                }
                _ => {}
            }
        }
    }

    /// The decided cells that touch cells of `rest`, also by a corner.
    fn fringe(&self, rest: u32) -> u32 {
        let row = self.board(rest);
        let row = row | row << 1 | row >> 1;
        let near = row | row << 8 | row >> 8;
        let mut decided = self.cells & !rest;
        let mut fringe = 0;
        while decided != 0 {
            let cell = top(decided);
            decided ^= cell;
            fringe |= cell * (near >> (self.place(cell) + 9) & 1) as u32;
        }
        fringe
    }

    /// Continues all nodes of a level.
    fn level<C: Coder>(&mut self, model: &mut Model<C>, level: &Level) {
        let place = self.place(level.cell);
        let spot = (self.rows * 8 + self.cols) << 6 | place;
        let more = level.rest.count_ones();
        let kind = 2 + (self.equals > 0) as u32;
        let cells = self.board(self.cells);
        let left = self.board(level.rest | level.cell) | self.open;
        let mut before = 0;
        for n in level.start..level.end {
            let Node { taken, trail, .. } = self.nodes[n];
            let around = [cells, left, self.board(taken) | self.backed]
                .iter()
                .fold(0, |all, plane| all << 9 | block(plane >> place));
            let beside = around & BESIDE;
            let width = (n - level.start).min(3) << 2 | (level.end - level.start).min(3);
            // How it goes on without and with the cell: not at all, at a new node, at an old one.
            let mut went = [0; 2];
            for side in 0..2 {
                let with = level.cell * side;
                let part = |m: &&u32| **m & level.cell == with;
                let known: Vec<u32> =
                    self.nodes[n].known.iter().filter(part).map(|m| m & level.rest).collect();
                let state = side * (1 + went[0]);
                let contexts = [
                    0,
                    around ^ spot << 20,
                    beside ^ before << 27,
                    before << 4 | width as u32,
                    trail,
                    spot,
                    beside ^ more << 27,
                    beside ^ taken.count_ones().min(3) << 27,
                ]
                .map(|c| c << 2 ^ c >> 30 ^ state);
                if state == 1 || model.bit(!known.is_empty(), kind, contexts) {
                    let there = self.nodes.len();
                    let scene = Scene { around, before, state };
                    let next = self.follow(model, level, &scene, n, known);
                    went[side as usize] = 1 + (next < there) as u32;
                    self.nodes[n].next[side as usize] = Some(next);
                }
            }
            before = went[0] << 2 | went[1];
        }
    }

    /// The node where node `n` goes on: one that there is already, or a new one. After the last cell
    /// there is none, and its number does not matter.
    fn follow<C: Coder>(
        &mut self,
        model: &mut Model<C>,
        level: &Level,
        scene: &Scene,
        n: usize,
        known: Vec<u32>,
    ) -> usize {
        if level.rest == 0 {
            return 0;
        }
        let side = (scene.state > 0) as u32;
        let taken = self.nodes[n].taken | (level.cell * side);
        let trail = self.nodes[n].trail << 1 | side;
        let more = level.rest.count_ones();
        for (age, e) in (level.end..self.nodes.len()).rev().take(self.equals).enumerate() {
            let other = &self.nodes[e];
            let sibling = (self.nodes[n].next[0] == Some(e)) as u32;
            let differ = taken ^ other.taken;
            let fringe = (differ & level.fringe).count_ones().min(3);
            let ones = taken.count_ones() as i32 - other.taken.count_ones() as i32;
            let ones = (ones.clamp(-3, 3) + 3) as u32;
            let contexts = [
                0,
                fringe,
                scene.around & BESIDE ^ ones << 26,
                scene.before << 10 | fringe << 8 | ones << 4 | age.min(3) as u32,
                differ,
                ((differ / level.cell) & 15) << 5 | more,
                scene.around,
                (trail & 31) << 5 | other.trail & 31,
            ]
            .map(|c| c << 3 ^ c >> 29 ^ (scene.state << 1 | sibling));
            if model.bit(other.known == known, 4, contexts) {
                return e;
            }
        }
        self.add(known, taken, trail)
    }

    fn add(&mut self, known: Vec<u32>, taken: u32, trail: u32) -> usize {
        self.nodes.push(Node { known, taken, trail, next: [None; 2] });
        self.nodes.len() - 1
    }
}

/// The highest cell of a mask.
fn top(mask: u32) -> u32 {
    1 << (31 - mask.leading_zeros())
}

/// The three by three cells at the top left of a board.
fn block(board: u64) -> u32 {
    (board & 7 | board >> 5 & 0o70 | board >> 10 & 0o700) as u32
}
