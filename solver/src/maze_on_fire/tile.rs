//! 8x8 cells of a maze as bits, and how a front of cells moves over them.
//!
//! A front is a thin line that runs in any direction, mostly a diagonal one. A word that is a square
//! of cells meets more of it at once than a word that is a piece of a row. For the same reason tiles
//! that are close to each other are close in memory: eight rows of tiles make a strip, which is
//! stored column by column.

/// Cells along each side of a tile, and rows of tiles in a strip.
pub(super) const SIDE: usize = 8;

/// The first and the last column of a tile.
const WEST: u64 = 0x0101_0101_0101_0101;
const EAST: u64 = WEST << (SIDE - 1);

/// The cells that have a neighbour in another tile.
const BORDER: u64 = WEST | EAST | 0xff | 0xff << ROWS;

/// From the first to the last row of a tile.
const ROWS: usize = SIDE * (SIDE - 1);

/// A tile; the cell in row r and column c is bit `8 * r + c`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tile {
    /// Cells that are no walls and do not burn.
    pub(super) open: u64,
    /// Those of them that the character has not reached.
    pub(super) fresh: u64,
    /// Where the front that is on the move gets to.
    pub(super) next: u64,
}

impl Tile {
    /// Cells that the character reached and that do not burn.
    pub(super) fn alive(&self) -> u64 {
        self.open & !self.fresh
    }
}

/// Two bits that tell a turn from the one before and the one after it, and are never both 0; each
/// is spread over a word.
pub(super) fn stamp(turn: u64) -> [u64; 2] {
    [[!0, 0], [0, !0], [!0, !0]][(turn % 3) as usize]
}

/// All tiles, with a rim of tiles without cells, so that each of the others has four neighbours.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub(super) tiles: Vec<Tile>,
    /// Tiles of a strip.
    strip: usize,
}

impl Tiles {
    /// Tiles for so many rows and columns of cells, all of them closed.
    pub(super) fn new(rows: usize, columns: usize) -> Tiles {
        let up = |cells: usize| (cells + SIDE - 1) / SIDE;
        // A row of the rim above and below; the column of the rim on the left is behind the last
        // column of the strip before as well.
        let strip = SIDE * (up(columns) + 1);
        let tiles = vec![Tile::default(); up(up(rows) + 2) * strip + SIDE];
        Tiles { tiles, strip }
    }

    /// The tile of a cell, and the number of its bit.
    pub(super) fn place(&self, (row, column): (usize, usize)) -> (usize, usize) {
        let (r, c) = (row / SIDE + 1, column / SIDE + 1);
        (r / SIDE * self.strip + c * SIDE + r % SIDE, row % SIDE * SIDE + column % SIDE)
    }

    /// Row and column of the first of some cells of a tile.
    pub(super) fn cell(&self, at: usize, cells: u64) -> (usize, usize) {
        let bit = cells.trailing_zeros() as usize;
        let (strip, rest) = (at / self.strip, at % self.strip);
        let (r, c) = (strip * SIDE + rest % SIDE - 1, rest / SIDE - 1);
        (r * SIDE + bit / SIDE, c * SIDE + bit % SIDE)
    }

    fn north(&self, at: usize) -> usize {
        if at % SIDE == 0 {
            at + SIDE - 1 - self.strip
        } else {
            at - 1
        }
    }

    fn south(&self, at: usize) -> usize {
        if at % SIDE == SIDE - 1 {
            at + self.strip + 1 - SIDE
        } else {
            at + 1
        }
    }
}

/// Cells that were entered in the last turn: tiles, each once, with some of its cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    pub(super) cells: Vec<(usize, u64)>,
    /// Room for the tiles that the front gets to.
    touched: Vec<usize>,
}

impl Front {
    /// Moves on by one cell in all four directions, to the cells of a tile that `free` tells, where
    /// they are struck out; each tile and the cells that were entered in it then go to `settle`.
    pub(super) fn advance(
        &mut self,
        all: &mut Tiles,
        free: impl Fn(&mut Tile) -> &mut u64,
        mut settle: impl FnMut(usize, &mut Tile, u64),
    ) {
        // Each of its tiles can touch four others.
        self.touched.resize(self.touched.len().max(5 * self.cells.len()), 0);
        let (touched, mut count) = (&mut self.touched[..], 0);
        let mut visit = |tile: &mut Tile, at: usize, cells: u64| {
            let cells = cells & *free(tile);
            if cells != 0 {
                *free(tile) ^= cells;
                touched[count] = at;
                count += usize::from(tile.next == 0);
                tile.next |= cells;
            }
        };
        for &(at, cells) in &self.cells {
            let sideways = (cells & !EAST) << 1 | (cells & !WEST) >> 1;
            visit(&mut all.tiles[at], at, sideways | cells << SIDE | cells >> SIDE);
            if cells & BORDER == 0 {
                continue;
            }
            let (west, east, north, south) = (at - SIDE, at + SIDE, all.north(at), all.south(at));
            visit(&mut all.tiles[west], west, (cells & WEST) << (SIDE - 1));
            visit(&mut all.tiles[east], east, (cells & EAST) >> (SIDE - 1));
            visit(&mut all.tiles[north], north, cells << ROWS);
            visit(&mut all.tiles[south], south, cells >> ROWS);
        }
        self.cells.clear();
        for &at in &touched[..count] {
            let tile = &mut all.tiles[at];
            let cells = std::mem::take(&mut tile.next);
            settle(at, tile, cells);
            self.cells.push((at, cells));
        }
    }
}
