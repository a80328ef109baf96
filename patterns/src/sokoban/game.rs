//! The local game: Sokoban inside one window, with everything beyond it seen optimistically.
//!
//! A box pushed over an open side is gone, the player may enter over any open side, and all of the
//! outside is one connected region.

use super::window::Site;

/// A push or walk direction. The discriminant is the index into direction tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    /// North.
    Up,
    /// South.
    Down,
    /// West.
    Left,
    /// East.
    Right,
}

impl Dir {
    /// All four directions.
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right];

    /// The direction that leads back.
    #[must_use]
    pub fn opposite(self) -> Dir {
        match self {
            Dir::Up => Dir::Down,
            Dir::Down => Dir::Up,
            Dir::Left => Dir::Right,
            Dir::Right => Dir::Left,
        }
    }
}

/// Where the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// Beyond the window, or on a cell connected to an open side.
    Outside,
    /// In an enclosed pocket: the mask of all its cells.
    Pocket(u32),
}

/// One push: the boxes after it and the cell the player then stands on (as a one-bit mask).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// Boxes left in the window.
    pub boxes: u32,
    /// The former cell of the pushed box.
    pub player: u32,
}

/// The rules of the local game in one window.
#[derive(Clone, Debug)]
pub struct LocalGame {
    cols: u32,
    full: u32,
    not_west: u32,
    not_east: u32,
    /// Per direction: the cells from which a step that way leaves over an open side.
    exits: [u32; 4],
}

impl LocalGame {
    /// The game on a site.
    pub fn new(site: Site) -> LocalGame {
        let exits = site.placement.backed().map(|backed| if backed { 0 } else { u32::MAX });
        LocalGame::with_exits(site.window.rows(), site.window.cols(), exits)
    }

    /// The game in any rectangle of at most 20 cells that can be left from the cells `exits`, per
    /// direction up, down, left, right. Cells that are not on that side of it do not count.
    pub fn with_exits(rows: usize, cols: usize, exits: [u32; 4]) -> LocalGame {
        let mut game = LocalGame::open(rows, cols);
        for (side, open) in game.exits.iter_mut().zip(exits) {
            *side &= open;
        }
        game
    }

    /// The game in a window open on all sides.
    fn open(rows: usize, cols: usize) -> LocalGame {
        let (rows, cols) = (rows as u32, cols as u32);
        let full = (1u32 << (rows * cols)) - 1;
        let north = (1u32 << cols) - 1;
        let south = north << ((rows - 1) * cols);
        let west = (0..rows).map(|r| 1u32 << (r * cols)).sum::<u32>();
        let east = west << (cols - 1);
        let exits = [north, south, west, east];
        LocalGame { cols, full, not_west: full & !west, not_east: full & !east, exits }
    }

    /// The mask of all cells.
    pub fn full(&self) -> u32 {
        self.full
    }

    /// Every cell of `mask` moved one step; what leaves the window is lost.
    #[inline]
    pub fn step(&self, mask: u32, dir: Dir) -> u32 {
        match dir {
            Dir::Up => mask >> self.cols,
            Dir::Down => (mask << self.cols) & self.full,
            Dir::Left => (mask & self.not_west) >> 1,
            Dir::Right => (mask & self.not_east) << 1,
        }
    }

    /// The cells from which a step this way leaves the window over an open side.
    #[inline]
    pub fn exits(&self, dir: Dir) -> u32 {
        self.exits[dir as usize]
    }

    /// All cells of `free` connected to `seed`, which lies in `free`.
    pub fn flood(&self, seed: u32, free: u32) -> u32 {
        let mut reached = seed;
        loop {
            let sideways = reached | self.step(reached, Dir::Left) | self.step(reached, Dir::Right);
            let next =
                (sideways | self.step(reached, Dir::Up) | self.step(reached, Dir::Down)) & free;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The free cells connected to an open side when `solid` is not free.
    pub fn outside(&self, solid: u32) -> u32 {
        let rim = self.exits.iter().fold(0, |all, e| all | e);
        let free = self.full & !solid;
        self.flood(rim & free, free)
    }

    /// The region of a player who stands on the free cell `cell` (a one-bit mask).
    pub fn region_of(&self, solid: u32, cell: u32) -> Region {
        let reached = self.flood(cell, self.full & !solid);
        if Dir::ALL.iter().any(|&d| reached & self.exits(d) != 0) {
            Region::Outside
        } else {
            Region::Pocket(reached)
        }
    }

    /// The region that `region` becomes when there are only the obstacles `solid`, fewer than before.
    pub fn regrown(&self, solid: u32, region: Region) -> Region {
        match region {
            Region::Outside => Region::Outside,
            Region::Pocket(cells) => self.region_of(solid, cells & cells.wrapping_neg()),
        }
    }

    /// All regions there are with the obstacles `solid`: `Outside` first, then pockets by lowest cell.
    pub fn regions(&self, solid: u32) -> Vec<Region> {
        let mut regions = vec![Region::Outside];
        let mut left = self.full & !solid & !self.outside(solid);
        while left != 0 {
            let pocket = self.flood(left & left.wrapping_neg(), left);
            regions.push(Region::Pocket(pocket));
            left &= !pocket;
        }
        regions
    }

    /// The window cells a player in `region` can stand on.
    pub fn cells_of(&self, solid: u32, region: Region) -> u32 {
        match region {
            Region::Outside => self.outside(solid),
            Region::Pocket(cells) => cells,
        }
    }

    /// Calls `visit` for every push that a player in `region` can make.
    pub fn for_each_push(&self, walls: u32, boxes: u32, region: Region, visit: impl FnMut(Push)) {
        let here = self.cells_of(walls | boxes, region);
        self.for_each_push_from(walls, boxes, here, region == Region::Outside, visit);
    }

    /// The same for a player who can reach the cells `here`, and the outside when `beyond`.
    #[inline]
    pub fn for_each_push_from(
        &self,
        walls: u32,
        boxes: u32,
        here: u32,
        beyond: bool,
        mut visit: impl FnMut(Push),
    ) {
        let free = self.full & !(walls | boxes);
        for dir in Dir::ALL {
            let back = dir.opposite();
            let entered = if beyond { self.exits(back) } else { 0 };
            let behind = self.step(here, dir) | entered;
            let ahead = self.step(free, back) | self.exits(dir);
            let mut pushable = boxes & behind & ahead;
            while pushable != 0 {
                let from = pushable & pushable.wrapping_neg();
                pushable ^= from;
                visit(Push { boxes: boxes ^ from | self.step(from, dir), player: from });
            }
        }
    }
}
