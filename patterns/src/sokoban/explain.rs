//! The pattern behind a verdict: the least that makes a window of a position dead.

use super::explore::Explorer;
use super::game::{LocalGame, Region};
use super::scene::Scene;

/// A dead window with everything taken away that is not needed.
///
/// Masks number the cells of the window row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Row of the window's upper left cell.
    pub top: usize,
    /// Column of the window's upper left cell.
    pub left: usize,
    /// Rows of the window.
    pub rows: usize,
    /// Columns of the window.
    pub cols: usize,
    /// Walls that hold the boxes.
    pub walls: u32,
    /// Boxes that cannot all be brought home.
    pub boxes: u32,
    /// Cells that would have to be goals.
    pub no_goals: u32,
    /// Where the player is when only these walls and boxes are there.
    pub region: Region,
}

/// A state of a window that is known to be dead, made smaller step by step.
pub(crate) struct Shrinking {
    scene: Scene,
    boxes: u32,
    no_goals: u32,
    region: Region,
    explorer: Explorer,
}

impl Shrinking {
    /// `spot` is the player's cell, or `None` when the player is beyond the window.
    pub(crate) fn new(scene: &Scene, boxes: u32, spot: Option<usize>) -> Shrinking {
        let region = match spot {
            None => Region::Outside,
            Some(cell) => scene.local_game().region_of(scene.walls | boxes, 1 << cell),
        };
        let no_goals = scene.full() & !scene.walls & !scene.goals;
        Shrinking { scene: scene.clone(), boxes, no_goals, region, explorer: Explorer::new() }
    }

    /// Takes away boxes, walls and goal-free cells as long as the rest stays dead.
    pub(crate) fn shrink(mut self, top: usize, left: usize) -> Explanation {
        for cell in bits(self.boxes) {
            let region =
                self.scene.local_game().regrown(self.scene.walls | self.boxes & !cell, self.region);
            if self.is_dead(&self.scene.clone(), self.boxes & !cell, region, self.no_goals) {
                self.boxes &= !cell;
                self.region = region;
            }
        }
        for cell in bits(self.scene.walls) {
            let scene = self.scene.without_wall(cell);
            let region = scene.local_game().regrown(scene.walls | self.boxes, self.region);
            if self.is_dead(&scene, self.boxes, region, self.no_goals | cell) {
                self.scene = scene;
                self.no_goals |= cell;
                self.region = region;
            }
        }
        for cell in bits(self.no_goals) {
            if self.is_dead(&self.scene.clone(), self.boxes, self.region, self.no_goals & !cell) {
                self.no_goals &= !cell;
            }
        }
        let Shrinking { scene: Scene { rows, cols, walls, .. }, boxes, no_goals, region, .. } =
            self;
        Explanation { top, left, rows, cols, walls, boxes, no_goals, region }
    }

    fn is_dead(&mut self, scene: &Scene, boxes: u32, region: Region, no_goals: u32) -> bool {
        let goals = scene.full() & !no_goals;
        self.explorer.is_dead(&scene.local_game(), scene.walls, boxes, region, goals)
    }
}

/// The bits of a mask, one by one.
fn bits(mask: u32) -> impl Iterator<Item = u32> {
    (0..32).map(|i| 1 << i).filter(move |bit| mask & bit != 0)
}

impl Scene {
    fn local_game(&self) -> LocalGame {
        LocalGame::with_exits(self.rows, self.cols, self.exits)
    }

    /// The same with a wall turned into floor. Beyond it nothing is known, so it is open.
    fn without_wall(&self, cell: u32) -> Scene {
        let exits = self.exits.map(|exits| exits | cell);
        Scene { walls: self.walls & !cell, exits, ..self.clone() }
    }
}
