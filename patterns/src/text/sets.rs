//! Shapes and their wall sets as a sequence of bits.
//!
//! What is coded for a site is a list of splits: a solid shape, a class, which is a number (it stands
//! for the player's region), and those cells of the shape that are walls. Shapes are few, and the
//! wall sets of a shape follow few rules. So first come the shapes, then for each shape and class the
//! set of wall sets, both as decision diagrams. The order of lists costs nothing that way.

use super::diagram::{Diagram, LIMIT};
use super::model::Model;
use super::range::{Coder, ONE};
use crate::sokoban::window::Site;

/// Shape, class and walls.
pub(super) type Split = (u32, u32, u32);

/// Codes the splits of some sites, each list sorted; a reader knows none. `classes` tells how many
/// classes a shape has. Returns the splits, whether the check at the end was right, and the coder.
pub(super) fn tables<C: Coder>(
    coder: C,
    tables: &[(Site, Vec<Split>)],
    classes: impl Fn(Site, u32) -> u32,
) -> (Vec<Vec<Split>>, bool, C) {
    let mut model = Model::new(coder);
    let mut check = 1u32;
    let mut found = Vec::new();
    for (site, known) in tables {
        let splits = table(&mut model, *site, known, &classes);
        for (shape, class, walls) in &splits {
            check = (check ^ shape ^ class << 20 ^ walls << 12).wrapping_mul(0x9E37_79B1);
            check ^= check >> 15;
        }
        found.push(splits);
    }
    // As much as two characters hold.
    let mut coder = model.coder;
    let right = (0..13).all(|i| coder.bit(ONE / 2, check >> i & 1 != 0) == (check >> i & 1 != 0));
    (found, right, coder)
}

fn table<C: Coder>(
    model: &mut Model<C>,
    site: Site,
    known: &[Split],
    classes: &impl Fn(Site, u32) -> u32,
) -> Vec<Split> {
    let mut splits = Vec::new();
    if !model.bit(!known.is_empty(), 0, [0]) {
        return splits;
    }
    let mut shapes: Vec<u32> = known.iter().map(|s| s.0).collect();
    shapes.dedup();
    let full = (1 << site.window.cells()) - 1;
    let mut diagram = Diagram::new(site);
    // All ends of shapes are different enough: it does not pay to look for equals.
    for shape in diagram.code(model, full, 0, vec![shapes]).remove(0) {
        let start = known.partition_point(|s| s.0 < shape);
        let known = known[start..].iter().take_while(|s| s.0 == shape);
        let count = classes(site, shape);
        let (mut present, mut roots) = (Vec::new(), Vec::new());
        for class in 0..count {
            let walls: Vec<u32> = known.clone().filter(|s| s.1 == class).map(|s| s.2).collect();
            let state = (roots.len() as u32) << 1 | (class > 0) as u32;
            let contexts = [state, state << 5 | count, state << 5 | shape.count_ones()];
            let needed = roots.is_empty() && class + 1 == count;
            if needed || model.bit(!walls.is_empty(), 1, contexts) {
                present.push(class);
                roots.push(walls);
            }
        }
        let sets = diagram.code(model, shape, 16, roots);
        for (class, set) in present.into_iter().zip(sets) {
            splits.extend(set.into_iter().map(|walls| (shape, class, walls)));
        }
        if splits.len() >= LIMIT {
            break;
        }
    }
    splits
}
