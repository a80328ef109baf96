//! `gridlock replay`.

use std::io::{self, Write};

use clap::Args;
use gridlock_solver::sokoban::collection::Entry;
use gridlock_solver::sokoban::replay;

use super::input::Source;
use super::Exit;

/// Options of `gridlock replay`.
#[derive(Args)]
pub(super) struct Options {
    /// File of levels in XSB format; - is standard input
    #[arg(value_name = "LEVELFILE")]
    file: Source,
    /// The solution in LURD notation; blanks in it do not count
    solution: String,
    /// Which level of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: usize,
}

/// Plays the solution and says what it comes to.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let entry = match options.entry() {
        Ok(entry) => entry,
        Err(message) => {
            super::complain(&message);
            return Ok(Exit::BadInput);
        }
    };
    let level = match entry.level {
        Ok(level) => level,
        Err(e) => {
            super::complain(&format!("{}:{e}", options.file));
            return Ok(Exit::BadInput);
        }
    };
    let steps: String = options.solution.split_whitespace().collect();
    let (exit, verdict) = match replay::replay(&level, &steps) {
        Err(bad) => (Exit::Failure, format!("not valid, {bad}")),
        Ok(played) if played.solved => {
            (Exit::Success, format!("solved, {} moves, {} pushes", played.moves, played.pushes))
        }
        Ok(played) => {
            (Exit::Failure, format!("not solved, {} boxes are on no goal", played.misplaced))
        }
    };
    writeln!(out, "{}: {verdict}", super::label(&options.file, options.level, &entry.title))?;
    out.flush()?;
    Ok(exit)
}

impl Options {
    fn entry(&self) -> Result<Entry, String> {
        let mut entries = self.file.levels()?;
        let count = entries.len();
        if !(1..=count).contains(&self.level) {
            return Err(format!("{}: no level {}; it has 1 to {count}", self.file, self.level));
        }
        Ok(entries.swap_remove(self.level - 1))
    }
}
