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
use super::tile::{spread, Front, Ground, Layout};
use super::trail::{stamp, Trail};
use super::walk::Survival;

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
    let start = maze.start;
    let mut game = Game::new(maze);
    let (turns, refuge) = game.play();
    Survival { turns, start, steps: game.trail.way(game.start, refuge) }
}

/// A maze with its two fronts.
struct Game {
    layout: Layout,
    /// The tile where the character starts, and the number of its bit.
    start: (usize, usize),
    /// For each tile the cells that are no walls and do not burn.
    open: Vec<u64>,
    /// Those of them that the character has not reached.
    fresh: Vec<u64>,
    /// When it reached the others.
    trail: Trail,
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
    trail: &'a mut Trail,
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
        self.trail.note(tile, cells, self.stamp);
    }
}

impl Game {
    fn new(maze: Maze) -> Game {
        let Maze { layout, open, fire, start } = maze;
        let start = layout.place(start);
        let (at, cells) = (start.0, 1 << start.1);
        let (mut fresh, mut trail) = (open.clone(), Trail::new(layout));
        fresh[at] ^= cells;
        trail.note(at, cells, stamp(0));
        let (fire, walkers) = (Front::new(layout, fire), Front::new(layout, vec![(at, cells)]));
        Game { layout, start, open, fresh, trail, fire, walkers }
    }

    /// Lets the maze burn down, as far as the character gets: the turns it survives, and a cell where
    /// it can wait for the end, be there any or not.
    fn play(&mut self) -> (Option<u64>, (usize, usize)) {
        // Before this tile nobody is alive, from the turn on in which the character has been
        // wherever it can get.
        let mut living = 0;
        let mut turn = 0;
        loop {
            turn = self.sprint(turn) + 1;
            self.fire.advance(&mut Fuel { open: &mut self.open, fresh: &mut self.fresh });
            if self.fire.cells().is_empty() {
                // The fire takes all cells that can be reached from the start, or none of them.
                return (None, self.start);
            }
            // The character moves before the fire spreads, so its front still counts where it burns
            // by now; but a cell that catches fire in this very turn is not worth going to.
            let (fresh, trail) = (&mut self.fresh[..], &mut self.trail);
            self.walkers.advance(&mut Paths { fresh, trail, stamp: stamp(turn) });
            if self.walkers.cells().is_empty() {
                match (living..self.open.len()).find(|&at| self.alive(at) != 0) {
                    Some(at) => living = at,
                    None => return (Some(turn), self.lost()),
                }
            }
        }
    }

    /// Plays on after a turn, as long as both fronts are within a tile each, maybe the same one, and do
    /// not come to an end: the last turn that was played.
    ///
    /// That is how it is in corridors most of the time.
    #[inline]
    fn sprint(&mut self, mut turn: u64) -> u64 {
        let (fire, walkers) = match (self.fire.single(), self.walkers.single()) {
            (Some(fire), Some(walkers)) => (fire, walkers),
            _ => return turn,
        };
        let (fire_at, walkers_at) = (fire.0, walkers.0);
        let (mut open, mut fresh) = (self.open[fire_at], self.fresh[walkers_at]);
        let (unburnt, shared) = (open, if fire_at == walkers_at { !0 } else { 0 });
        let fire_exits = self.layout.exits(fire_at, &self.open);
        let exits = self.layout.exits(walkers_at, &self.fresh);
        while fire.1 & fire_exits == 0 && walkers.1 & exits == 0 {
            let burning = spread(fire.1) & open;
            let left = fresh & !(burning & shared);
            let reached = spread(walkers.1) & left;
            if burning == 0 || reached == 0 {
                break;
            }
            turn += 1;
            (open, fresh) = (open ^ burning, left ^ reached);
            self.trail.note(walkers_at, reached, stamp(turn));
            (fire.1, walkers.1) = (burning, reached);
        }
        (self.open[fire_at], self.fresh[walkers_at]) = (open, fresh);
        self.fresh[fire_at] &= !(unburnt ^ open);
        turn
    }

    /// Cells of a tile that the character reached and that do not burn.
    fn alive(&self, at: usize) -> u64 {
        self.open[at] & self.trail.reached(at)
    }

    /// A cell that the character reached, where the fire is now.
    fn lost(&self) -> (usize, usize) {
        let lost = |&(at, cells): &(usize, u64)| (at, cells & self.trail.reached(at));
        let found = self.fire.cells().iter().map(lost).find(|&(_, cells)| cells != 0);
        let (at, cells) = found.expect("somebody lived until this turn");
        (at, cells.trailing_zeros() as usize)
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
