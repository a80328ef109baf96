//! `gridlock check`.

use std::io::{self, Write};

use clap::Args;
use gridlock_solver::sokoban::check::{check, Finding, LEGEND};
use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::tables;

use super::input::Source;
use super::Exit;

/// Options of `gridlock check`.
#[derive(Args)]
pub(super) struct Options {
    /// Files of levels in XSB format; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<Source>,
}

/// Checks the start positions of all levels of all files.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let knowledge = tables::knowledge();
    let mut exit = Exit::Success;
    for source in &options.files {
        let entries = source.levels().unwrap_or_else(|message| {
            super::complain(&message);
            exit = Exit::BadInput;
            Vec::new()
        });
        for (i, entry) in entries.iter().enumerate() {
            match &entry.level {
                Ok(level) => {
                    write!(out, "{}: ", super::label(source, i + 1, &entry.title))?;
                    let finding = check(level, &knowledge);
                    if finding != Finding::NotKnownDead {
                        exit = exit.max(Exit::Failure);
                    }
                    print(level, &finding, out)?;
                }
                Err(e) => {
                    super::complain(&format!("{source}:{e}"));
                    exit = Exit::BadInput;
                }
            }
        }
    }
    Ok(exit)
}

fn print(level: &Level, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
    match finding {
        Finding::NotKnownDead => writeln!(out, "not known to be dead")?,
        Finding::OutOfReach => writeln!(out, "dead, a box or a goal is out of reach")?,
        Finding::Unmatched => {
            writeln!(out, "dead, the boxes cannot all be pushed to goals of their own")?;
        }
        Finding::Pattern { drawing, beyond } => {
            writeln!(out, "dead, this pattern cannot be resolved")?;
            let cells = level.to_string();
            for (row, marks) in cells.lines().zip(drawing) {
                let line = format!("  {row:width$}    {marks}", width = level.cols());
                writeln!(out, "{}", line.trim_end())?;
            }
            writeln!(out, "  {}", legend(drawing, *beyond))?;
        }
    }
    out.flush()
}

/// What the marks in this drawing mean.
fn legend(drawing: &[String], beyond: bool) -> String {
    let is_used = |mark: char| drawing.iter().any(|row| row.contains(mark));
    let used = LEGEND.iter().filter(|(mark, _)| is_used(*mark));
    let mut parts: Vec<String> = used.map(|(mark, meaning)| format!("{mark} {meaning}")).collect();
    if beyond {
        parts.push("the player is outside of it".to_owned());
    }
    parts.join("; ")
}
