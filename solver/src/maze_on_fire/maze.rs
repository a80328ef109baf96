//! Reading a maze from its rows.

use std::fmt;

use super::tile::{Front, Tiles, SIDE};

/// A maze with one character in it.
#[derive(Clone, Debug)]
pub struct Maze {
    pub(super) tiles: Tiles,
    /// The [`stamp`](super::tile::stamp) of the turn in which the character reached a cell, for each
    /// tile, one bit of it in each word.
    pub(super) stamps: Vec<[u64; 2]>,
    /// Cells that burn from the beginning.
    pub(super) fire: Front,
    /// Row and column of the character, from 0.
    pub(super) start: (usize, usize),
}

/// What is wrong with the rows of a maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No row, or nothing in the rows.
    Empty,
    /// A row of another length than the first one.
    Ragged {
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// A character that means nothing in a maze.
    Foreign(char),
    /// Nobody is in the maze.
    NoCharacter,
    /// A second `$`.
    SecondCharacter {
        /// Row and column of the first one, from 1.
        first: (usize, usize),
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Empty => write!(f, "the maze is empty; write its rows, one a line"),
            Flaw::Ragged { expected, found } => write!(
                f,
                "this row has {found} cells and the first has {expected}; make all rows as long"
            ),
            Flaw::Foreign(c) => write!(
                f,
                "{c:?} means nothing in a maze; use . for empty, # for a wall, F for fire and $ \
                 for the character"
            ),
            Flaw::NoCharacter => write!(f, "nobody is in the maze; mark the character with $"),
            Flaw::SecondCharacter { first: (row, column) } => {
                write!(f, "a second $; the first is in row {row}, column {column}; leave one")
            }
        }
    }
}

/// What is wrong with a maze, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MazeError {
    /// The row, from 1.
    pub row: usize,
    /// The column in bytes, from 1, when there is one.
    pub column: Option<usize>,
    /// What is wrong.
    pub flaw: Flaw,
}

/// Writes `row:column: what is wrong; what to do`, to be put behind the name of the file.
impl fmt::Display for MazeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.row)?;
        if let Some(column) = self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.flaw)
    }
}

impl std::error::Error for MazeError {}

/// The rows of a text, one a line; line ends of all sorts and blank lines at the end do not matter.
pub fn rows(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let end = text.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |last| last + 1);
    let lines = text[..end].split(|&b| b == b'\n');
    let rows = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    if end == 0 {
        Vec::new()
    } else {
        rows.collect()
    }
}

impl Maze {
    /// Reads rows of `.` (empty), `#` (wall), `F` (fire) and `$` (the character, exactly one). Any
    /// number of rows and columns will do, as long as there is a cell.
    ///
    /// # Errors
    /// The first thing that is wrong, row by row.
    pub fn new<R: AsRef<[u8]>>(rows: &[R]) -> Result<Maze, MazeError> {
        let cols = rows.first().map_or(0, |row| row.as_ref().len());
        if rows.iter().all(|row| row.as_ref().is_empty()) {
            return Err(MazeError { row: 1, column: None, flaw: Flaw::Empty });
        }
        let tiles = Tiles::new(rows.len(), cols);
        let stamps = vec![[0; 2]; tiles.tiles.len()];
        let mut maze = Maze { tiles, stamps, fire: Front::default(), start: (0, 0) };
        let mut first = None;
        for (r, row) in rows.iter().enumerate() {
            let (row, number) = (row.as_ref(), r + 1);
            let error = |column: Option<usize>, flaw| MazeError { row: number, column, flaw };
            if let Some(column) = foreign(row) {
                let flaw = Flaw::Foreign(character(&row[column..]));
                return Err(error(Some(column + 1), flaw));
            }
            if row.len() != cols {
                return Err(error(None, Flaw::Ragged { expected: cols, found: row.len() }));
            }
            if row.contains(&b'$') {
                for column in (0..cols).filter(|&column| row[column] == b'$') {
                    if let Some(first) = first.replace((number, column + 1)) {
                        return Err(error(Some(column + 1), Flaw::SecondCharacter { first }));
                    }
                    maze.start = (r, column);
                }
            }
            maze.fill(r, row);
        }
        if first.is_none() {
            return Err(MazeError { row: 1, column: None, flaw: Flaw::NoCharacter });
        }
        maze.kindle();
        Ok(maze)
    }

    /// Puts a row of known characters into its tiles; burning cells go to `next`.
    fn fill(&mut self, r: usize, row: &[u8]) {
        let (first, shift) = self.tiles.place((r, 0));
        let tiles = self.tiles.tiles[first..].iter_mut().step_by(SIDE);
        for (tile, cells) in tiles.zip(row.chunks(SIDE)) {
            let bytes = <[u8; SIDE]>::try_from(cells).unwrap_or_else(|_| {
                // The end of the row.
                let mut bytes = [b'#'; SIDE];
                bytes[..cells.len()].copy_from_slice(cells);
                bytes
            });
            let word = u64::from_le_bytes(bytes);
            // Of the four characters only the wall is odd, and only the fire has bit 6.
            let (walls, burning) = (gather(word), gather(word >> 6));
            tile.open |= (!(walls | burning) & 0xff) << shift;
            tile.next |= burning << shift;
        }
    }

    /// Gathers the burning cells, when all rows are there.
    fn kindle(&mut self) {
        for (at, tile) in self.tiles.tiles.iter_mut().enumerate() {
            tile.fresh = tile.open;
            if tile.next != 0 {
                self.fire.cells.push((at, std::mem::take(&mut tile.next)));
            }
        }
    }
}

/// The column of the first byte that means nothing in a maze.
fn foreign(row: &[u8]) -> Option<usize> {
    let known = |b: u8| matches!(b, b'.' | b'#' | b'F' | b'$');
    // Looking at all of them without a branch lets the compiler use vectors.
    if row.iter().fold(true, |all, &b| all & known(b)) {
        return None;
    }
    row.iter().position(|&b| !known(b))
}

/// The character that some text begins with.
fn character(text: &[u8]) -> char {
    let first = &text[..text.len().min(4)];
    String::from_utf8_lossy(first).chars().next().unwrap_or('\u{fffd}')
}

/// The lowest bits of eight bytes, the first byte's lowest.
fn gather(bytes: u64) -> u64 {
    // The product brings bit 8i to bit 56 + i, and nothing else to these places.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
