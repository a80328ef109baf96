//! `gridlock maze-on-fire`.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use gridlock_solver::decimal;
use gridlock_solver::maze_on_fire::maze::{rows, Maze};
use gridlock_solver::maze_on_fire::solve::solve;
use gridlock_solver::maze_on_fire::walk::Survival;
use gridlock_solver::maze_on_fire::watch::Watch;

use super::input::Source;
use super::Exit;

pub(super) const EXAMPLE: &str = "\
Example: gridlock maze-on-fire --watch maze.txt

Exit codes: 0 the answer was found, be it a number or -1; 2 a bad maze, an unreadable file or wrong \
options; 3 the results could not be written.";

/// Options of `gridlock maze-on-fire`.
#[derive(Args)]
pub(super) struct Options {
    /// File with a maze, a row a line; - is standard input
    #[arg(value_name = "FILE")]
    file: Source,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show the walk and the fire, turn by turn; where there is no terminal, one picture after the
    /// other
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// How long each turn is shown on a terminal
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 200, requires = "watch")]
    pause: u64,
}

/// Solves the maze of the file.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let file = &options.file;
    let text = match file.read() {
        Ok(text) => text,
        Err(e) => {
            super::complain(&format!("{file}: cannot read the file: {e}"));
            return Ok(Exit::BadInput);
        }
    };
    let rows = rows(&text);
    let survival = match Maze::new(&rows) {
        Ok(maze) => solve(maze),
        Err(e) => {
            super::complain(&format!("{file}:{e}"));
            return Ok(Exit::BadInput);
        }
    };
    if options.watch {
        options.watch(&rows, &survival, out)?;
    }
    let mut out = io::BufWriter::new(out);
    print(&survival, options.json, &mut out)?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Writes the walk cell by cell, as it may be very long.
fn print(survival: &Survival, json: bool, out: &mut impl Write) -> io::Result<()> {
    let turns = survival.turns.map_or("-1".to_owned(), |turns| turns.to_string());
    if json {
        write!(out, "{{\"turns\":{turns},\"walk\":[")?;
    } else {
        writeln!(out, "{turns}")?;
    }
    let [between, open, close] = if json { [",", "[", "]"] } else { [" ", "", ""] };
    let mut text = Vec::new();
    for (turn, (row, column)) in survival.positions().enumerate() {
        text.clear();
        text.extend_from_slice(if turn == 0 { "" } else { between }.as_bytes());
        text.extend_from_slice(open.as_bytes());
        decimal::push(&mut text, row);
        text.push(b',');
        decimal::push(&mut text, column);
        text.extend_from_slice(close.as_bytes());
        out.write_all(&text)?;
    }
    writeln!(out, "{}", if json { "]}" } else { "" })
}

impl Options {
    /// Shows all turns; when the character never burns, all until the fire has come to its end.
    fn watch(&self, rows: &[&[u8]], survival: &Survival, out: &mut impl Write) -> io::Result<()> {
        let mut watch = Watch::new(rows);
        let mut last = survival.start;
        for (turn, cell) in survival.positions().enumerate() {
            if turn > 0 {
                watch.advance();
            }
            self.show(turn, &watch.frame(turn, cell, io::stdout().is_terminal()), out)?;
            last = cell;
        }
        let mut turn = survival.steps.len();
        while survival.turns.is_none() && watch.advance() {
            turn += 1;
            self.show(turn, &watch.frame(turn, last, io::stdout().is_terminal()), out)?;
        }
        Ok(())
    }

    fn show(&self, turn: usize, frame: &str, out: &mut impl Write) -> io::Result<()> {
        if !io::stdout().is_terminal() {
            return writeln!(out, "{frame}");
        }
        // From the upper left corner; what is left of the screen behind each line and below goes.
        let front = if turn == 0 { "\x1b[2J\x1b[H" } else { "\x1b[H" };
        write!(out, "{front}{}\x1b[J", frame.replace('\n', "\x1b[K\n"))?;
        out.flush()?;
        std::thread::sleep(Duration::from_millis(self.pause));
        Ok(())
    }
}
