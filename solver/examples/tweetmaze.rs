//! Measures Tweetmaze on long strings against a plain scan of their bytes.
//!
//! ```text
//! cargo run --release -p gridlock-solver --example tweetmaze -- 10000000
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridlock_solver::tweetmaze::solve;

fn main() {
    let length = std::env::args().nth(1).map_or(Ok(10_000_000), |text| text.parse());
    let Ok(length @ 1..=1_000_000_000) = length else {
        eprintln!("tweetmaze: expected a number of digits, from 1 to 1000000000");
        std::process::exit(2);
    };
    println!("digits    scan ms  solve ms  ratio      jumps");
    let kinds =
        [("0 to 9", 0, 9), ("1 to 9", 1, 9), ("2 to 5", 2, 5), ("1 to 3", 1, 3), ("ones", 1, 1)];
    for (name, least, most) in kinds {
        measure(name, &solvable(length, least, most));
    }
}

fn measure(name: &str, digits: &[u8]) {
    let scan = fastest(9, || digits.iter().map(|&digit| u64::from(digit)).sum::<u64>());
    let mut route = None;
    let solving = fastest(5, || route = solve(digits));
    let (scan, solving) = (scan.as_secs_f64() * 1e3, solving.as_secs_f64() * 1e3);
    let jumps = route.map_or("no route".to_owned(), |route| (route.len() - 1).to_string());
    println!("{name:8}  {scan:7.2}  {solving:8.1}  {:5.1}  {jumps:>9}", solving / scan);
}

fn fastest<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..times).map(time).min().unwrap_or_default()
}

/// Random digits, with a route if some can be found that have one: otherwise the search may end at once.
fn solvable(length: usize, least: u64, most: u64) -> Vec<u8> {
    let mut tries = (1..=20).map(|seed| random(length, least, most, seed));
    let found = tries.find(|digits| solve(digits).is_some());
    found.unwrap_or_else(|| random(length, least, most, 1))
}

/// Digits by Marsaglia's xorshift.
fn random(length: usize, least: u64, most: u64, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let digit = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'0' + (least + (state >> 32) % (most - least + 1)) as u8
    };
    (0..length).map(digit).collect()
}
