//! The local game a third time, by pushes instead of steps: made to prove whole tables anew.
//!
//! It shares no code with the enumeration and none with [`plain`](super::plain), which it is held
//! against. The window lies on a board with a ring of cells around it; a ring cell is wall where
//! the side is backed and otherwise open. A position is the cells with boxes and the cells that the
//! player can walk to. Each question is a search of its own, so that nothing one question gets
//! wrong reaches another.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::game::Region;
use super::pattern::Pattern;
use super::window::{Placement, Site};

/// Why a pattern does not belong into a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It can be solved.
    Alive,
    /// It is dead without the box on this cell, too. Cells are numbered row by row.
    IdleBox(u32),
    /// It is dead without the wall on this cell, too.
    IdleWall(u32),
    /// It is dead with a goal on this cell, too.
    IdleCondition(u32),
}

/// A position: the cells with boxes, and those the player can walk to.
type Position = (u64, u64);

/// The board around the window of a site, for [`Pushes::fault`].
pub struct Pushes {
    cells: u32,
    cols: u32,
    /// Cells in a row of the board: those of the window and two of the ring.
    stride: u32,
    /// All cells of the window.
    window: u64,
    /// The cells of the ring that are not walls. They are connected beyond the window.
    open: u64,
    seen: HashSet<Position, BuildHasherDefault<Mix>>,
    queue: Vec<Position>,
}

impl Pushes {
    /// The board of a site.
    pub fn new(site: Site) -> Pushes {
        let (rows, cols) = (site.window.rows() as u32, site.window.cols() as u32);
        let stride = cols + 2;
        let bit = |row: u32, col: u32| 1u64 << (row * stride + col);
        let (mut window, mut open) = (0, 0);
        for row in 0..rows + 2 {
            for col in 0..stride {
                let (north, south, west) = (row == 0, row == rows + 1, col == 0);
                let ring = north || south || west || col == cols + 1;
                let wall = match site.placement {
                    Placement::Interior => false,
                    Placement::Edge => north,
                    Placement::Corner => north || west,
                    Placement::Corridor => north || south,
                    Placement::Alcove => north || south || west,
                };
                if !ring {
                    window |= bit(row, col);
                } else if !wall {
                    open |= bit(row, col);
                }
            }
        }
        let cells = rows * cols;
        let (seen, queue) = (HashSet::default(), Vec::new());
        Pushes { cells, cols, stride, window, open, seen, queue }
    }

    /// What is wrong with a pattern: it must be dead, and alive again without any one of its boxes,
    /// walls or conditions. `None` when that is so.
    pub fn fault(&mut self, pattern: &Pattern) -> Option<Fault> {
        let Pattern { walls, boxes, region, no_goals } = *pattern;
        let all = (1u32 << self.cells) - 1;
        let goals = all & !walls & !no_goals;
        if !self.is_dead(walls, boxes, goals, region) {
            return Some(Fault::Alive);
        }
        (0..self.cells).find_map(|cell| {
            let one = 1 << cell;
            if boxes & one != 0 && self.is_dead(walls, boxes & !one, goals, region) {
                Some(Fault::IdleBox(cell))
            } else if walls & one != 0 && self.is_dead(walls & !one, boxes, goals, region) {
                Some(Fault::IdleWall(cell))
            } else if no_goals & one != 0 && self.is_dead(walls, boxes, goals | one, region) {
                Some(Fault::IdleCondition(cell))
            } else {
                None
            }
        })
    }

    /// Whether there is no way to bring every box that is left in the window to a goal. Masks are
    /// those of patterns; the player is in the region, or where it has grown to.
    pub fn is_dead(&mut self, walls: u32, boxes: u32, goals: u32, region: Region) -> bool {
        let floor = self.open | (self.window & !self.place(walls));
        let bad = self.window & !self.place(goals);
        let boxes = self.place(boxes);
        let player = match region {
            Region::Outside => self.open,
            Region::Pocket(cells) => self.place(cells & cells.wrapping_neg()),
        };
        self.seen.clear();
        self.queue.clear();
        self.add(floor, boxes, player);
        while let Some((boxes, walk)) = self.queue.pop() {
            if boxes & bad == 0 {
                return false;
            }
            self.push_all(floor, boxes, walk);
        }
        true
    }

