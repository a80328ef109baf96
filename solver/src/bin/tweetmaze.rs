//! A program for judges: reads a string of digits from standard input and writes the positions of a
//! route with the fewest jumps, with blanks between them, or `no route`.
//!
//! When the input is no string of digits nothing is written, one line on standard error says why, and
//! the exit code is 1.

use std::io::{self, Read, Write};

use gridlock_solver::decimal;
use gridlock_solver::tweetmaze::digits::digits;
use gridlock_solver::tweetmaze::route::solve;

fn main() {
    if let Err(message) = run() {
        let _ = writeln!(io::stderr(), "{message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text).map_err(|e| e.to_string())?;
    let squares = digits(&text).map_err(|e| e.to_string())?;
    let mut line = solve(squares).map_or(b"no route".to_vec(), |route| decimal::join(&route));
    line.push(b'\n');
    io::stdout().write_all(&line).map_err(|e| e.to_string())
}
