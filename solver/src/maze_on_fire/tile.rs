//! 8x8 cells of a maze as bits, and how a front of cells moves over them.
//!
//! A front is a thin line that runs in any direction, mostly a diagonal one. A word that is a square
//! of cells meets more of it at once than a word that is a piece of a row. For the same reason tiles
//! that are close to each other are close in memory: eight rows of tiles make a strip, which is
//! stored column by column. What fronts need to know is kept in arrays of their own, with a word for
//! each tile: most tiles that a front touches it cannot enter, and how fast it is depends on how much
//! memory it looks at.

use super::walk::Step;

/// Cells along each side of a tile, and rows of tiles in a strip.
pub(super) const SIDE: usize = 8;

/// The first and the last column of a tile.
const WEST: u64 = 0x0101_0101_0101_0101;
const EAST: u64 = WEST << (SIDE - 1);

/// The cells that have a neighbour in another tile.
const BORDER: u64 = WEST | EAST | 0xff | 0xff << ROWS;

/// From the first to the last row of a tile.
const ROWS: usize = SIDE * (SIDE - 1);

/// How many tiles a front can reach from one, itself included.
const SIDES: usize = 5;

/// When more than one of so many tiles is in a front, looking at all of them takes less time.
const DENSE: usize = 6;

/// Where the tiles of a maze are; the cell in row r and column c of a tile is bit `8 * r + c` of it.
///
/// Around them is a rim without cells, so that each tile has four neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The number of tiles, those of the rim included.
    pub(super) tiles: usize,
    /// Tiles of a strip.
    strip: usize,
}

impl Layout {
    /// The layout for so many rows and columns of cells.
    pub(super) fn new(rows: usize, columns: usize) -> Layout {
        let up = |cells: usize| (cells + SIDE - 1) / SIDE;
        // A row of the rim above and below; behind the last column of cells there is room for a wall at
        // least, which keeps it apart from the first one of the next strip.
        let strip = SIDE * (columns / SIDE + 1);
        Layout { tiles: up(up(rows) + 2) * strip + 2 * SIDE, strip }
    }

    /// The tile of a cell, and the number of its bit.
    #[inline]
    pub(super) fn place(self, (row, column): (usize, usize)) -> (usize, usize) {
        let (r, c) = (row / SIDE + 1, column / SIDE + 1);
        (r / SIDE * self.strip + c * SIDE + r % SIDE, row % SIDE * SIDE + column % SIDE)
    }

    /// The place from which a step leads to another one, beyond the rim of the maze if need be.
    pub(super) fn origin(self, (at, bit): (usize, usize), step: Step) -> (usize, usize) {
        match step {
            Step::Up if bit < ROWS => (at, bit + SIDE),
            Step::Up => (self.south(at), bit - ROWS),
            Step::Left if bit % SIDE < SIDE - 1 => (at, bit + 1),
            Step::Left => (at + SIDE, bit + 1 - SIDE),
            Step::Right if bit % SIDE > 0 => (at, bit - 1),
            Step::Right => (at - SIDE, bit + SIDE - 1),
            Step::Down if bit >= SIDE => (at, bit - SIDE),
            Step::Down => (self.north(at), bit + ROWS),
        }
    }

    /// The cells of a tile that lie beside free ones of other tiles.
    #[inline]
    pub(super) fn exits(self, at: usize, free: &[u64]) -> u64 {
        let sideways =
            (free[at - SIDE] & EAST) >> (SIDE - 1) | (free[at + SIDE] & WEST) << (SIDE - 1);
        sideways | free[self.north(at)] >> ROWS | free[self.south(at)] << ROWS
    }

    fn north(self, at: usize) -> usize {
        if at % SIDE == 0 {
            at + SIDE - 1 - self.strip
        } else {
            at - 1
        }
    }

    fn south(self, at: usize) -> usize {
        if at % SIDE == SIDE - 1 {
            at + self.strip + 1 - SIDE
        } else {
            at + 1
        }
    }
}

/// Where a front can go, tile by tile.
pub(super) trait Ground {
    /// The cells of a tile that can be entered.
    fn free(&self, tile: usize) -> u64;

    /// Notes which cells of a tile were entered in this turn; they are not free afterwards.
    fn enter(&mut self, tile: usize, cells: u64);
}

/// Cells that were entered in the last turn.
#[derive(Clone, Debug)]
pub(super) struct Front {
    layout: Layout,
    /// Tiles, each once, with some of their cells; there is always room for [`SIDES`].
    now: Vec<(usize, u64)>,
    /// How many of these count.
    len: usize,
    /// Room for the next turn: tiles, and for every tile the cells.
    next: Vec<(usize, u64)>,
    entered: Vec<u64>,
}

impl Front {
    /// A front that starts from some cells; each tile is listed once.
    pub(super) fn new(layout: Layout, cells: Vec<(usize, u64)>) -> Front {
        let (entered, len, mut now) = (vec![0; layout.tiles], cells.len(), cells);
        now.resize(len.max(SIDES), (0, 0));
        Front { layout, len, now, next: Vec::new(), entered }
    }

