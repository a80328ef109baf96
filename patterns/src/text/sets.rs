//! Seeds as a sequence of bits.
//!
//! The seeds of a site are a set of solid shapes, and for each shape a set of wall sets: both are
//! sets of subsets of some cells. Such a set is coded as a tree: cell by cell, from the last one to
//! the first, is there a member without it, is there one with it? So the order of the members costs
//! nothing, and what surrounds a cell tells much about the answers.

use super::model::Model;
use super::range::{Coder, ONE};
use crate::sokoban::seed::Seed;
use crate::sokoban::window::Site;

/// Damaged text must not fill the memory.
const LIMIT: usize = 1 << 20;

/// Codes the seeds of some sites, each list sorted; a reader knows none. Returns the seeds, whether
/// the check at the end was right, and the coder.
pub(super) fn tables<C: Coder>(
    coder: C,
    tables: &[(Site, Vec<Seed>)],
) -> (Vec<Vec<Seed>>, bool, C) {
    let mut model = Model::new(coder);
    let mut check = 1u32;
    let mut found = Vec::new();
    for (site, known) in tables {
        let seeds = table(&mut model, *site, known);
        for seed in &seeds {
            check = (check ^ seed.solid ^ seed.walls << 12).wrapping_mul(0x9E37_79B1);
            check ^= check >> 15;
        }
        found.push(seeds);
    }
    // As much as two characters hold.
    let mut coder = model.coder;
    let right = (0..13).all(|i| coder.bit(ONE / 2, check >> i & 1 != 0) == (check >> i & 1 != 0));
    (found, right, coder)
}

fn table<C: Coder>(model: &mut Model<C>, site: Site, known: &[Seed]) -> Vec<Seed> {
    let mut seeds = Vec::new();
    if !model.bit(!known.is_empty(), 0) {
        return seeds;
    }
    let mut shapes: Vec<u32> = known.iter().map(|seed| seed.solid).collect();
    shapes.dedup();
    let full = (1 << site.window.cells()) - 1;
    let mut tree = Tree::new(model, site, full, 1);
    tree.code(&shapes, full, 0, tree.backed);
    let shapes = tree.found;
    let mut tree = Tree::new(model, site, full, 2);
    for solid in shapes {
        let start = known.partition_point(|seed| seed.solid < solid);
        let of_shape = known[start..].iter().take_while(|seed| seed.solid == solid);
        let walls: Vec<u32> = of_shape.map(|seed| seed.walls).collect();
        // Most shapes need no walls at all.
        if tree.model.bit(walls == [0], solid.count_ones() << 3 | 1) {
            tree.found.push(0);
        } else {
            tree.cells = tree.board(solid);
            tree.code(&walls, solid, 0, tree.backed);
        }
        seeds.extend(tree.found.drain(..).map(|walls| Seed { solid, walls }));
        if seeds.len() >= LIMIT {
            break;
        }
    }
    seeds
}

/// A set of subsets of some cells of a site.
struct Tree<'a, C> {
    model: &'a mut Model<C>,
    kind: u32,
    rows: u32,
    cols: u32,
    /// The cells that may be taken and the walls behind the sides, as boards.
    cells: u64,
    backed: u64,
    /// The members.
    found: Vec<u32>,
}

impl<'a, C: Coder> Tree<'a, C> {
    fn new(model: &'a mut Model<C>, site: Site, cells: u32, kind: u32) -> Tree<'a, C> {
        let (rows, cols) = (site.window.rows() as u32, site.window.cols() as u32);
        let mut tree = Tree { model, kind, rows, cols, cells: 0, backed: 0, found: Vec::new() };
        tree.cells = tree.board(cells);
        let [up, down, left, right] = site.placement.backed();
        let (row, column) = (0xFF, u64::MAX / 0xFF);
        let sides = [
            (up, row),
            (down, row << (8 * rows + 8)),
            (left, column),
            (right, column << (cols + 1)),
        ];
        tree.backed = sides.iter().filter(|(backed, _)| *backed).fold(0, |all, side| all | side.1);
        tree
    }

    /// A mask with eight cells a row and a rim around it.
    fn board(&self, mask: u32) -> u64 {
        let row = |y| (mask >> (y * self.cols)) as u64 & ((1 << self.cols) - 1);
        (0..self.rows).fold(0, |all, y| all | row(y) << (8 * y + 9))
    }

    /// Codes the members that take `taken` of the cells after `left`, of which `known` are all.
    /// `solid` is the board of `taken` and the walls around.
    fn code(&mut self, known: &[u32], left: u32, taken: u32, solid: u64) {
        if left == 0 {
            self.found.push(taken);
            return;
        }
        let number = 31 - left.leading_zeros();
        let cell = 1 << number;
        let place = number / self.cols * 8 + number % self.cols;
        let around = block(solid >> place);
        let there = block(self.cells >> place);
        let half = known.partition_point(|member| member & cell == 0);
        let (without, with) = known.split_at(half);
        let rest = left ^ cell;
        let context = ((around << 9 | there) << 6 | place) << 3 | self.kind << 1;
        let some = self.model.bit(!without.is_empty(), context);
        if some {
            self.code(without, rest, taken, solid);
        }
        if self.found.len() < LIMIT && (!some || self.model.bit(!with.is_empty(), context | 1)) {
            self.code(with, rest, taken | cell, solid | 1 << (place + 9));
        }
    }
}

/// The three by three cells at the top left of a board.
fn block(board: u64) -> u32 {
    (board & 7 | board >> 5 & 0o70 | board >> 10 & 0o700) as u32
}
