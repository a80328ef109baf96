//! `gridlock crusade`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use gridlock_patterns::crusade::maze::Maze;
use gridlock_patterns::crusade::room::{Turn, Way};
use gridlock_solver::crusade::level::Level;
use gridlock_solver::crusade::routes::{routes, Route, Routes, Variant};
use gridlock_solver::crusade::session;
use serde::Serialize;

use super::referee::read;
use super::Exit;

/// Options of `gridlock crusade`.
#[derive(Args)]
pub(super) struct Options {
    /// Play nothing: list the ways for Indy through this level, rocks ignored
    #[arg(long, value_name = "LEVEL")]
    routes: Option<PathBuf>,
    /// List at most so many ways to turn the rooms
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "routes")]
    limit: usize,
    /// Print one JSON object
    #[arg(long, requires = "routes")]
    json: bool,
}

/// Plays the game that standard input tells about, or lists routes.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let Some(path) = &options.routes else {
        let mut exit = Exit::Success;
        let complain = |error: &_| {
            exit = Exit::BadInput;
            super::complain(&format!("line {error}"));
        };
        session::play(io::stdin().lock(), out, complain)?;
        return Ok(exit);
    };
    let level = match read(path) {
        Ok(level) => level,
        Err(message) => {
            super::complain(&message);
            return Ok(Exit::BadInput);
        }
    };
    let found = routes(&level, options.limit);
    if options.json {
        serde_json::to_writer(&mut *out, &Listing::new(&level, &found))?;
        writeln!(out)?;
    } else {
        print(&level, &found, out)?;
    }
    Ok(if found.routes.is_empty() { Exit::Failure } else { Exit::Success })
}

/// All routes for a program to read.
#[derive(Serialize)]
struct Listing {
    routes: Vec<Entry>,
    variants: usize,
    /// Whether the limit kept some out.
    more: bool,
}

/// A route.
#[derive(Serialize)]
struct Entry {
    /// Columns and rows.
    cells: Vec<(usize, usize)>,
    /// For each way to turn the rooms, the commands in any order that is in time.
    variants: Vec<Vec<String>>,
}

impl Listing {
    fn new(level: &Level, found: &Routes) -> Listing {
        let maze = &level.maze;
        let entry = |route: &Route| Entry {
            cells: route.cells.iter().map(|&cell| maze.position(cell)).collect(),
            variants: route.variants.iter().map(|variant| commands(maze, variant)).collect(),
        };
        Listing {
            routes: found.routes.iter().map(entry).collect(),
            variants: count(found),
            more: found.more,
        }
    }
}

fn count(found: &Routes) -> usize {
    found.routes.iter().map(|route| route.variants.len()).sum()
}

fn commands(maze: &Maze, variant: &Variant) -> Vec<String> {
    let mut commands = Vec::new();
    for (cell, choice) in &variant.turned {
        let (x, y) = maze.position(*cell);
        let turn = match choice.turn {
            Turn::Left => "LEFT",
            Turn::Right => "RIGHT",
        };
        commands.extend((0..choice.rotations).map(|_| format!("{x} {y} {turn}")));
    }
    commands
}

fn print(level: &Level, found: &Routes, out: &mut impl Write) -> io::Result<()> {
    let more = if found.more { "at least " } else { "" };
    writeln!(out, "{more}{} routes, {more}{} variants", found.routes.len(), count(found))?;
    for (number, route) in found.routes.iter().enumerate() {
        let letter = |way: &Way| match way {
            Way::Left => 'L',
            Way::Right => 'R',
            Way::Bottom => 'B',
        };
        let ways: String = route.ways.iter().map(letter).collect();
        let (x, y) = level.maze.position(route.cells[0]);
        writeln!(out, "route {}: from {x} {y} {ways}, {} turns", number + 1, ways.len())?;
        for variant in &route.variants {
            let commands = commands(&level.maze, variant);
            let shown = if commands.is_empty() {
                "nothing to turn".to_owned()
            } else {
                commands.join(", ")
            };
            writeln!(out, "  {} rotations: {shown}", variant.rotations())?;
        }
    }
    out.flush()
}
