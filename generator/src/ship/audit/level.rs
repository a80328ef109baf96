//! Levels of an audit: floor cells with numbers, and their neighbours.

use std::path::Path;

use super::super::ShipError;

/// A level with at most 64 floor cells.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its rows in XSB.
    pub text: String,
    /// Columns of the longest row.
    pub cols: usize,
    /// Rows.
    pub rows: usize,
    /// Where the floor cells are: row times `cols` plus column, in order.
    pub cells: Vec<usize>,
    /// Per direction (north, south, west, east) the number of the next floor cell.
    pub next: Vec<[Option<u8>; 4]>,
    /// Goals, as a set of floor cells.
    pub goals: u64,
    /// Boxes at the start.
    pub boxes: u64,
    /// The player's floor cell at the start.
    pub player: u8,
    /// Cells from which a lone box can be pushed to some goal.
    pub alive: u64,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// A set of floor cells.
    pub boxes: u64,
    /// A floor cell without a box.
    pub player: u8,
}

impl Level {
    /// All levels of a file in plain XSB.
    ///
    /// # Errors
    ///
    /// When it cannot be read or holds something else.
    pub fn read(path: &Path) -> Result<Vec<Level>, ShipError> {
        let text = std::fs::read_to_string(path).map_err(ShipError::io(path))?;
        let mut levels = Vec::new();
        let mut rows: Vec<(usize, &str)> = Vec::new();
        for (number, line) in text.lines().chain([""]).enumerate() {
            let line = line.trim_end();
            let board = line.contains('#') && line.bytes().all(|b| b"# @+$*.".contains(&b));
            if board {
                rows.push((number + 1, line));
            } else if let Some(&(first, _)) = rows.first() {
                let wrong = |what| ShipError::Syntax {
                    path: path.to_owned(),
                    line: first,
                    column: 1,
                    message: format!("{what}; an audit takes closed levels of 64 cells at most"),
                };
                let lines: Vec<&str> = rows.drain(..).map(|(_, line)| line).collect();
                levels.push(Level::new(&lines).map_err(wrong)?);
            }
        }
        if levels.is_empty() {
            return Err(ShipError::Wrong(format!("{} holds no levels", path.display())));
        }
        Ok(levels)
    }

    /// A level from its rows.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn new(lines: &[&str]) -> Result<Level, &'static str> {
        let cols = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        let at = |cell: usize| lines[cell / cols].as_bytes().get(cell % cols).copied();
        let all = 0..lines.len() * cols;
        let players: Vec<usize> =
            all.clone().filter(|&cell| matches!(at(cell), Some(b'@' | b'+'))).collect();
        let &[start] = players.as_slice() else { return Err("not one player") };
        let step = |cell: usize, dir: usize| match dir {
            0 => cell.checked_sub(cols),
            1 => Some(cell + cols),
            2 => cell.checked_sub(1),
            _ => Some(cell + 1),
        };
        let mut cells = vec![start];
        let mut index = 0;
        while let Some(&cell) = cells.get(index) {
            index += 1;
            if cell % cols == 0 || cell % cols == cols - 1 {
                return Err("not closed");
            }
            for dir in 0..4 {
                let next = step(cell, dir).filter(|&next| next < all.end);
                let symbol = next.and_then(at).ok_or("not closed")?;
                let next = next.unwrap_or(0);
                if symbol != b'#' && !cells.contains(&next) {
                    cells.push(next);
                }
            }
        }
        cells.sort_unstable();
        if cells.len() > 64 {
            return Err("too large");
        }
        let number = |cell: usize| cells.binary_search(&cell).ok().map(|i| i as u8);
        let next = cells
            .iter()
            .map(|&cell| [0, 1, 2, 3].map(|dir| step(cell, dir).and_then(number)))
            .collect();
        let set = |symbols: &[u8]| {
            let is_in =
                |&(_, &cell): &(usize, &usize)| at(cell).is_some_and(|s| symbols.contains(&s));
            cells.iter().enumerate().filter(is_in).map(|(i, _)| 1 << i).sum()
        };
        let mut level = Level {
            text: lines.join("\n"),
            cols,
            rows: lines.len(),
            next,
            goals: set(b"+*."),
            boxes: set(b"$*"),
            player: number(start).unwrap_or(0),
            alive: 0,
            cells,
        };
        level.alive = level.pulled();
        Ok(level)
    }

    /// Where boxes can be pulled to from the goals.
    fn pulled(&self) -> u64 {
        let mut alive = self.goals;
        loop {
            let before = alive;
            for cell in (0..self.cells.len()).filter(|cell| before >> cell & 1 == 1) {
                for dir in 0..4 {
                    let Some(to) = self.next[cell][dir] else { continue };
                    let room = self.next[usize::from(to)][dir].is_some();
                    alive |= u64::from(room) << to;
                }
            }
            if alive == before {
                return alive;
            }
        }
    }

    /// The cells a player on this one can walk to.
    pub fn reach(&self, boxes: u64, player: u8) -> u64 {
        let mut reached = 1 << player;
        let mut open = vec![player];
        while let Some(cell) = open.pop() {
            for next in self.next[cell as usize].into_iter().flatten() {
                if (boxes | reached) >> next & 1 == 0 {
                    reached |= 1 << next;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Calls `visit` for each position one push away.
    pub fn for_each_push(&self, state: State, mut visit: impl FnMut(State)) {
        let reach = self.reach(state.boxes, state.player);
        for from in (0..self.cells.len() as u8).filter(|&cell| state.boxes >> cell & 1 == 1) {
            for dir in 0..4 {
                let [to, behind] = [dir, dir ^ 1].map(|dir| self.next[from as usize][dir]);
                let (Some(to), Some(behind)) = (to, behind) else { continue };
                if reach >> behind & 1 == 1 && state.boxes >> to & 1 == 0 {
                    visit(State { boxes: state.boxes & !(1 << from) | 1 << to, player: from });
                }
            }
        }
    }

    /// The position as a line: the cells of the player and of the boxes.
    pub fn line(&self, state: State) -> String {
        let boxes = (0..self.cells.len()).filter(|&cell| state.boxes >> cell & 1 == 1);
        let all = std::iter::once(usize::from(state.player)).chain(boxes);
        all.map(|cell| self.cells[cell].to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The set of floor cells of a line of cells.
    pub fn set(&self, line: &str) -> Option<u64> {
        let number = |word: &str| self.cells.binary_search(&word.parse().ok()?).ok();
        line.split_whitespace().map(|word| Some(1 << number(word)?)).sum()
    }
}
