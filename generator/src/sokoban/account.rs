//! What the 4x4 tables hold beyond the rules that solvers know by hand.
//!
//! A published account of a 6x6 solver counts the 4x4 deadlocks without inner walls that wall
//! lines, 2x2 and 3x3 squares do not show. The same count here, over all boxes, goals and player
//! regions, makes the two comparable.

use std::collections::HashMap;

use gridlock_patterns::sokoban::game::{LocalGame, Region};
use gridlock_patterns::sokoban::window::Site;

use super::enumerate::Enumerator;

/// Counts the dead triples (boxes, goals, player region) of a site without walls in the window that
/// no wall line, 2x2 or 3x3 square inside the window shows.
pub(crate) fn account(site: Site, enumerator: &Enumerator) -> u64 {
    let parts: Vec<Part> = parts(site);
    let mut new = 0;
    let mut left = Vec::new();
    enumerator.for_each_stuck_without_walls(|space, boxes, region, family| {
        left.clear();
        left.extend_from_slice(family);
        for part in &parts {
            for &no_goals in part.dead_sets(boxes, region) {
                space.remove_containing(&mut left, no_goals);
            }
        }
        new += size(&left);
    });
    new
}

fn size(family: &[u64]) -> u64 {
    family.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// A smaller rectangle inside the window: what it shows to be dead.
struct Part {
    game: LocalGame,
    /// Cell of the window per cell of the part.
    cells: Vec<usize>,
    /// Per boxes and region in the part: the minimal sets without goals, in cells of the window.
    dead: HashMap<(u32, Region), Vec<u32>>,
}

/// The wall lines and the 2x2 and 3x3 squares of a window.
fn parts(site: Site) -> Vec<Part> {
    let (rows, cols) = (site.window.rows(), site.window.cols());
    let lines = [
        ((0, 0), (1, cols)),
        ((rows - 1, 0), (1, cols)),
        ((0, 0), (rows, 1)),
        ((0, cols - 1), (rows, 1)),
    ];
    let backed = lines.iter().zip(site.placement.backed()).filter(|(_, backed)| *backed);
    let mut parts: Vec<Part> =
        backed.map(|(&(corner, size), _)| Part::new(site, corner, size)).collect();
    for side in [2, 3] {
        for top in 0..=rows - side {
            for left in 0..=cols - side {
                parts.push(Part::new(site, (top, left), (side, side)));
            }
        }
    }
    parts
}

impl Part {
    fn new(site: Site, (top, left): (usize, usize), (rows, cols): (usize, usize)) -> Part {
        let window = site.window;
        let at_side =
            [top == 0, top + rows == window.rows(), left == 0, left + cols == window.cols()];
        let backed = site.placement.backed();
        let exits =
            [0, 1, 2, 3].map(|side| if backed[side] && at_side[side] { 0 } else { u32::MAX });
        let game = LocalGame::with_exits(rows, cols, exits);
        let cells: Vec<usize> =
            (0..rows * cols).map(|i| (top + i / cols) * window.cols() + left + i % cols).collect();
        let mut dead: HashMap<_, Vec<u32>> = HashMap::new();
        let enumerator = Enumerator::of_game(game.clone(), Vec::new());
        enumerator.for_each_stuck_without_walls(|space, boxes, region, family| {
            space.for_each_minimal(family, family, |no_goals| {
                let image = (0..cells.len()).filter(|i| no_goals >> i & 1 == 1);
                let image = image.map(|i| 1 << cells[i]).sum();
                dead.entry((boxes, region)).or_default().push(image);
            });
        });
        Part { game, cells, dead }
    }

    /// The minimal sets without goals for which this part of a state is dead.
    fn dead_sets(&self, boxes: u32, region: Region) -> &[u32] {
        let inside = |mask: u32| -> u32 {
            self.cells.iter().enumerate().map(|(i, cell)| (mask >> cell & 1) << i).sum()
        };
        let boxes = inside(boxes);
        let region = match region {
            Region::Outside => Region::Outside,
            Region::Pocket(cells) => match inside(cells) {
                0 => Region::Outside,
                cells => self.game.region_of(boxes, cells & cells.wrapping_neg()),
            },
        };
        self.dead.get(&(boxes, region)).map_or(&[], Vec::as_slice)
    }
}
