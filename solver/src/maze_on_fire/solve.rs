//! The most turns that the character can survive, by two fronts that move at the same time.
//!
//! Let d be the turn in which the character can be on a cell at the earliest if nothing burned, and
//! f the turn in which the cell catches fire. The character survives on its way to a cell exactly
//! when d < f there: along a shortest way both grow by at most one with each step, d by exactly one,
//! so that d < f holds all along. On a cell with d < f the best it can do is to wait until turn f,
//! and a cell with d = f is no better than the one before it. The answer is the largest f of all
//! cells with d < f.
//!
//! It takes no table of d or f: the fire's front and the character's front (all cells where it can
//! be for the first time) move on by one cell each turn, and the last turn in which a cell that the
//! character had reached burns is the answer. Each cell is met by each front once.

use super::maze::Maze;
use super::tile::{stamp, Front};
use super::walk::{Step, Survival, STEPS};

/// The most turns that the character can survive, or -1 when it can survive for ever; the rows are
/// made of `.` (empty), `#` (wall), `F` (fire) and `$` (the character).
///
/// The answer is 0 for rows that are no maze; [`Maze::new`] says what is wrong with them. More than
/// [`i32::MAX`] turns are given as that number.
pub fn maximum_turns(rows: &[&str]) -> i32 {
    match Maze::new(rows) {
        Err(_) => 0,
        Ok(maze) => match maximum(maze) {
            None => -1,
            Some(turns) => i32::try_from(turns).unwrap_or(i32::MAX),
        },
    }
}

/// The most turns that the character can survive; `None` when it can survive for ever.
pub fn maximum(mut maze: Maze) -> Option<u64> {
    maze.burn().0
}

/// The most turns that the character can survive, and a walk on which it does.
///
/// Time and memory are linear in the number of cells.
pub fn solve(mut maze: Maze) -> Survival {
    let (turns, refuge) = maze.burn();
    Survival { turns, start: maze.start, steps: maze.way(refuge) }
}

impl Maze {
    /// Lets the maze burn down, as far as the character gets: the turns it survives, and a cell where
    /// it can wait for the end, be there any or not.
    fn burn(&mut self) -> (Option<u64>, (usize, usize)) {
        let mut fire = std::mem::take(&mut self.fire);
        let mut walkers = self.set_out();
        let stamps = &mut self.stamps;
        // Before this tile nobody is alive, from the turn on in which the character has been
        // wherever it can get.
        let mut living = 0;
        for turn in 1.. {
            fire.advance(
                &mut self.tiles,
                |tile| &mut tile.open,
                |_, tile, burning| tile.fresh &= !burning,
            );
            if fire.cells.is_empty() {
                break;
            }
            // The character moves before the fire spreads, so its front still counts where it burns
            // by now; but a cell that catches fire in this very turn is not worth going to.
            let [low, high] = stamp(turn);
            walkers.advance(
                &mut self.tiles,
                |tile| &mut tile.fresh,
                |at, _, entered| {
                    stamps[at][0] |= entered & low;
                    stamps[at][1] |= entered & high;
                },
            );
            if walkers.cells.is_empty() {
                let tiles = &self.tiles.tiles[living..];
                match tiles.iter().position(|tile| tile.alive() != 0) {
                    Some(dead) => living += dead,
                    None => return (Some(turn), self.lost(&fire)),
                }
            }
        }
        (None, self.refuge())
    }

    /// The front of the character before the first turn.
    fn set_out(&mut self) -> Front {
        let (at, bit) = self.tiles.place(self.start);
        self.stamps[at] = stamp(0).map(|word| word & 1 << bit);
        self.tiles.tiles[at].fresh &= !(1 << bit);
        let mut walkers = Front::default();
        walkers.cells.push((at, 1 << bit));
        walkers
    }