    /// Tiles, each once, with the cells that were entered in the last turn.
    #[inline]
    pub(super) fn cells(&self) -> &[(usize, u64)] {
        &self.now[..self.len]
    }

    /// The tile and its cells if there is but one.
    #[inline]
    pub(super) fn single(&mut self) -> Option<&mut (usize, u64)> {
        if self.len == 1 {
            self.now.first_mut()
        } else {
            None
        }
    }

    /// Moves on by one cell in all four directions.
    #[inline]
    pub(super) fn advance(&mut self, ground: &mut impl Ground) {
        match self.now[..self.len] {
            [(at, cells)] => self.step(ground, at, cells),
            _ => self.advance_all(ground),
        }
    }

    /// Moves on from a single tile, as most often in a corridor: no tile is touched twice.
    #[inline]
    fn step(&mut self, ground: &mut impl Ground, at: usize, cells: u64) {
        self.len = 0;
        self.touch(ground, at, spread(cells));
        if cells & BORDER != 0 {
            self.touch(ground, at - SIDE, (cells & WEST) << (SIDE - 1));
            self.touch(ground, at + SIDE, (cells & EAST) >> (SIDE - 1));
            self.touch(ground, self.layout.north(at), cells << ROWS);
            self.touch(ground, self.layout.south(at), cells >> ROWS);
        }
    }

    /// Enters what is free of some cells.
    #[inline]
    fn touch(&mut self, ground: &mut impl Ground, at: usize, cells: u64) {
        // In a corridor it is the same side time and again.
        if cells == 0 {
            return;
        }
        let cells = cells & ground.free(at);
        if cells != 0 {
            self.now[self.len] = (at, cells);
            self.len += 1;
            ground.enter(at, cells);
        }
    }

    /// Moves on from any number of tiles.
    fn advance_all(&mut self, ground: &mut impl Ground) {
        // Each tile can touch four others; the last place is written to, but not counted.
        let most = (SIDES * self.len).min(self.layout.tiles) + SIDES;
        if self.next.len() < most {
            self.next.resize(most + most / 2, (0, 0));
        }
        let count = if self.len > self.layout.tiles / DENSE {
            self.sweep(ground)
        } else {
            self.follow(ground)
        };
        std::mem::swap(&mut self.now, &mut self.next);
        self.len = count;
    }

    /// Lists the next front by going from tile to tile; how many there are.
    fn follow(&mut self, ground: &mut impl Ground) -> usize {
        let (layout, next, mut count) = (self.layout, &mut self.next[..], 0);
        let entered = &mut self.entered[..];
        // Whether a neighbour can be entered is hard to guess: no branches.
        let mut touch = |at: usize, cells: u64| {
            let (cells, before) = (cells & ground.free(at), entered[at]);
            next[count].0 = at;
            count += usize::from(before == 0) & usize::from(cells != 0);
            entered[at] = before | cells;
        };
        for &(at, cells) in &self.now[..self.len] {
            touch(at, spread(cells));
            if cells & BORDER == 0 {
                continue;
            }
            touch(at - SIDE, (cells & WEST) << (SIDE - 1));
            touch(at + SIDE, (cells & EAST) >> (SIDE - 1));
            touch(layout.north(at), cells << ROWS);
            touch(layout.south(at), cells >> ROWS);
        }
        for (at, cells) in &mut next[..count] {
            *cells = std::mem::take(&mut entered[*at]);
            ground.enter(*at, *cells);
        }
        count
    }

    /// The same by looking at all tiles, in the order in which they are in memory.
    fn sweep(&mut self, ground: &mut impl Ground) -> usize {
        let (layout, mut count) = (self.layout, 0);
        for &(at, cells) in &self.now[..self.len] {
            self.entered[at] = cells;
        }
        for at in 0..layout.tiles {
            let free = ground.free(at);
            // The rim, which has no neighbours, has no free cells either.
            if free == 0 {
                continue;
            }
            let from = |tile: usize| self.entered[tile];
            let sideways =
                (from(at - SIDE) & EAST) >> (SIDE - 1) | (from(at + SIDE) & WEST) << (SIDE - 1);
            let along = from(layout.north(at)) >> ROWS | from(layout.south(at)) << ROWS;
            let cells = (spread(from(at)) | sideways | along) & free;
            // Most often there is no guessing whether it is entered: no branch here either.
            self.next[count] = (at, cells);
            count += usize::from(cells != 0);
            ground.enter(at, cells);
        }
        for &(at, _) in &self.now[..self.len] {
            self.entered[at] = 0;
        }
        count
    }
}

/// The cells of a tile from which a step leads to some of its cells.
#[inline]
pub(super) fn origins(cells: u64, step: Step) -> u64 {
    match step {
        Step::Up => cells << SIDE,
        Step::Left => (cells & !EAST) << 1,
        Step::Right => (cells & !WEST) >> 1,
        Step::Down => cells >> SIDE,
    }
}

/// The cells of a tile beside some of its cells.
#[inline]
pub(super) fn spread(cells: u64) -> u64 {
    (cells & !EAST) << 1 | (cells & !WEST) >> 1 | cells << SIDE | cells >> SIDE
}
