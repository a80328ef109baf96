//! A window as it lies on a level.

use std::collections::BTreeSet;

use super::families::{close_upwards, drop_with, Game, Push};
use super::verdict::Verdicts;

/// A window as it lies on a level. Masks number its cells row by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scene {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) walls: u32,
    pub(crate) goals: u32,
    /// Per direction up, down, left, right: the cells from which a step that way leaves the window
    /// onto a floor cell.
    pub(crate) exits: [u32; 4],
}

impl Scene {
    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    fn neighbour(&self, cell: usize, dir: usize) -> Option<usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let next = match dir {
            0 if row > 0 => cell - self.cols,
            1 if row + 1 < self.rows => cell + self.cols,
            2 if col > 0 => cell - 1,
            3 if col + 1 < self.cols => cell + 1,
            _ => return None,
        };
        if self.walls >> next & 1 == 0 {
            Some(next)
        } else {
            None
        }
    }

    fn leaves(&self, cell: usize, dir: usize) -> bool {
        self.exits[dir] >> cell & 1 == 1
    }

    /// Every cell is a box cell with the same number, and a spot when it is no wall.
    fn game(&self) -> Game {
        let boxes = self.cells();
        let is_wall = |cell: usize| self.walls >> cell & 1 == 1;
        let spot = |cell| if is_wall(cell) { None } else { Some(1 << cell) };
        let spots = (0..boxes).map(spot).chain([Some(0)]).collect();
        let (walls, goals, steps, pushes) = (self.walls, self.goals, BTreeSet::new(), Vec::new());
        let mut game = Game { boxes, spots, walls, goals, steps, pushes };
        for cell in (0..boxes).filter(|&cell| !is_wall(cell)) {
            (0..4).for_each(|dir| self.add_rules(&mut game, cell, dir));
        }
        game
    }

    /// The rules for a step from `cell` in this direction.
    fn add_rules(&self, game: &mut Game, cell: usize, dir: usize) {
        let (beyond, here) = (self.cells(), 1 << cell);
        let spot = |dir| match self.neighbour(cell, dir) {
            None if self.leaves(cell, dir) => Some(beyond),
            next => next,
        };
        let mask = |spot: usize| if spot == beyond { 0 } else { 1 << spot };
        if let Some(next) = spot(dir) {
            game.steps.insert([cell.min(next), cell.max(next)]);
            if let Some(back) = spot(dir ^ 1) {
                game.pushes.push(Push::new(cell, back, [mask(back), here, mask(next)]));
            }
        }
    }

    /// Solves the window. `proposals` contain all box sets that may be minimal dead ones; without
    /// them everything is solved from scratch.
    pub(crate) fn verdicts(&self, proposals: Option<&[u32]>) -> Verdicts {
        let game = self.game();
        let mut alive = game.solved();
        if let Some(proposals) = proposals {
            self.add_unsuspected(&mut alive, proposals);
        }
        Verdicts::new(&game, &alive)
    }

    /// Adds the sets with nothing proposed in them.
    fn add_unsuspected(&self, alive: &mut [u64], proposals: &[u32]) {
        let mut suspect = vec![0; alive.len()];
        for &boxes in proposals {
            suspect[boxes as usize >> 6] |= 1 << (boxes & 63);
        }
        close_upwards(&mut suspect, self.full() & !self.walls);
        for (word, suspect) in alive.iter_mut().zip(suspect) {
            *word |= !suspect;
        }
        drop_with(alive, self.walls);
    }

    /// All cells.
    pub(crate) fn full(&self) -> u32 {
        (1 << self.cells()) - 1
    }
}