    /// A cell that the character reached, where the fire is now.
    fn lost(&self, fire: &Front) -> (usize, usize) {
        let reached = |at: usize| self.stamps[at][0] | self.stamps[at][1];
        let lost = |&(at, cells): &(usize, u64)| (at, cells & reached(at));
        let found = fire.cells.iter().map(lost).find(|&(_, cells)| cells != 0);
        let (at, cells) = found.expect("somebody lived until this turn");
        self.tiles.cell(at, cells)
    }

    /// A cell that the character reached and that never burns: the start, if that is one.
    fn refuge(&self) -> (usize, usize) {
        let tiles = &self.tiles.tiles;
        let (at, bit) = self.tiles.place(self.start);
        if tiles[at].open >> bit & 1 == 1 {
            return self.start;
        }
        let safe = tiles.iter().position(|tile| tile.alive() != 0);
        safe.map_or(self.start, |at| self.tiles.cell(at, tiles[at].alive()))
    }

    /// The steps of a shortest way from the start to a cell that the character reached.
    ///
    /// The turns in which two neighbours are reached differ by at most one, so remainders modulo 3
    /// are enough to find the way back.
    fn way(&self, refuge: (usize, usize)) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut cell = refuge;
        while cell != self.start {
            let before = self.remainder(cell).map(|turn| (turn + 2) % 3);
            let last = STEPS.iter().find_map(|&step| {
                let from = step.origin(cell)?;
                Some((step, from)).filter(|_| self.remainder(from) == before)
            });
            let (step, from) = last.expect("a reached cell was entered from another one");
            steps.push(step);
            cell = from;
        }
        steps.reverse();
        steps
    }

    /// The turn in which the character reached a cell, modulo 3.
    fn remainder(&self, cell: (usize, usize)) -> Option<usize> {
        let (at, bit) = self.tiles.place(cell);
        let word = |set: u64| if set >> bit & 1 == 1 { !0 } else { 0 };
        let found = self.stamps[at].map(word);
        (0..3).find(|&turn| stamp(turn as u64) == found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows separated by `/`, and the turns that the character survives.
    const EXAMPLES: [(&str, i32); 12] = [
        ("F../.$./...", 4),
        (".F#.../F....#/.F###./F.#.$./F.#...", -1),
        ("....#./$##.#./.#..#F/.F#.#./..#...", 7),
        ("...$../..#.../..###./..#.../F.#.F.", 7),
        (".F....F./.#.##.#./.#....#./F.$##..F/.#....#./.###.##./.F....F.", 4),
        ("F#..../.####./....../.####./$##...", 4),
        ("$", -1),
        ("F$", 1),
        ("$#F", -1),
        ("F/./$", 2),
        ("#F#/F$F/#F#", 1),
        ("$........F", 9),
    ];

    #[test]
    fn examples() {
        for (text, expected) in EXAMPLES {
            let rows: Vec<&str> = text.split('/').collect();
            assert_eq!(maximum_turns(&rows), expected, "{text}");
        }
    }

    #[test]
    fn a_walk_across_many_tiles() {
        // Up and down through 21 columns of 20 cells, joined by 20 more; the fire is 10 cells behind.
        let wall = |row: usize, column: usize| column % 2 == 1 && row != 19 * (column / 2 % 2);
        let symbol = |row, column| if wall(row, column) { b'#' } else { b'.' };
        let row = |row| (0..41).map(|column| symbol(row, column)).collect::<Vec<u8>>();
        let mut rows: Vec<_> = (0..20).map(row).collect();
        (rows[19][0], rows[9][0]) = (b'F', b'$');
        let survival = solve(Maze::new(&rows).unwrap());
        assert_eq!(survival.turns, Some(21 * 20 + 20 - 1));
        assert_eq!(survival.steps.len(), 21 * 20 + 20 - 11);
    }

    #[test]
    fn rows_that_are_no_maze_survive_no_turn() {
        for rows in [&[][..], &[""], &["F."], &["$", ".."], &["$x"]] {
            assert_eq!(maximum_turns(rows), 0, "{rows:?}");
        }
    }
}
