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
use super::tile::{Front, Ground, Layout};
use super::walk::{Step, Survival};

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
pub fn maximum(maze: Maze) -> Option<u64> {
    Game::new(maze).play().0
}

/// The most turns that the character can survive, and a walk on which it does.
///
/// Time and memory are linear in the number of cells.
pub fn solve(maze: Maze) -> Survival {
    let mut game = Game::new(maze);
    let (turns, refuge) = game.play();
    Survival { turns, start: game.start, steps: game.way(refuge) }
}

/// A maze with its two fronts.
struct Game {
    layout: Layout,
    start: (usize, usize),
    /// For each tile the cells that are no walls and do not burn.
    open: Vec<u64>,
    /// Those of them that the character has not reached.
    fresh: Vec<u64>,
    /// For each tile the [`stamp`] of the turn in which the character reached a cell: a bit of it in
    /// each word.
    stamps: Vec<[u64; 2]>,
    fire: Front,
    walkers: Front,
}

/// Where the fire can go.
struct Fuel<'a> {
    open: &'a mut [u64],
    fresh: &'a mut [u64],
}

impl Ground for Fuel<'_> {
    #[inline]
    fn free(&self, tile: usize) -> u64 {
        self.open[tile]
    }

    #[inline]
    fn enter(&mut self, tile: usize, cells: u64) {
        self.open[tile] ^= cells;
        self.fresh[tile] &= !cells;
    }
}

/// Where the character can go, in a turn with this stamp.
struct Paths<'a> {
    fresh: &'a mut [u64],
    stamps: &'a mut [[u64; 2]],
    stamp: [u64; 2],
}

impl Ground for Paths<'_> {
    #[inline]
    fn free(&self, tile: usize) -> u64 {
        self.fresh[tile]
    }

    #[inline]
    fn enter(&mut self, tile: usize, cells: u64) {
        self.fresh[tile] ^= cells;
        let [low, high] = &mut self.stamps[tile];
        *low |= cells & self.stamp[0];
        *high |= cells & self.stamp[1];
    }
}

impl Game {
    fn new(maze: Maze) -> Game {
        let Maze { layout, open, fire, start } = maze;
        let (at, bit) = layout.place(start);
        let mut stamps = vec![[0; 2]; layout.tiles];
        stamps[at] = stamp(0).map(|word| word & 1 << bit);
        let walkers = Front::new(layout, vec![(at, 1 << bit)]);
        let mut fresh = open.clone();
        fresh[at] &= !(1 << bit);
        Game { layout, start, fresh, open, stamps, fire: Front::new(layout, fire), walkers }
    }

    /// Lets the maze burn down, as far as the character gets: the turns it survives, and a cell where
    /// it can wait for the end, be there any or not.
    fn play(&mut self) -> (Option<u64>, (usize, usize)) {
        // Before this tile nobody is alive, from the turn on in which the character has been
        // wherever it can get.
        let mut living = 0;
        for turn in 1.. {
            self.fire.advance(&mut Fuel { open: &mut self.open, fresh: &mut self.fresh });
            if self.fire.cells().is_empty() {
                break;
            }
            // The character moves before the fire spreads, so its front still counts where it burns
            // by now; but a cell that catches fire in this very turn is not worth going to.
            let (fresh, stamps) = (&mut self.fresh[..], &mut self.stamps[..]);
            self.walkers.advance(&mut Paths { fresh, stamps, stamp: stamp(turn) });
            if self.walkers.cells().is_empty() {
                match (living..self.layout.tiles).find(|&at| self.alive(at) != 0) {
                    Some(at) => living = at,
                    None => return (Some(turn), self.lost()),
                }
            }
        }
        (None, self.refuge())
    }

    /// Cells of a tile that the character reached and that do not burn.
    fn alive(&self, at: usize) -> u64 {
        self.open[at] & reached(self.stamps[at])
    }

    /// A cell that the character reached, where the fire is now.
    fn lost(&self) -> (usize, usize) {
        let lost = |&(at, cells): &(usize, u64)| (at, cells & reached(self.stamps[at]));
        let found = self.fire.cells().iter().map(lost).find(|&(_, cells)| cells != 0);
        let (at, cells) = found.expect("somebody lived until this turn");
        self.layout.cell(at, cells)
    }

    /// A cell that the character reached and that never burns: the start, if that is one.
    fn refuge(&self) -> (usize, usize) {
        let (at, bit) = self.layout.place(self.start);
        if self.open[at] >> bit & 1 == 1 {
            return self.start;
        }
        let safe = (0..self.layout.tiles).find(|&at| self.alive(at) != 0);
        safe.map_or(self.start, |at| self.layout.cell(at, self.alive(at)))
    }

    /// The steps of a shortest way from the start to a cell that the character reached.
    ///
    /// The turns in which two neighbours are reached differ by at most one, so remainders modulo 3
    /// are enough to find the way back.
    fn way(&self, refuge: (usize, usize)) -> Vec<Step> {
        let (mut cell, mut last) = (refuge, Step::Up);
        let mut mark = self.mark(cell);
        let mut steps = Vec::new();
        while cell != self.start {
            // The numbers of turns are 1, 2, 3 and then 1 again.
            mark = [0, 3, 1, 2][mark];
            let step = self.last_step(cell, last, mark);
            (last, cell) = step.expect("it was entered from another cell");
            steps.push(last);
        }
        steps.reverse();
        steps
    }

    /// A last step of a shortest way to a cell, and the cell before, which has a stamp as a number; one
    /// step is tried first, as most go the same way as the one after.
    fn last_step(
        &self,
        cell: (usize, usize),
        first: Step,
        before: usize,
    ) -> Option<(Step, (usize, usize))> {
        for step in [first, Step::Up, Step::Left, Step::Right, Step::Down] {
            match step.origin(cell) {
                Some(from) if self.mark(from) == before => return Some((step, from)),
                _ => {}
            }
        }
        None
    }

    /// The stamp of a cell as a number, 0 if the character did not reach it.
    fn mark(&self, cell: (usize, usize)) -> usize {
        let (at, bit) = self.layout.place(cell);
        let [low, high] = self.stamps[at];
        (low >> bit & 1 | (high >> bit & 1) << 1) as usize
    }
}

/// Two bits that tell a turn from the one before and the one after it, and are never both 0; each
/// is spread over a word.
fn stamp(turn: u64) -> [u64; 2] {
    // What is built anew each time cannot be read at once.
    static STAMPS: [[u64; 2]; 3] = [[!0, 0], [0, !0], [!0, !0]];
    STAMPS[(turn % 3) as usize]
}

/// Cells with a stamp.
fn reached([low, high]: [u64; 2]) -> u64 {
    low | high
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
