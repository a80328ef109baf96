//! Measures `MazeOnFire` on large mazes of all kinds against a plain scan of their bytes.
//!
//! ```text
//! cargo run --release -p gridlock-solver --example maze_on_fire -- 10000
//! ```
//!
//! Each maze has about as many cells as a square with sides of this length. A second argument picks
//! the kinds whose names begin with it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridlock_solver::maze_on_fire::maze::{rows, Maze};
use gridlock_solver::maze_on_fire::solve::solve;

type Grid = Vec<Vec<u8>>;

/// Makes a maze from the length of a side.
type Make = fn(usize) -> Grid;

const KINDS: [(&str, Make); 21] = [
    ("open", |side| sprinkled(side, 0, 1)),
    ("20 % walls", |side| sprinkled(side, 20, 1)),
    ("38 % walls", |side| sprinkled(side, 38, 1)),
    ("many fires", |side| sprinkled(side, 30, side * side / 1000)),
    ("no fire", |side| sprinkled(side, 20, 0)),
    ("fire everywhere", |side| middle(vec![vec![b'F'; side]; side])),
    ("passages", passages),
    ("depth first", depth_first),
    ("rooms", rooms_and_doors),
    ("stripes", |side| chase(side, side, |r, c| (r + c) % 3 > 0 || (r * c) % 97 == 50)),
    ("checkerboard", |side| chase(side, side, |r, c| (r + c) % 2 == 0)),
    ("comb", |side| chase(side, side, |r, c| r == 0 || c % 2 == 0)),
    ("serpentine", |side| chase(side, side, |r, c| winds(r, c, side, 2))),
    ("upright", |side| chase(side, side, |r, c| winds(c, r, side, 2))),
    ("wide bends", |side| chase(side, side, |r, c| winds(r, c, side, 6))),
    ("spiral", |side| spiral(side, false)),
    ("outwards", |side| spiral(side, true)),
    ("row", |side| chase(1, side * side, |_, _| true)),
    ("column", |side| chase(side * side, 1, |_, _| true)),
    ("two rows", |side| chase(2, side * side / 2, |_, _| true)),
    ("two columns", |side| chase(side * side / 2, 2, |_, _| true)),
];

fn main() {
    let side = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse());
    let Ok(side @ 3..=60_000) = side else {
        eprintln!("maze_on_fire: expected the length of a side, from 3 to 60000");
        std::process::exit(2);
    };
    let wanted = std::env::args().nth(2).unwrap_or_default();
    println!("maze              scan ms   solve ms  ratio        turns      steps   peak MB");
    for (name, make) in KINDS.iter().filter(|(name, _)| name.starts_with(&wanted)) {
        measure(name, &text(&make(side)));
    }
}

fn measure(name: &str, text: &[u8]) {
    let scan = fastest(5, || text.iter().map(|&byte| u64::from(byte)).sum::<u64>());
    let solved = || solve(Maze::new(&rows(text)).expect("a sound maze"));
    let solving = fastest(3, solved);
    let survival = solved();
    let (scan, solving) = (scan.as_secs_f64() * 1e3, solving.as_secs_f64() * 1e3);
    println!(
        "{name:16}  {scan:7.1}  {solving:9.1}  {:5.1}  {:>11}  {:9}  {:8.0}",
        solving / scan,
        survival.turns.map_or("for ever".to_owned(), |turns| turns.to_string()),
        survival.steps.len(),
        peak()
    );
}

fn fastest<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        let result = black_box(work());
        let elapsed = start.elapsed();
        drop(result);
        elapsed
    };
    (0..times).map(time).min().unwrap_or_default()
}

/// The most memory this process held so far, in megabytes.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn new() -> Random {
        Random(88_172_645_463_325_252)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

fn text(grid: &Grid) -> Vec<u8> {
    let mut text = Vec::with_capacity(grid.len() * (grid[0].len() + 1));
    for row in grid {
        text.extend_from_slice(row);
        text.push(b'\n');
    }
    text
}

/// Puts the character into the middle.
fn middle(mut grid: Grid) -> Grid {
    let (row, column) = (grid.len() / 2, grid[0].len() / 2);
    grid[row][column] = b'$';
    grid
}

/// Walls and some fires at random, the first fire close to a corner, where it burns longest.
fn sprinkled(side: usize, percent: usize, fires: usize) -> Grid {
    let mut random = Random::new();
    let mut grid = vec![vec![b'#'; side]; side];
    for cell in grid.iter_mut().flatten() {
        if random.below(100) >= percent {
            *cell = b'.';
        }
    }
    for fire in 0..fires {
        let place = (random.below(side), random.below(side));
        let (row, column) = if fire == 0 { (0, 2) } else { place };
        grid[row][column] = b'F';
    }
    middle(grid)
}

