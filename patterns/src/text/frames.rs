//! The frames of a site as a sequence of bits.
//!
//! Frames are grouped by their solid cells, walls and boxes together: there are few such shapes. The
//! set of shapes, and for each shape the set of its wall masks, is a set of subsets of some cells,
//! and written as a binary trie: cell by cell, is there a member without it, is there one with it?
//! That way the order of a list costs nothing.

use super::model::Model;
use super::range::{Coder, ONE};
use crate::sokoban::game::{LocalGame, Region};
use crate::sokoban::pattern::Frame;
use crate::sokoban::symmetry::{symmetries, Orientation};
use crate::sokoban::window::{Placement, Site};

/// A frame laid down so that its shape is smallest: shape, walls and region.
pub(super) type Laid = (u32, u32, Region);

/// Lays a frame down.
pub(super) fn lay(frame: &Frame, symmetries: &[Orientation]) -> Laid {
    let image = |o: &Orientation| {
        (o.mask(frame.walls | frame.boxes), o.mask(frame.walls), o.region(frame.region))
    };
    symmetries.iter().map(image).min().expect("the identity is a symmetry")
}

/// Codes tables, each a sorted list of frames that a reader leaves empty. Returns the tables, and
/// whether the check at the end was right.
pub(super) fn tables<C: Coder>(
    coder: C,
    tables: &[(Site, Vec<Laid>)],
) -> (Vec<Vec<Frame>>, bool, C) {
    let mut model = Model::new(coder);
    let mut check = 1u32;
    let mut found = Vec::new();
    for (site, known) in tables {
        let frames = table(&mut model, *site, known);
        for f in &frames {
            check = (check ^ f.walls ^ f.boxes << 6).wrapping_mul(0x9E37_79B1);
            check ^= check >> 15;
        }
        let symmetries = symmetries(*site);
        let mut frames: Vec<_> = frames.iter().map(|f| f.canonical(&symmetries)).collect();
        frames.sort_unstable();
        found.push(frames);
    }
    // As much as two characters can hold.
    let mut coder = model.coder;
    let right = (0..13).all(|i| {
        let bit = check >> i & 1 != 0;
        coder.bit(ONE / 2, bit) == bit
    });
    (found, right, coder)
}

fn table<C: Coder>(model: &mut Model<C>, site: Site, known: &[Laid]) -> Vec<Frame> {
    let game = LocalGame::new(site);
    let mut frames = Vec::new();
    if !model.bit(!known.is_empty(), &[0]) {
        return frames;
    }
    let mut trie = Trie { site, cells: game.full(), found: Vec::new() };
    trie.walk(model, &column(known, |f| f.0), game.full(), 0);
    for shape in trie.found {
        let known = matching(known, |f| f.0, shape);
        let mut trie = Trie { site, cells: shape, found: Vec::new() };
        trie.walk(model, &column(known, |f| f.1), shape, 0);
        let regions = game.regions(shape);
        for walls in trie.found {
            let known = matching(known, |f| f.1, walls);
            for (k, &region) in regions.iter().enumerate() {
                let here = known.iter().any(|f| f.2 == region);
                let kind = 1 + (k > 0) as u32;
                let boxes = (shape & !walls).count_ones();
                let contexts =
                    [kind, kind | (k << 6 | regions.len() << 2) as u32, kind | boxes << 2];
                if regions.len() == 1 || model.bit(here, &contexts) {
                    frames.push(Frame { walls, boxes: shape & !walls, region });
                }
            }
        }
    }
    frames
}

/// The different values of one part of sorted frames.
fn column(known: &[Laid], part: fn(&Laid) -> u32) -> Vec<u32> {
    let mut values: Vec<u32> = known.iter().map(part).collect();
    values.dedup();
    values
}

/// The frames whose part has this value.
fn matching(known: &[Laid], part: fn(&Laid) -> u32, value: u32) -> &[Laid] {
    let from = known.partition_point(|f| part(f) < value);
    let to = known.partition_point(|f| part(f) <= value);
    &known[from..to]
}

/// A set of subsets of `cells`.
struct Trie {
    site: Site,
    cells: u32,
    found: Vec<u32>,
}

impl Trie {
    /// Codes the members that agree with `chosen` on all cells but those of `left`. There is one.
    fn walk<C: Coder>(&mut self, model: &mut Model<C>, known: &[u32], left: u32, chosen: u32) {
        if left == 0 {
            self.found.push(chosen);
            return;
        }
        let cell = (left + 1).next_power_of_two().trailing_zeros() - 1;
        let rest = left ^ 1 << cell;
        let (without, with) = known.split_at(known.partition_point(|m| m >> cell & 1 == 0));
        let contexts = self.contexts(left, chosen, cell as i32);
        let one = model.bit(!without.is_empty(), &contexts);
        if one {
            self.walk(model, without, rest, chosen);
        }
        if !one || model.bit(!with.is_empty(), &contexts.map(|c| c | 1)) {
            self.walk(model, with, rest, chosen | 1 << cell);
        }
    }

    /// What is known about a cell: its place, what lies around it, how much was chosen and how much
    /// is left. The last bit of each is free.
    fn contexts(&self, left: u32, chosen: u32, cell: i32) -> [u32; 8] {
        let (rows, cols) = (self.site.window.rows() as i32, self.site.window.cols() as i32);
        let kind = (self.cells + 1).is_power_of_two() as u32 * 2;
        let (y, x) = (cell / cols, cell % cols);
        let near = |steps: [(i32, i32); 4]| {
            steps.iter().fold(0, |all, (dy, dx)| all << 3 | self.look(left, chosen, y + dy, x + dx))
        };
        let beside = near([(-1, 0), (1, 0), (0, -1), (0, 1)]);
        let across = near([(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        let more = left.count_ones();
        let ones = chosen.count_ones();
        let zeros = (self.cells & !left).count_ones() - ones;
        let place = (cell + rows * 128 + cols * 32) as u32;
        [
            0,
            place,
            beside,
            across,
            ones << 5 | zeros,
            more << 10 | ones << 5 | zeros,
            beside << 12 | across,
            more << 12 | beside,
        ]
        .map(|c| c << 2 | kind)
    }

    /// What is to be seen at one place: open, backed, no cell of ours, undecided, out or in.
    fn look(&self, left: u32, chosen: u32, y: i32, x: i32) -> u32 {
        let (rows, cols) = (self.site.window.rows() as i32, self.site.window.cols() as i32);
        let placement = self.site.placement;
        if y < 0 && placement != Placement::Interior || x < 0 && placement == Placement::Corner {
            return 1;
        }
        if y < 0 || x < 0 || y >= rows || x >= cols {
            return 0;
        }
        let cell = 1 << (y * cols + x);
        if self.cells & cell == 0 {
            2
        } else if left & cell != 0 {
            3
        } else {
            4 + (chosen & cell != 0) as u32
        }
    }
}
