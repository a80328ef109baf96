//! Measures Tweetmaze on long strings of all kinds against a plain scan of their bytes.
//!
//! ```text
//! cargo run --release -p gridlock-solver --example tweetmaze -- 10000000
//! ```
//!
//! A second argument picks the kinds whose names begin with it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridlock_solver::tweetmaze::solve;

/// Makes a string of a length.
type Make = fn(usize) -> Vec<u8>;

const KINDS: [(&str, Make); 17] = [
    ("0 to 9", |length| solvable(length, 0, 9)),
    ("1 to 9", |length| solvable(length, 1, 9)),
    ("2 to 5", |length| solvable(length, 2, 5)),
    ("1 to 3", |length| solvable(length, 1, 3)),
    ("1 and 2", |length| solvable(length, 1, 2)),
    ("8 and 9", |length| solvable(length, 8, 9)),
    ("ones", |length| repeated("1", length)),
    ("nines", |length| repeated("9", length)),
    ("12...", |length| repeated("12", length)),
    ("123...", |length| repeated("123", length)),
    ("11112...", |length| repeated("11112", length)),
    ("123456789...", |length| repeated("123456789", length)),
    ("911111111...", |length| repeated("911111111", length)),
    ("ones, others", |length| sprinkled("1", length)),
    ("sevens, others", |length| sprinkled("7", length)),
    ("mostly zeros", |length| repeated("900000000", length)),
    // The first square is found by nobody, and all others are looked at.
    ("no way out", |length| [repeated("0", 1), repeated("1", length - 1)].concat()),
];

fn main() {
    let length = std::env::args().nth(1).map_or(Ok(10_000_000), |text| text.parse());
    let Ok(length @ 1..=1_000_000_000) = length else {
        eprintln!("tweetmaze: expected a number of digits, from 1 to 1000000000");
        std::process::exit(2);
    };
    let wanted = std::env::args().nth(2).unwrap_or_default();
    println!("digits          scan ms  solve ms  ratio      jumps");
    for (name, make) in KINDS.iter().filter(|(name, _)| name.starts_with(&wanted)) {
        measure(name, &make(length));
    }
}

fn measure(name: &str, digits: &[u8]) {
    let scan = fastest(9, || digits.iter().map(|&digit| u64::from(digit)).sum::<u64>());
    let solving = fastest(5, || solve(digits));
    let route = solve(digits);
    let (scan, solving) = (scan.as_secs_f64() * 1e3, solving.as_secs_f64() * 1e3);
    let jumps = route.map_or("no route".to_owned(), |route| (route.len() - 1).to_string());
    println!("{name:14}  {scan:7.2}  {solving:8.1}  {:5.1}  {jumps:>9}", solving / scan);
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

fn repeated(pattern: &str, length: usize) -> Vec<u8> {
    pattern.bytes().cycle().take(length).collect()
}

/// A pattern again and again, with a random digit instead of one in a hundred thousand.
fn sprinkled(pattern: &str, length: usize) -> Vec<u8> {
    let mut digits = repeated(pattern, length);
    let places = random(length / 100_000, 0, length as u64 - 1, 1);
    for (place, digit) in places.into_iter().zip(random(length / 100_000, 1, 9, 2)) {
        digits[place as usize] = b'0' + digit as u8;
    }
    digits
}

/// Random digits, with a route if some can be found that have one: otherwise the search may end at once.
fn solvable(length: usize, least: u64, most: u64) -> Vec<u8> {
    let digits = |seed| -> Vec<u8> {
        random(length, least, most, seed).into_iter().map(|digit| b'0' + digit as u8).collect()
    };
    let found = (1..=20).map(digits).find(|digits| solve(digits).is_some());
    found.unwrap_or_else(|| digits(1))
}

/// So many numbers by Marsaglia's xorshift.
fn random(count: usize, least: u64, most: u64, seed: u64) -> Vec<u64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        least + (state >> 32) % (most - least + 1)
    };
    (0..count).map(number).collect()
}
