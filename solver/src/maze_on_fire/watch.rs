//! Pictures of a burning maze, turn by turn.

/// A maze that burns, kept as plain cells: it shares nothing with the search for the walk.
#[derive(Clone, Debug)]
pub struct Watch {
    /// `.` and `F` and walls; where the character is makes no difference to the fire.
    cells: Vec<Vec<u8>>,
    /// Row and column of cells that caught fire in the last turn.
    front: Vec<(usize, usize)>,
}

impl Watch {
    /// The maze before the first turn.
    pub fn new(rows: &[&[u8]]) -> Watch {
        let floor = |row: &&[u8]| row.iter().map(|&b| if b == b'$' { b'.' } else { b }).collect();
        let cells: Vec<Vec<u8>> = rows.iter().map(floor).collect();
        let burning = |r: usize, row: &Vec<u8>| {
            let columns = (0..row.len()).filter(|&c| row[c] == b'F');
            columns.map(|c| (r, c)).collect::<Vec<_>>()
        };
        let front = cells.iter().enumerate().flat_map(|(r, row)| burning(r, row)).collect();
        Watch { cells, front }
    }

    /// Lets the fire spread for one turn; whether any cell caught fire.
    pub fn advance(&mut self) -> bool {
        let mut next = Vec::new();
        for (r, c) in std::mem::take(&mut self.front) {
            // What lies above or left of the maze wraps to a place far outside of it.
            let above = (r.wrapping_sub(1), c);
            for (r, c) in [above, (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)] {
                let cell = self.cells.get_mut(r).and_then(|row| row.get_mut(c));
                if let Some(cell) = cell.filter(|cell| **cell == b'.') {
                    *cell = b'F';
                    next.push((r, c));
                }
            }
        }
        self.front = next;
        !self.front.is_empty()
    }

    /// A line that says which turn it is, and the maze with the character; an `X` is a character in
    /// the fire. With `colours` they are set by ANSI escapes.
    pub fn frame(&self, turn: usize, character: (usize, usize), colours: bool) -> String {
        let mut frame = format!("turn {turn}\n");
        for (r, row) in self.cells.iter().enumerate() {
            for (c, &cell) in row.iter().enumerate() {
                let (symbol, colour) = match (cell, (r, c) == character) {
                    (b'F', true) => ('X', "1;35"),
                    (_, true) => ('$', "1;32"),
                    (b'F', false) => ('F', "31"),
                    (other, false) => (other as char, "2"),
                };
                if colours {
                    frame.extend(["\x1b[", colour, "m"]);
                }
                frame.push(symbol);
                if colours {
                    frame.push_str("\x1b[0m");
                }
            }
            frame.push('\n');
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fire_spreads_around_walls_and_over_the_character() {
        let mut watch = Watch::new(&["F#.", ".$.", "..#"].map(|row: &str| row.as_bytes()));
        assert_eq!(watch.frame(0, (1, 1), false), "turn 0\nF#.\n.$.\n..#\n");
        assert!(watch.advance());
        assert_eq!(watch.frame(1, (1, 1), false), "turn 1\nF#.\nF$.\n..#\n");
        assert!(watch.advance());
        assert_eq!(watch.frame(2, (1, 1), false), "turn 2\nF#.\nFX.\nF.#\n");
        assert!(watch.advance());
        assert!(watch.advance());
        assert!(!watch.advance());
        assert_eq!(watch.frame(4, (1, 2), false), "turn 4\nF#F\nFFX\nFF#\n");
        assert_eq!(watch.frame(4, (1, 2), true).matches("\x1b[31mF").count(), 6);
    }
}
