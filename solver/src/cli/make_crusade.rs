//! `gridlock make crusade-levels`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use gridlock_solver::crusade::make::{Kind, Plan};
use gridlock_solver::crusade::tables::Tables;

use super::Exit;

pub(super) const EXAMPLE: &str = "\
Example: gridlock make crusade-levels --count 10 --seed 1 --size 12x8 --rocks 4 --directory levels

Exit codes: 0 as many levels as asked for; 1 fewer were found; 2 wrong options; 3 the levels could \
not be written.";

/// Options of `gridlock make crusade-levels`.
#[derive(Args)]
pub(super) struct Options {
    /// How many levels
    #[arg(long, value_name = "N")]
    count: u64,
    /// Where the random numbers start
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Columns and rows
    #[arg(long, value_name = "WxH", default_value = "10x10", value_parser = super::make::size)]
    size: (usize, usize),
    /// How many rocks in each level
    #[arg(long, value_name = "R", default_value_t = 3)]
    rocks: usize,
    /// All rocks are there from the first turn on
    #[arg(long)]
    visible: bool,
    /// Levels with a solution for somebody who knows all rocks beforehand, fair or not
    #[arg(long, conflicts_with = "unsolvable")]
    hindsight: bool,
    /// Levels without any solution that works under all settings of the open rules
    #[arg(long)]
    unsolvable: bool,
    /// Write each level into a file of its own in this directory, not all to standard output
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

/// Makes what is asked for.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let plan = options.plan();
    if let Err(e) = plan.check() {
        super::complain(&format!("gridlock: {e}"));
        return Ok(Exit::BadInput);
    }
    if let Some(directory) = &options.directory {
        std::fs::create_dir_all(directory)?;
    }
    let tables = Tables::new();
    let (mut found, mut others, mut undecided) = (0, 0, 0);
    for number in 0..options.count {
        let (made, rejected) = plan.make(number, &tables).unwrap_or_default();
        others += rejected.others;
        undecided += rejected.undecided;
        if let Some(made) = made {
            found += 1;
            options.write(number, &made.level.to_string(), out)?;
        }
    }
    let count = options.count;
    super::complain(&format!(
        "{found} of {count} levels; left out: {others} of another kind, {undecided} undecided"
    ));
    Ok(if found < count { Exit::Failure } else { Exit::Success })
}

impl Options {
    fn plan(&self) -> Plan {
        let kind = if self.unsolvable {
            Kind::Unsolvable
        } else if self.hindsight {
            Kind::Hindsight
        } else {
            Kind::Fair
        };
        let (width, height) = self.size;
        let (rocks, visible, seed) = (self.rocks, self.visible, self.seed);
        Plan { width, height, rocks, visible, kind, seed }
    }

    /// Writes a level to its file, or to standard output with a blank line behind it.
    fn write(&self, number: u64, level: &str, out: &mut impl Write) -> io::Result<()> {
        let Some(directory) = &self.directory else {
            writeln!(out, "{level}")?;
            return out.flush();
        };
        let path = directory.join(format!("level-{}-{number}.in", self.seed));
        super::output::replace(&path, |out| out.write_all(level.as_bytes()))
            .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))
    }
}
