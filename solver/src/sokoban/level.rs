//! A level: walls, goals, boxes and the player, checked so that a solver can rely on it.

use std::collections::VecDeque;
use std::fmt;

/// A valid level.
///
/// There is one player, as many boxes as goals, and walls all around what the player could reach if
/// no box stood in the way. Cells are numbered row by row: `row * cols + col`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    rows: usize,
    cols: usize,
    walls: Vec<bool>,
    goals: Vec<bool>,
    boxes: Vec<bool>,
    floor: Vec<bool>,
    player: usize,
}

/// What is wrong with a level or a file of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The file has no bytes, or only blanks.
    EmptyFile,
    /// No line of the file belongs to a board.
    NoLevel,
    /// Many boards, and not one of them is a level.
    Noise {
        /// How many boards.
        boards: usize,
        /// What is wrong with the first.
        first: Box<Flaw>,
    },
    /// A tab inside a row: its width is anybody's guess.
    Tab,
    /// A character beyond ASCII inside a row.
    NonAscii,
    /// A character that means nothing on a board.
    Unknown(char),
    /// No player.
    NoPlayer,
    /// A second player.
    SecondPlayer,
    /// The numbers of boxes and goals differ.
    Unbalanced {
        /// Boxes on the whole board.
        boxes: usize,
        /// Goals on the whole board.
        goals: usize,
    },
    /// The player can walk off the board here.
    Open,
    /// More cells than the solver has masks for.
    TooLarge {
        /// Rows of the part that matters.
        rows: usize,
        /// Columns of the part that matters.
        cols: usize,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::EmptyFile => write!(f, "the file is empty; it should hold levels in XSB format"),
            Flaw::NoLevel => {
                write!(f, "no level found; a board is made of rows of # @ + $ * . and blanks")
            }
            Flaw::Noise { boards, first } => {
                write!(f, "none of {boards} boards in this file is a level; the first: {first}")
            }
            Flaw::Tab => write!(f, "tab inside a row; replace it by blanks"),
            Flaw::NonAscii => write!(f, "non-ASCII character on the board; use # @ + $ * . - _"),
            Flaw::Unknown(c) => {
                write!(f, "{c:?} means nothing on a board; use # @ + $ * . and blank, - or _")
            }
            Flaw::NoPlayer => write!(f, "no player; mark it with @, or + on a goal"),
            Flaw::SecondPlayer => write!(f, "a second player; leave one @ or +"),
            Flaw::Unbalanced { boxes, goals } if boxes > goals => {
                write!(f, "more boxes than goals, {boxes} and {goals}; make them equal")
            }
            Flaw::Unbalanced { boxes, goals } => {
                write!(f, "fewer boxes than goals, {boxes} and {goals}; make them equal")
            }
            Flaw::Open => write!(f, "open wall, the player can walk out here; close it with #"),
            Flaw::TooLarge { rows, cols } => write!(
                f,
                "too large, {rows} rows by {cols} columns; at most {} cells can be solved",
                Level::MAX_CELLS
            ),
        }
    }
}

/// A flaw and the cell where it was found, when there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// What is wrong.
    pub flaw: Flaw,
    /// Row and column, from 0.
    pub at: Option<(usize, usize)>,
}

impl Misplaced {
    fn on_board(flaw: Flaw) -> Misplaced {
        Misplaced { flaw, at: None }
    }
}

impl Level {
    /// The most cells that the reachable part of a level may cover, with the walls around it.
    pub const MAX_CELLS: usize = 1 << 14;

    /// The most cells of the rectangle that the rows are written in.
    const MAX_TEXT: usize = 1 << 20;

    /// A level from its rows in plain XSB: `#`, blank, `@ + $ * .`.
    ///
    /// # Errors
    /// The first flaw that makes it no level.
    pub fn new(rows: &[Vec<u8>]) -> Result<Level, Misplaced> {
        let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len() * cols > Level::MAX_TEXT {
            return Err(Misplaced::on_board(Flaw::TooLarge { rows: rows.len(), cols }));
        }
        let mut level = Level::empty(rows.len(), cols);
        let mut player = None;
        for (r, row) in rows.iter().enumerate() {
            for (c, &symbol) in row.iter().enumerate() {
                let at = Some((r, c));
                if matches!(symbol, b'@' | b'+') && player.replace(r * cols + c).is_some() {
                    return Err(Misplaced { flaw: Flaw::SecondPlayer, at });
                }
                level
                    .put(r * cols + c, symbol)
                    .ok_or(Misplaced { flaw: Flaw::Unknown(symbol as char), at })?;
            }
        }
        level.player = player.ok_or_else(|| Misplaced::on_board(Flaw::NoPlayer))?;
        level.check_balance()?;
        level.find_floor(|cell| rows[cell / cols].len() > cell % cols)?;
        level.check_size()?;
        Ok(level)
    }

    fn empty(rows: usize, cols: usize) -> Level {
        let blank = vec![false; rows * cols];
        let (walls, goals, boxes) = (blank.clone(), blank.clone(), blank.clone());
        Level { rows, cols, walls, goals, boxes, floor: blank, player: 0 }
    }

    /// Puts one symbol on a cell; `None` when it is no XSB symbol.
    fn put(&mut self, cell: usize, symbol: u8) -> Option<()> {
        match symbol {
            b'#' => self.walls[cell] = true,
            b'$' => self.boxes[cell] = true,
            b'.' | b'+' => self.goals[cell] = true,
            b'*' => {
                self.boxes[cell] = true;
                self.goals[cell] = true;
            }
            b' ' | b'@' => {}
            _ => return None,
        }
        Some(())
    }

