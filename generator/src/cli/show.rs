//! `gridlock-gen show`: draws patterns or hands them to other programs.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use gridlock_patterns::embed;
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::window::{Placement, Site, Window};
use rand::rngs::StdRng;
use rand::seq::index::sample;
use rand::SeedableRng;
use serde_json::json;

use super::exit::Exit;

/// Options of `show`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Only this window
    #[arg(long, value_name = "RxC")]
    window: Option<Window>,
    /// Only this placement: interior, edge, corner, corridor or alcove
    #[arg(long, value_name = "NAME")]
    placement: Option<Placement>,
    /// At most this many patterns of each table
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// Choose them at random with this seed; without it they are the first ones
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How to print them
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Drawings
    Text,
    /// One JSON object a line
    Json,
    /// Complete levels that hold the pattern, each unsolvable because of it
    Xsb,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let mut tables = embed::read_tables(&options.data)?;
    tables.retain(|table| {
        let Site { window, placement } = table.site;
        options.window.is_none_or(|w| Site::new(w, placement).window == window)
            && options.placement.is_none_or(|p| p == placement)
    });
    if tables.is_empty() {
        bail!(
            "no such table in {}; `gridlock-gen stats` lists what is there",
            options.data.display()
        );
    }
    let mut out = io::stdout().lock();
    let colour = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if options.format == Format::Text {
        writeln!(out, "##  wall      $  box      x  no goal here      @  the player's pocket")?;
    }
    for table in &tables {
        for pattern in choose(&table.patterns, options.limit, options.seed) {
            match options.format {
                Format::Text => draw(&mut out, table.site, pattern, colour)?,
                Format::Json => write_json(&mut out, table.site, pattern)?,
                Format::Xsb => write_level(&mut out, table.site, pattern)?,
            }
        }
    }
    Ok(Exit::Success)
}

fn choose(patterns: &[Pattern], limit: usize, seed: Option<u64>) -> Vec<&Pattern> {
    let count = limit.min(patterns.len());
    match seed {
        None => patterns[..count].iter().collect(),
        Some(seed) => {
            let mut random = StdRng::seed_from_u64(seed);
            let mut chosen = sample(&mut random, patterns.len(), count).into_vec();
            chosen.sort_unstable();
            chosen.into_iter().map(|i| &patterns[i]).collect()
        }
    }
}

fn pocket(pattern: &Pattern) -> u32 {
    match pattern.region {
        Region::Outside => 0,
        Region::Pocket(cells) => cells,
    }
}

/// Two characters a cell: what is on it, and whether it must be no goal.
pub(super) fn draw(out: &mut impl Write, site: Site, p: &Pattern, colour: bool) -> io::Result<()> {
    let player = if pocket(p) == 0 { "outside" } else { "in the pocket" };
    writeln!(out, "\n{site}, player {player}")?;
    let paint = |code: &str, text: &str| {
        if colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    };
    let wall = paint("90", "##");
    let [north, south, west, east] = site.placement.backed();
    let west = if west { &wall } else { "  " };
    let east = if east { &wall } else { "" };
    let across = format!("  {west}{}{east}\n", wall.repeat(site.window.cols()));
    if north {
        write!(out, "{across}")?;
    }
    for row in 0..site.window.rows() {
        write!(out, "  {west}")?;
        for col in 0..site.window.cols() {
            let cell = 1 << (row * site.window.cols() + col);
            let mark = if p.no_goals & cell != 0 { paint("31", "x") } else { " ".to_owned() };
            if p.walls & cell != 0 {
                write!(out, "{wall}")?;
            } else if p.boxes & cell != 0 {
                write!(out, "{}{mark}", paint("33", "$"))?;
            } else if pocket(p) & cell != 0 {
                write!(out, "{}{mark}", paint("32", "@"))?;
            } else {
                write!(out, ".{mark}")?;
            }
        }
        writeln!(out, "{east}")?;
    }
    if south {
        write!(out, "{across}")?;
    }
    Ok(())
}

fn write_json(out: &mut impl Write, site: Site, p: &Pattern) -> io::Result<()> {
    let cols = site.window.cols();
    let cells = |mask: u32| -> Vec<[usize; 2]> {
        (0..site.window.cells())
            .filter(|i| mask >> i & 1 == 1)
            .map(|i| [i / cols, i % cols])
            .collect()
    };
    let player = if pocket(p) == 0 { json!("outside") } else { json!(cells(pocket(p))) };
    let object = json!({
        "kind": "sokoban",
        "window": site.window.to_string(),
        "placement": site.placement.name(),
        "walls": cells(p.walls),
        "boxes": cells(p.boxes),
        "no_goals": cells(p.no_goals),
        "player": player,
    });
    writeln!(out, "{object}")
}

/// Rows or columns of floor between an open side and the outer wall.
const MARGIN: usize = 2;

/// A closed level with as many boxes as goals: all cells of the window are goals where the pattern
/// allows it, and what is then missing of boxes or goals stands around it.
fn write_level(out: &mut impl Write, site: Site, p: &Pattern) -> io::Result<()> {
    let (rows, cols) = (site.window.rows(), site.window.cols());
    let backed = site.placement.backed();
    // Where only one or two sides are open, all that is missing must find room there.
    let margin = if backed[0] && backed[1] { cols + 1 } else { MARGIN };
    let [north, south, west, east] = backed.map(|backed| if backed { 0 } else { margin });
    let (height, width) = (north + rows + south, west + cols + east);
    let mut board = vec![vec![b' '; width]; height];
    let mut boxes = 0;
    let mut goals = 0;
    for (i, cell) in (0..rows * cols).map(|i| (i, 1u32 << i)) {
        let goal = (p.no_goals | p.walls) & cell == 0;
        let (wall, has_box) = (p.walls & cell != 0, p.boxes & cell != 0);
        let here = pocket(p) & cell & pocket(p).wrapping_neg() != 0;
        goals += usize::from(goal);
        boxes += usize::from(has_box);
        board[north + i / cols][west + i % cols] = match (wall, has_box, here, goal) {
            (true, ..) => b'#',
            (_, true, _, true) => b'*',
            (_, true, _, false) => b'$',
            (_, _, true, true) => b'+',
            (_, _, true, false) => b'@',
            (.., true) => b'.',
            (.., false) => b' ',
        };
    }
    let around = |r: usize, c: usize| {
        !(north..north + rows).contains(&r) || !(west..west + cols).contains(&c)
    };
    let mut free =
        (0..height * width).rev().map(|i| (i / width, i % width)).filter(|&(r, c)| around(r, c));
    if pocket(p) == 0 {
        let (r, c) = free.next().expect("the margin is not empty");
        board[r][c] = b'@';
    }
    let (missing, mark) = if boxes < goals { (goals - boxes, b'$') } else { (boxes - goals, b'.') };
    for (r, c) in free.take(missing) {
        board[r][c] = mark;
    }
    writeln!(out, "; {site}")?;
    writeln!(out, "{}", "#".repeat(width + 2))?;
    for row in board {
        writeln!(out, "#{}#", String::from_utf8_lossy(&row))?;
    }
    writeln!(out, "{}\n", "#".repeat(width + 2))
}
