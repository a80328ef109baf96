//! `gridlock make`.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use clap::{Args, Subcommand};
use gridlock_solver::sokoban::make::{Made, Plan};
use gridlock_solver::sokoban::replay;
use serde::Serialize;

use super::{make_crusade, make_tweetmaze, Exit};

/// What `gridlock make` can make.
#[derive(Subcommand)]
pub(super) enum Options {
    /// Make hard Sokoban levels that are known to be solvable.
    ///
    /// Boxes are pulled away from their goals in random rooms, and the levels that take this solver
    /// the most nodes are printed, hardest first, apart for each number of boxes. The same options
    /// give the same levels. The title of a level says how many nodes it took.
    #[command(after_help = EXAMPLE)]
    SokobanLevels(SokobanLevels),
    /// Make a string of digits for Tweetmaze whose shortest route is long and winding.
    ///
    /// The shortest route leads through all squares, which is as long as a route can be. Of such
    /// strings the one is printed whose route turns most often, from right to left or back. The same
    /// length, seed and number of rounds give the same string. For short strings all are considered,
    /// which proves how many turns there can be.
    #[command(after_help = make_tweetmaze::EXAMPLE)]
    Tweetmaze(make_tweetmaze::Options),
    /// Make random levels of The Last Crusade.
    ///
    /// Each level is built around a hidden solution that deals with every rock after it was listed and
    /// works under all settings of the open rules. The same options give the same levels.
    #[command(after_help = make_crusade::EXAMPLE)]
    CrusadeLevels(make_crusade::Options),
}

const EXAMPLE: &str = "\
Example: gridlock make sokoban-levels --boxes 12..13 --count 10 --seed 1

Exit codes: 0 as many levels as asked for; 1 fewer were found; 2 wrong options; 3 the levels could \
not be written.";

/// Options of `gridlock make sokoban-levels`.
#[derive(Args)]
pub(super) struct SokobanLevels {
    /// Numbers of boxes, both ends included, such as 12..13 or 12
    #[arg(long, value_name = "A..B", value_parser = range)]
    boxes: RangeInclusive<usize>,
    /// How many levels of each number of boxes
    #[arg(long, value_name = "N")]
    count: usize,
    /// Where the random numbers start
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Rows and columns inside the outer wall
    #[arg(long, value_name = "RxC", default_value = "6x6", value_parser = size)]
    size: (usize, usize),
    /// How many tries for each level; more of them take longer and give harder levels
    #[arg(long, value_name = "N", default_value_t = 100)]
    tries: usize,
    /// Print one JSON object for each level, one a line
    #[arg(long)]
    json: bool,
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        text.parse().map_err(|_| "expected one number or two, for example 12..13".to_owned())
    };
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from > to {
        return Err(format!("the range is empty; write {to}..{from}"));
    }
    Ok(from..=to)
}

pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    sides.ok_or_else(|| "expected rows and columns, for example 6x6".to_owned())
}

/// One level for a program to read.
#[derive(Serialize)]
struct Record<'a> {
    boxes: usize,
    nodes: usize,
    moves: usize,
    pushes: usize,
    seed: u64,
    level: String,
    solution: &'a str,
}

/// Makes what is asked for.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    match options {
        Options::SokobanLevels(options) => options.make(out),
        Options::Tweetmaze(options) => make_tweetmaze::run(options, out),
        Options::CrusadeLevels(options) => make_crusade::run(options, out),
    }
}

impl SokobanLevels {
    fn make(&self, out: &mut impl Write) -> io::Result<Exit> {
        let (rows, cols) = self.size;
        let SokobanLevels { count, tries, seed, .. } = *self;
        let plan = Plan { boxes: self.boxes.clone(), rows, cols, count, tries, seed };
        if let Err(e) = plan.check() {
            super::complain(&format!("gridlock: {e}"));
            return Ok(Exit::BadInput);
        }
        let mut exit = Exit::Success;
        for boxes in plan.boxes.clone() {
            let made = plan.make(boxes).unwrap_or_default();
            for one in &made {
                self.print(boxes, one, out)?;
            }
            super::complain(&summary(boxes, &made));
            if made.len() < count {
                super::complain(&format!(
                    "gridlock: only {} of {count} levels with {boxes} boxes were found; \
                     raise --tries, or ask for fewer boxes or a larger --size",
                    made.len()
                ));
                exit = Exit::Failure;
            }
        }
        Ok(exit)
    }

    fn print(&self, boxes: usize, made: &Made, out: &mut impl Write) -> io::Result<()> {
        let Made { level, nodes, solution } = made;
        let (nodes, seed) = (*nodes, self.seed);
        if self.json {
            let played = replay::replay(level, solution).map_err(io::Error::other)?;
            let (moves, pushes) = (played.moves, played.pushes);
            let level = level.to_string();
            serde_json::to_writer(
                &mut *out,
                &Record { boxes, nodes, moves, pushes, seed, level, solution },
            )?;
            writeln!(out)?;
        } else {
            writeln!(out, "; {boxes} boxes, {nodes} nodes, seed {seed}\n{level}")?;
        }
        out.flush()
    }
}

/// One line about the levels of one number of boxes, hardest first.
fn summary(boxes: usize, made: &[Made]) -> String {
    let nodes = |i: usize| made.get(i).map_or(0, |made| made.nodes);
    format!(
        "{boxes} boxes: {} levels, nodes: most {}, median {}, least {}",
        made.len(),
        nodes(0),
        nodes(made.len() / 2),
        nodes(made.len().saturating_sub(1))
    )
}