    /// The cells of a mask on the board.
    fn place(&self, mask: u32) -> u64 {
        let cells = (0..self.cells).filter(|cell| mask >> cell & 1 == 1);
        cells.map(|cell| 1 << ((cell / self.cols + 1) * self.stride + cell % self.cols + 1)).sum()
    }

    /// Every push of a box next to which the player can stand.
    fn push_all(&mut self, floor: u64, boxes: u64, walk: u64) {
        let free = floor & !boxes;
        for step in [1, self.stride] {
            let (up, down) =
                (boxes & walk << step & free >> step, boxes & walk >> step & free << step);
            for (mut pushed, forward) in [(up, true), (down, false)] {
                while pushed != 0 {
                    let from = pushed & pushed.wrapping_neg();
                    pushed ^= from;
                    let to = if forward { from << step } else { from >> step };
                    // Beyond the window the box is gone.
                    self.add(floor, boxes & !from | to & self.window, from);
                }
            }
        }
    }

    /// Notes the position with the player on a cell, or on one of several that are connected.
    fn add(&mut self, floor: u64, boxes: u64, player: u64) {
        let free = floor & !boxes;
        let mut walk = player;
        loop {
            if walk & self.open != 0 {
                walk |= self.open;
            }
            let step = walk << 1 | walk >> 1 | walk << self.stride | walk >> self.stride;
            let grown = walk | step & free;
            if grown == walk {
                break;
            }
            walk = grown;
        }
        if self.seen.insert((boxes, walk)) {
            self.queue.push((boxes, walk));
        }
    }
}

/// A hash of two words that are not chosen by an adversary: multiply and fold.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::plain::{self, Player};

    fn random(state: &mut u64) -> u32 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 20) as u32
    }

    #[test]
    fn it_agrees_with_the_plain_search() {
        let state = &mut 0x5eed;
        let (mut dead, mut faults) = (0, 0);
        for site in Site::all(3) {
            let mut pushes = Pushes::new(site);
            let all = (1 << site.window.cells()) - 1;
            for _ in 0..400 {
                let walls = random(state) & random(state) & all;
                let boxes = random(state) & all & !walls;
                let no_goals = random(state) & all & !walls;
                let goals = all & !walls & !no_goals;
                for region in plain::regions(site, walls | boxes) {
                    let player = Player::within(site.window, region);
                    let expected = plain::is_dead(site, walls, boxes, goals, player);
                    let found = pushes.is_dead(walls, boxes, goals, region);
                    assert_eq!(found, expected, "{site} {walls:b} {boxes:b} {goals:b} {region:?}");
                    dead += u32::from(found);
                    let pattern = Pattern { walls, boxes, region, no_goals };
                    let fault = pushes.fault(&pattern);
                    assert_eq!(fault.is_none(), plain::is_minimal(site, &pattern), "{pattern:?}");
                    assert_eq!(fault == Some(Fault::Alive), !found);
                    faults += u32::from(fault.is_some());
                }
            }
        }
        assert!(dead > 1000 && faults > dead, "{dead} {faults}");
    }

    #[test]
    fn a_fault_says_what_is_idle() {
        let mut pushes = Pushes::new("2x2-corner".parse().unwrap());
        let region = Region::Outside;
        let fault = |walls, boxes, no_goals, pushes: &mut Pushes| {
            pushes.fault(&Pattern { walls, boxes, region, no_goals })
        };
        assert_eq!(fault(0, 0b0001, 0b0001, &mut pushes), None);
        assert_eq!(fault(0, 0b0001, 0, &mut pushes), Some(Fault::Alive));
        assert_eq!(fault(0, 0b0001, 0b0011, &mut pushes), Some(Fault::IdleCondition(1)));
        assert_eq!(fault(0, 0b1001, 0b0001, &mut pushes), Some(Fault::IdleBox(3)));
        assert_eq!(fault(0b1000, 0b0001, 0b0001, &mut pushes), Some(Fault::IdleWall(3)));
    }
}
