//! The player regions of every set of obstacles of a site, computed once.

use gridlock_patterns::sokoban::game::{LocalGame, Region};

/// Per obstacle mask: the free cells connected to the outside, and the pockets.
pub(crate) struct RegionTable {
    outside: Vec<u32>,
    /// The pockets of `solid` are `pockets[first[solid]..first[solid + 1]]`.
    first: Vec<u32>,
    pockets: Vec<u32>,
}

impl RegionTable {
    pub(crate) fn new(game: &LocalGame) -> RegionTable {
        let size = game.full() as usize + 1;
        let mut table = RegionTable {
            outside: Vec::with_capacity(size),
            first: Vec::with_capacity(size + 1),
            pockets: Vec::new(),
        };
        for solid in 0..=game.full() {
            table.outside.push(game.outside(solid));
            table.first.push(table.pockets.len() as u32);
            table.pockets.extend(game.regions(solid).iter().filter_map(|region| match *region {
                Region::Outside => None,
                Region::Pocket(cells) => Some(cells),
            }));
        }
        table.first.push(table.pockets.len() as u32);
        table
    }

    pub(crate) fn pockets(&self, solid: u32) -> &[u32] {
        let solid = solid as usize;
        &self.pockets[self.first[solid] as usize..self.first[solid + 1] as usize]
    }

    /// Number of regions: the outside and the pockets.
    pub(crate) fn count(&self, solid: u32) -> u32 {
        1 + self.pockets(solid).len() as u32
    }

    /// Region number `index` of `solid`: the outside is 0, the pockets follow.
    pub(crate) fn region(&self, solid: u32, index: u32) -> Region {
        match index {
            0 => Region::Outside,
            _ => Region::Pocket(self.pockets(solid)[index as usize - 1]),
        }
    }

    /// The window cells of region number `index`.
    pub(crate) fn cells(&self, solid: u32, index: u32) -> u32 {
        match index {
            0 => self.outside[solid as usize],
            _ => self.pockets(solid)[index as usize - 1],
        }
    }

    /// The number of the region that holds the free cell `cell`.
    pub(crate) fn index_at(&self, solid: u32, cell: u32) -> u32 {
        if self.outside[solid as usize] & cell != 0 {
            return 0;
        }
        let pocket = self.pockets(solid).iter().position(|p| p & cell != 0);
        1 + pocket.expect("a free cell lies in some region") as u32
    }

    /// The number that region `index` of `before` gets when there are only the obstacles `solid`.
    pub(crate) fn regrown(&self, before: u32, index: u32, solid: u32) -> u32 {
        if index == 0 {
            return 0;
        }
        let cells = self.cells(before, index);
        self.index_at(solid, cells & cells.wrapping_neg())
    }
}
