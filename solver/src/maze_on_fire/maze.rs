//! Reading a maze from its rows.

use std::fmt;

use crate::bits::gather;

use super::tile::{Layout, SIDE};

/// A maze with one character in it.
#[derive(Clone, Debug)]
pub struct Maze {
    pub(super) layout: Layout,
    /// For each tile the cells that are no walls and do not burn.
    pub(super) open: Vec<u64>,
    /// Tiles, each once, with the cells that burn from the beginning.
    pub(super) fire: Vec<(usize, u64)>,
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
    let (mut rest, mut rows) = (&text[..end], Vec::new());
    while !rest.is_empty() {
        // Most rows are as long as the one before, and `contains` is faster than looking for a place.
        let guess = rows.last().map_or(0, |row: &&[u8]| row.len());
        let is_end = rest.get(guess) == Some(&b'\n') && !rest[..guess].contains(&b'\n');
        let length = if is_end { Some(guess) } else { rest.iter().position(|&b| b == b'\n') };
        let row = &rest[..length.unwrap_or(rest.len())];
        rows.push(row);
        rest = rest.get(row.len() + 1..).unwrap_or(&[]);
    }
    rows.into_iter().map(|row| row.strip_suffix(b"\r").unwrap_or(row)).collect()
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
        let layout = Layout::new(rows.len(), cols);
        let (mut open, mut fire) = (vec![0; layout.tiles], Vec::new());
        let (mut band, mut start) = (vec![Tile::default(); (cols + SIDE - 1) / SIDE], None);
        for (r, rows) in (0..).step_by(SIDE).zip(rows.chunks(SIDE)) {
            band.fill(Tile::default());
            for (i, row) in rows.iter().enumerate() {
                check(row.as_ref(), r + i, cols, &mut start)?;
                fill(&mut band, row.as_ref(), SIDE * i);
            }
            let (first, _) = layout.place((r, 0));
            for (at, tile) in (first..).step_by(SIDE).zip(&band) {
                open[at] = tile.open;
                if tile.fire != 0 {
                    fire.push((at, tile.fire));
                }
            }
        }
        let error = MazeError { row: 1, column: None, flaw: Flaw::NoCharacter };
        let start = start.ok_or(error)?;
        Ok(Maze { layout, open, fire, start })
    }
}

/// Looks for mistakes in a row, and for the character.
fn check(
    row: &[u8],
    r: usize,
    cols: usize,
    start: &mut Option<(usize, usize)>,
) -> Result<(), MazeError> {
    let error = |column: Option<usize>, flaw| MazeError { row: r + 1, column, flaw };
    let (all_known, has_character) = survey(row);
    let unknown = if all_known { None } else { row.iter().position(|&b| !is_known(b)) };
    if let Some(column) = unknown {
        return Err(error(Some(column + 1), Flaw::Foreign(character(&row[column..]))));
    }
    if row.len() != cols {
        return Err(error(None, Flaw::Ragged { expected: cols, found: row.len() }));
    }
    if has_character {
        for column in (0..cols).filter(|&column| row[column] == b'$') {
            if let Some((r, c)) = start.replace((r, column)) {
                let flaw = Flaw::SecondCharacter { first: (r + 1, c + 1) };
                return Err(error(Some(column + 1), flaw));
            }
        }
    }
    Ok(())
}

/// Cells that are no walls and do not burn, and those that burn.
#[derive(Clone, Copy, Default)]
struct Tile {
    open: u64,
    fire: u64,
}

/// Puts a row of known characters into its tiles, from a bit of each on.
fn fill(band: &mut [Tile], row: &[u8], shift: usize) {
    for (tile, cells) in band.iter_mut().zip(row.chunks(SIDE)) {
        let bytes = <[u8; SIDE]>::try_from(cells).unwrap_or_else(|_| {
            // The end of the row.
            let mut bytes = [b'#'; SIDE];
            bytes[..cells.len()].copy_from_slice(cells);
            bytes
        });
        let word = u64::from_le_bytes(bytes);
        // Of the four characters only the wall is odd, and only the fire has bit 6.
        tile.open |= (gather(word | word >> 6) ^ 0xff) << shift;
        if word & FIRE != 0 {
            tile.fire |= gather(word >> 6) << shift;
        }
    }
}

/// Bit 6 of eight bytes.
const FIRE: u64 = 0x4040_4040_4040_4040;

/// Whether a byte means something in a maze.
fn is_known(b: u8) -> bool {
    matches!(b, b'.' | b'#' | b'F' | b'$')
}

/// Whether all bytes of a row mean something, and whether a character is among them.
fn survey(row: &[u8]) -> (bool, bool) {
    // Looking at all of them without a branch lets the compiler use vectors.
    row.iter().fold((true, false), |(all, any), &b| {
        let (known, character) = (is_known(b), b == b'$');
        (all & known, any | character)
    })
}

/// The character that some text begins with.
fn character(text: &[u8]) -> char {
    let first = &text[..text.len().min(4)];
    String::from_utf8_lossy(first).chars().next().unwrap_or('\u{fffd}')
}