/// The cells that a rule leaves open, a fire on the first one and the character on the third.
fn chase(rows: usize, columns: usize, is_open: impl Fn(usize, usize) -> bool) -> Grid {
    let mut symbols = "F.$".bytes().chain(std::iter::repeat(b'.'));
    let mut symbol = |r, c| if is_open(r, c) { symbols.next().unwrap_or(b'.') } else { b'#' };
    (0..rows).map(|r| (0..columns).map(|c| symbol(r, c)).collect()).collect()
}

/// Whether a cell is part of a corridor that runs to and fro, with a wall in every `period` rows.
fn winds(row: usize, column: usize, side: usize, period: usize) -> bool {
    let gap = [side - 1, 0][row / period % 2];
    row % period < period - 1 || column == gap
}

/// A perfect maze with passages one cell wide (Eller's rule without memory: each cell opens to the
/// east or, from a random cell of the run, to the north).
fn passages(side: usize) -> Grid {
    let mut random = Random::new();
    let mut grid = vec![vec![b'#'; side]; side];
    for row in (0..side).step_by(2) {
        let mut run = 0;
        for column in (0..side).step_by(2) {
            grid[row][column] = b'.';
            let last = column + 2 >= side;
            if !last && (row == 0 || random.below(2) == 0) {
                grid[row][column + 1] = b'.';
            } else if row > 0 {
                let cells = (column - run) / 2 + 1;
                grid[row - 1][run + 2 * random.below(cells)] = b'.';
                run = column + 2;
            }
        }
    }
    grid[0][0] = b'F';
    grid[side / 4 * 2][side / 4 * 2] = b'$';
    grid
}

/// A perfect maze with long passages, by a random walk that goes back where it cannot go on.
fn depth_first(side: usize) -> Grid {
    let mut random = Random::new();
    let mut grid = vec![vec![b'#'; side]; side];
    grid[0][0] = b'F';
    let mut path = vec![(0_usize, 0_usize)];
    while let Some(&(row, column)) = path.last() {
        let ways = [(row + 2, column), (row, column + 2), (row.wrapping_sub(2), column)];
        let ways = ways.into_iter().chain([(row, column.wrapping_sub(2))]);
        let fresh = |&(r, c): &(usize, usize)| r < side && c < side && grid[r][c] == b'#';
        let ways: Vec<_> = ways.filter(fresh).collect();
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let (r, c) = ways[random.below(ways.len())];
        grid[row.midpoint(r)][column.midpoint(c)] = b'.';
        grid[r][c] = b'.';
        path.push((r, c));
    }
    grid[side / 4 * 2][side / 4 * 2] = b'$';
    grid
}

/// Rooms of all sizes with a door or two to the next ones.
fn rooms_and_doors(side: usize) -> Grid {
    let mut random = Random::new();
    let mut grid = vec![vec![b'.'; side]; side];
    let mut row = 0;
    while row < side {
        let height = (5 + random.below(30)).min(side - row);
        let mut column = 0;
        while column < side {
            let width = (5 + random.below(30)).min(side - column);
            for row in &mut grid[row..row + height] {
                row[column] = b'#';
            }
            grid[row][column..column + width].fill(b'#');
            grid[row + random.below(height)][column] = b'.';
            grid[row][column + random.below(width)] = b'.';
            column += width;
        }
        row += height;
    }
    grid[1][1] = b'F';
    grid[side / 2][side / 2] = b'.';
    middle(grid)
}

/// One passage between a corner and the middle, the fire at one end and the character close to it.
fn spiral(side: usize, outwards: bool) -> Grid {
    let mut grid = vec![vec![b'#'; side]; side];
    let (mut row, mut column) = (0_usize, 0_usize);
    let (mut length, mut direction) = (side - 1, 0);
    let mut path = vec![(0_usize, 0_usize)];
    for leg in 0.. {
        // The first three legs run along the border, and then each pair is two cells shorter.
        if leg >= 3 && leg % 2 == 1 {
            length = length.saturating_sub(2);
        }
        if length < 2 {
            break;
        }
        for _ in 0..length {
            match direction {
                0 => column += 1,
                1 => row += 1,
                2 => column -= 1,
                _ => row -= 1,
            }
            path.push((row, column));
        }
        direction = (direction + 1) % 4;
    }
    if outwards {
        path.reverse();
    }
    for (symbol, (row, column)) in "F.$".bytes().chain(std::iter::repeat(b'.')).zip(path) {
        grid[row][column] = symbol;
    }
    grid
}