    fn check_balance(&self) -> Result<(), Misplaced> {
        let count = |set: &[bool]| set.iter().filter(|&&x| x).count();
        let (boxes, goals) = (count(&self.boxes), count(&self.goals));
        if boxes == goals {
            Ok(())
        } else {
            Err(Misplaced::on_board(Flaw::Unbalanced { boxes, goals }))
        }
    }

    /// Walks over the board without its boxes and fails where the walk leaves it.
    ///
    /// Nearest cells come first, so that the place named is a hole and not some spot far outside.
    fn find_floor(&mut self, written: impl Fn(usize) -> bool) -> Result<(), Misplaced> {
        let mut queue = VecDeque::from([self.player]);
        self.floor[self.player] = true;
        while let Some(cell) = queue.pop_front() {
            let (r, c) = (cell / self.cols, cell % self.cols);
            let at_rim = r == 0 || c == 0 || r + 1 == self.rows || c + 1 == self.cols;
            if at_rim || !written(cell) {
                return Err(Misplaced { flaw: Flaw::Open, at: Some((r, c)) });
            }
            for next in [cell - self.cols, cell + self.cols, cell - 1, cell + 1] {
                if !self.walls[next] && !self.floor[next] {
                    self.floor[next] = true;
                    queue.push_back(next);
                }
            }
        }
        Ok(())
    }

    fn check_size(&self) -> Result<(), Misplaced> {
        let (rows, cols) = self.extent();
        let (rows, cols) = (rows.end - rows.start, cols.end - cols.start);
        if rows * cols > Level::MAX_CELLS {
            return Err(Misplaced::on_board(Flaw::TooLarge { rows, cols }));
        }
        Ok(())
    }

    /// The rows and the columns that hold the reachable cells and the walls around them.
    pub fn extent(&self) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let cells = || (0..self.floor.len()).filter(|&cell| self.floor[cell]);
        let span = |of: fn(usize, usize) -> usize| {
            let places = || cells().map(|cell| of(cell, self.cols));
            places().min().unwrap_or(1) - 1..places().max().unwrap_or(0) + 2
        };
        (span(|cell, cols| cell / cols), span(|cell, cols| cell % cols))
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Whether each cell is a wall.
    pub fn walls(&self) -> &[bool] {
        &self.walls
    }

    /// Whether each cell is a goal.
    pub fn goals(&self) -> &[bool] {
        &self.goals
    }

    /// Whether each cell holds a box at the start.
    pub fn boxes(&self) -> &[bool] {
        &self.boxes
    }

    /// Whether the player could stand on each cell if no box were in the way.
    pub fn floor(&self) -> &[bool] {
        &self.floor
    }

    /// The cell where the player starts.
    pub fn player(&self) -> usize {
        self.player
    }

    /// The XSB symbol of a cell.
    pub fn symbol(&self, cell: usize) -> char {
        match (self.walls[cell], self.boxes[cell], self.goals[cell], self.player == cell) {
            (true, ..) => '#',
            (_, true, true, _) => '*',
            (_, true, false, _) => '$',
            (_, _, true, true) => '+',
            (_, _, false, true) => '@',
            (_, _, true, false) => '.',
            (_, _, false, false) => ' ',
        }
    }
}

/// Writes plain XSB, one row a line.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            let cells = row * self.cols..(row + 1) * self.cols;
            let line: String = cells.map(|cell| self.symbol(cell)).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: &[&str]) -> Result<Level, Misplaced> {
        Level::new(&rows.iter().map(|r| r.as_bytes().to_vec()).collect::<Vec<_>>())
    }

    #[test]
    fn a_level_knows_its_parts() {
        let level = level(&["  #####", "###.$@#", "  #####"]).unwrap();
        assert_eq!((level.rows(), level.cols(), level.player()), (3, 7, 12));
        assert_eq!(level.extent(), (0..3, 2..7));
        assert_eq!(level.to_string(), "  #####\n###.$@#\n  #####\n");
    }

    #[test]
    fn each_flaw_is_found_where_it_is() {
        let flaw = |rows: &[&str]| level(rows).unwrap_err();
        let none = |flaw| Misplaced { flaw, at: None };
        assert_eq!(flaw(&["####", "#$.#", "####"]), none(Flaw::NoPlayer));
        assert_eq!(
            flaw(&["#####", "#@$$.#", "#####"]),
            none(Flaw::Unbalanced { boxes: 2, goals: 1 })
        );
        assert_eq!(flaw(&["####", "#+.#", "####"]), none(Flaw::Unbalanced { boxes: 0, goals: 2 }));
        assert_eq!(
            flaw(&["####", "#@+#", "####"]),
            Misplaced { flaw: Flaw::SecondPlayer, at: Some((1, 2)) }
        );
        let open = |at| Misplaced { flaw: Flaw::Open, at: Some(at) };
        assert_eq!(flaw(&["#####", "#@$.", "#####"]), open((1, 4)));
        assert_eq!(flaw(&["#####", "#@$.#", "## ##"]), open((2, 2)));
        assert_eq!(flaw(&["## #", "#@ #", "####"]), open((0, 2)));
    }

    #[test]
    fn a_huge_level_is_refused_without_building_it() {
        let long = vec![b'#'; 4 << 20];
        assert!(matches!(Level::new(&[long]).unwrap_err().flaw, Flaw::TooLarge { .. }));
        let row = |side: u8, inner: u8| [vec![side], vec![inner; 200], vec![side]].concat();
        let mut rows = vec![row(b'#', b'#')];
        rows.extend((0..200).map(|_| row(b'#', b' ')));
        rows.push(row(b'#', b'#'));
        rows[1][1] = b'@';
        let flaw = Level::new(&rows).unwrap_err().flaw;
        assert_eq!(flaw, Flaw::TooLarge { rows: 202, cols: 202 });
    }
}
