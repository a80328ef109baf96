//! A program for judges: reads a maze from standard input, a row a line, and writes the most turns
//! that its character can survive, or -1 when it can survive for ever.
//!
//! When the input is no maze nothing is written, one line on standard error says why, and the exit
//! code is 1.

use std::io::{self, Read, Write};

use gridlock_solver::maze_on_fire::maze::{rows, Maze};
use gridlock_solver::maze_on_fire::solve::maximum;

fn main() {
    if let Err(message) = run() {
        let _ = writeln!(io::stderr(), "{message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text).map_err(|e| e.to_string())?;
    let maze = Maze::new(&rows(&text)).map_err(|e| e.to_string())?;
    let turns = maximum(maze).map_or("-1".to_owned(), |turns| turns.to_string());
    writeln!(io::stdout(), "{turns}").map_err(|e| e.to_string())
}
