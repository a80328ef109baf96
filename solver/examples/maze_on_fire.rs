//! Measures `MazeOnFire` on large mazes against a plain scan of their bytes.
//!
//! ```text
//! cargo run --release -p gridlock-solver --example maze_on_fire -- 10000
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridlock_solver::maze_on_fire::maze::{rows, Maze};
use gridlock_solver::maze_on_fire::solve::solve;

/// Makes the text of a square maze with sides of a length.
type Make = fn(usize) -> Vec<u8>;

fn main() {
    let side = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse());
    let Ok(side @ 3..=60_000) = side else {
        eprintln!("maze_on_fire: expected the length of a side, from 3 to 60000");
        std::process::exit(2);
    };
    println!("maze          scan ms   solve ms  ratio        turns      steps   peak MB");
    let kinds: [(&str, Make); 6] = [
        ("open", |side| random(side, 0, 1)),
        ("20 % walls", |side| random(side, 20, 1)),
        ("38 % walls", |side| random(side, 38, 1)),
        ("many fires", |side| random(side, 30, side * side / 1000)),
        ("passages", passages),
        ("spiral", spiral),
    ];
    for (name, make) in kinds {
        measure(name, &make(side));
    }
}

fn measure(name: &str, text: &[u8]) {
    let scan = fastest(5, || text.iter().map(|&byte| u64::from(byte)).sum::<u64>());
    let mut survival = None;
    let solving = fastest(3, || {
        survival = Some(solve(Maze::new(&rows(text)).expect("a sound maze")));
    });
    let survival = survival.expect("it was solved");
    let (scan, solving) = (scan.as_secs_f64() * 1e3, solving.as_secs_f64() * 1e3);
    println!(
        "{name:12}  {scan:7.1}  {solving:9.1}  {:5.1}  {:>11}  {:9}  {:8.0}",
        solving / scan,
        survival.turns.map_or("for ever".to_owned(), |turns| turns.to_string()),
        survival.steps.len(),
        peak()
    );
}

fn fastest<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
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
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

/// A square of walls, with a line end behind each row.
fn solid(side: usize) -> Vec<u8> {
    let mut text = vec![b'#'; side * (side + 1)];
    for end in text[side..].iter_mut().step_by(side + 1) {
        *end = b'\n';
    }
    text
}

/// Walls at random, some fires, and the character in the middle.
fn random(side: usize, percent: usize, fires: usize) -> Vec<u8> {
    let mut random = Random(88_172_645_463_325_252);
    let mut text = solid(side);
    for cell in text.iter_mut().filter(|cell| **cell == b'#') {
        if random.below(100) >= percent {
            *cell = b'.';
        }
    }
    // The first fire is close to a corner, where it burns longest.
    text[side + 2] = b'F';
    for _ in 1..fires {
        text[random.below(side) * (side + 1) + random.below(side)] = b'F';
    }
    text[side / 2 * (side + 1) + side / 2] = b'$';
    text
}

/// A perfect maze with passages one cell wide (Eller's rule without memory: each cell opens to the
/// east or, from a random cell of the run, to the north).
fn passages(side: usize) -> Vec<u8> {
    let mut random = Random(88_172_645_463_325_252);
    let mut text = solid(side);
    let at = |row: usize, column: usize| row * (side + 1) + column;
    for row in (0..side).step_by(2) {
        let mut run = 0;
        for column in (0..side).step_by(2) {
            text[at(row, column)] = b'.';
            let last = column + 2 >= side;
            if !last && (row == 0 || random.below(2) == 0) {
                text[at(row, column + 1)] = b'.';
            } else if row > 0 {
                let cells = (column - run) / 2 + 1;
                text[at(row - 1, run + 2 * random.below(cells))] = b'.';
                run = column + 2;
            }
        }
    }
    text[at(0, 0)] = b'F';
    let middle = side / 4 * 2;
    text[at(middle, middle)] = b'$';
    text
}

/// One passage from a corner to the middle; the fire follows close behind.
fn spiral(side: usize) -> Vec<u8> {
    let mut text = solid(side);
    let at = |row: usize, column: usize| row * (side + 1) + column;
    let (mut row, mut column) = (0_usize, 0_usize);
    let (mut length, mut direction) = (side - 1, 0);
    text[at(0, 0)] = b'.';
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
            text[at(row, column)] = b'.';
        }
        direction = (direction + 1) % 4;
    }
    text[0] = b'F';
    text[2] = b'$';
    text
}
