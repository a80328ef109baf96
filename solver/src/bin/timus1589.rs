//! A program for judges: reads one Sokoban level from standard input and writes a solution.
//!
//! The level may come with or without its outer wall, in any of the usual symbols. A solution is
//! one line, empty for a level that is solved already. Without one nothing is written, one line on
//! standard error says why, and the exit code is 1.

use std::io::{self, Read, Write};

use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::rows;
use gridlock_solver::sokoban::solve::{self, Limits, Verdict};

/// The letters for a step left, up, right and down.
const ALPHABET: [char; 4] = ['l', 'u', 'r', 'd'];

/// The case of the letters.
const CASE: Case = Case::PushesUpper;

/// Bytes for the positions of the search: 64 MB, which judges allow, less what the rest needs.
const MEMORY: usize = 60 << 20;

/// How letters are written.
#[allow(dead_code)] // Judges differ, and one variant is the constant above.
enum Case {
    /// Small letters for moves and capital letters for pushes.
    PushesUpper,
    Lower,
    Upper,
}

fn main() {
    if let Err(message) = run() {
        let _ = writeln!(io::stderr(), "{message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text).map_err(|e| e.to_string())?;
    let line = solution(&board(&text))? + "\n";
    io::stdout().write_all(line.as_bytes()).map_err(|e| e.to_string())
}

/// The rows in plain XSB; lines with anything else in them, such as titles, are left out.
fn board(text: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n");
    // Only what cannot be floor is trimmed: a row may begin and end with blanks.
    let lines = text.split(&['\n', '\r'][..]);
    let lines = lines.map(|line| line.trim_matches(&['\t', '\u{feff}'][..]).as_bytes());
    let rows: Vec<_> = lines.filter_map(|line| rows::plain(line).ok()).collect();
    let first = rows.iter().position(|row| !row.is_empty()).unwrap_or(0);
    let end = rows.iter().rposition(|row| !row.is_empty()).map_or(first, |last| last + 1);
    rows[first..end].to_vec()
}

/// Solves the board. Where a row is shorter than others it ends at a wall; should that be too
/// narrow, its blanks may have been cut off.
fn solution(rows: &[Vec<u8>]) -> Result<String, String> {
    let walled = solve_inside(rows, b'#');
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if walled.is_err() && rows.iter().any(|row| row.len() < width) {
        return solve_inside(rows, b' ');
    }
    walled
}

/// Solves the board with a wall around it, after its rows have been filled up to one length.
fn solve_inside(rows: &[Vec<u8>], filling: u8) -> Result<String, String> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let rim = || std::iter::once(vec![b'#'; width + 2]);
    let filled = rows.iter().map(|row| {
        let rest = vec![filling; width - row.len()];
        [b"#", &row[..], &rest, b"#"].concat()
    });
    let rows: Vec<_> = rim().chain(filled).chain(rim()).collect();
    let level = Level::new(&rows).map_err(|e| e.flaw.to_string())?;
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    match solve::solve(&level, &limits).verdict {
        Verdict::Solved(lurd) => Ok(lurd.chars().map(written).collect()),
        Verdict::Unsolvable => Err("there is no solution".to_owned()),
        Verdict::Limit => Err("the search ran out of memory".to_owned()),
    }
}

/// A letter of the solver as the judge wants it.
fn written(step: char) -> char {
    let place = "lurd".find(step.to_ascii_lowercase()).unwrap_or(0);
    let letter = ALPHABET[place];
    match CASE {
        Case::PushesUpper if step.is_ascii_lowercase() => letter.to_ascii_lowercase(),
        Case::Lower => letter.to_ascii_lowercase(),
        Case::PushesUpper | Case::Upper => letter.to_ascii_uppercase(),
    }
}
