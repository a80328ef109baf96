//! `gridlock-gen verify`: holds the tables against searches that share no code with the enumeration.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{bail, Context};
use clap::Args;
use gridlock_patterns::embed;
use gridlock_patterns::file::table_name;
use gridlock_patterns::sokoban::game::{LocalGame, Region};
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::pushes::{Fault, Pushes};
use gridlock_patterns::sokoban::symmetry::symmetries;
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::sokoban::window::{Placement, Site, Window};
use rand::rngs::StdRng;
use rand::seq::{index, IndexedRandom};
use rand::{Rng, SeedableRng};
use rayon::prelude::*;

use super::exit::Exit;
use super::interrupt;
use super::progress::{Progress, Show};
use super::show;

/// Options of `verify`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Prove every pattern anew: that it is dead, and alive without any one of its boxes, walls and
    /// goal conditions. See below for what it costs
    #[arg(long)]
    deep: bool,
    /// How many patterns and how many states of each table the plain search checks
    #[arg(long, value_name = "N", default_value_t = 200)]
    sample: usize,
    /// Which ones: another seed takes others
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only tables of this window
    #[arg(long, value_name = "RxC")]
    window: Option<Window>,
    /// Only tables of this placement: interior, edge, corner, corridor or alcove
    #[arg(long, value_name = "NAME")]
    placement: Option<Placement>,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Threads to use; default: one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// When to show progress on standard error
    #[arg(long, value_enum, default_value = "auto")]
    progress: Show,
}

impl Options {
    fn asks_for(&self, site: Site) -> bool {
        self.window.is_none_or(|window| Site::new(window, site.placement) == site)
            && self.placement.is_none_or(|placement| placement == site.placement)
    }

    /// How many checks a table takes.
    fn checks(&self, table: &Table) -> u64 {
        let patterns = table.patterns.len();
        let proofs = if self.deep { patterns } else { 0 };
        (proofs + self.sample.min(patterns) + self.sample) as u64
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    if let Some(threads) = options.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().context("cannot start the threads")?;
    }
    let mut tables = embed::read_tables(&options.data)?;
    tables.retain(|table| options.asks_for(table.site));
    if tables.is_empty() {
        let data = options.data.display();
        bail!("no such table in {data}; `gridlock-gen stats` lists what is there");
    }
    let checks = tables.iter().map(|table| options.checks(table)).sum();
    let progress = Progress::new(options.progress, "checks", checks);
    let mut exit = Exit::Success;
    for table in &tables {
        let report = check(table, options, &progress);
        if interrupt::requested() {
            progress.finish();
            eprintln!("interrupted; only the tables listed above were checked");
            return Ok(Exit::Interrupted);
        }
        progress.print(&report.line(table))?;
        if !report.wrong.is_empty() {
            exit = Exit::Failed;
        }
    }
    progress.finish();
    Ok(exit)
}

/// What a check of one table found.
struct Report {
    /// How many patterns were proved.
    patterns: usize,
    states: usize,
    /// Of the states: those that the table calls dead.
    dead: u64,
    wrong: Vec<String>,
}

impl Report {
    fn line(&self, table: &Table) -> String {
        let Report { patterns, states, dead, wrong } = self;
        let name = table_name(table.site);
        if wrong.is_empty() {
            let all = if *patterns == table.patterns.len() { "all " } else { "" };
            format!(
                "{name}: checksum right, {all}{patterns} patterns dead and minimal, \
                 {states} states judged right ({dead} dead)"
            )
        } else {
            let shown = &wrong[..wrong.len().min(MOST_SHOWN)];
            let more = match wrong.len() - shown.len() {
                0 => String::new(),
                more => format!("\nand {more} more"),
            };
            format!("{name}: WRONG, {} times\n{}{more}", wrong.len(), shown.join("\n"))
        }
    }
}

/// So many wrong patterns and states of a table are printed.
const MOST_SHOWN: usize = 20;

fn check(table: &Table, options: &Options, progress: &Progress) -> Report {
    let name = table_name(table.site);
    let tick = || progress.advance(1, || name.clone());
    let mut random = StdRng::seed_from_u64(options.seed);
    let sample = options.sample.min(table.patterns.len());
    let chosen = index::sample(&mut random, table.patterns.len(), sample).into_vec();
    let mut wrong = Vec::new();
    if options.deep {
        wrong.extend(faults(table, &tick));
    }
    let chosen: Vec<&Pattern> = chosen
        .par_iter()
        .filter(|_| !interrupt::requested())
        .map(|&i| &table.patterns[i])
        .inspect(|_| tick())
        .filter(|pattern| !plain::is_minimal(table.site, pattern))
        .collect();
    let known = |pattern: &Pattern| wrong.iter().any(|(other, _)| *other == pattern);
    let chosen = chosen.into_iter().filter(|&pattern| !known(pattern));
    let chosen: Vec<_> =
        chosen.map(|pattern| (pattern, "not dead, or not minimal".into())).collect();
    wrong.extend(chosen);
    let mut wrong: Vec<String> =
        wrong.iter().map(|(pattern, fault)| describe(table.site, pattern, fault)).collect();
    let index = Index::new(table);
    let states: Vec<State> =
        (0..options.sample).map(|_| State::random(table, &index.game, &mut random)).collect();
    let dead = AtomicU64::new(0);
    wrong.par_extend(
        states.par_iter().filter(|_| !interrupt::requested()).inspect(|_| tick()).filter_map(
            |state| {
                let listed = index.contains_below(state);
                dead.fetch_add(u64::from(listed), Ordering::Relaxed);
                let State { walls, boxes, goals, player } = *state;
                let proved = plain::is_dead(table.site, walls, boxes, goals, player);
                (listed != proved).then(|| {
                    let judged = |dead: bool| if dead { "dead" } else { "alive" };
                    format!("table {}, search {}: {state:?}", judged(listed), judged(proved))
                })
            },
        ),
    );
    let patterns = if options.deep { table.patterns.len() } else { sample };
    Report { patterns, states: states.len(), dead: dead.into_inner(), wrong }
}

/// All patterns of a table that do not belong into it, by the search over pushes.
fn faults<'a>(table: &'a Table, tick: &(impl Fn() + Sync)) -> Vec<(&'a Pattern, String)> {
    let cols = table.site.window.cols();
    let prove = |pushes: &mut Pushes, pattern: &'a Pattern| {
        if interrupt::requested() {
            return None;
        }
        let fault = pushes.fault(pattern);
        tick();
        fault.map(|fault| (pattern, say(fault, cols)))
    };
    table.patterns.par_iter().map_init(|| Pushes::new(table.site), prove).flatten_iter().collect()
}

/// A fault in words.
fn say(fault: Fault, cols: usize) -> String {
    let (what, cell) = match fault {
        Fault::Alive => return "not dead".to_owned(),
        Fault::IdleBox(cell) => ("box", cell as usize),
        Fault::IdleWall(cell) => ("wall", cell as usize),
        Fault::IdleCondition(cell) => ("goal condition", cell as usize),
    };
    let (row, col) = (cell / cols + 1, cell % cols + 1);
    format!("not minimal: dead without the {what} in row {row}, column {col}")
}

/// A wrong pattern with its drawing.
fn describe(site: Site, pattern: &Pattern, fault: &str) -> String {
    let mut drawing = Vec::new();
    show::draw(&mut drawing, site, pattern, false).expect("memory takes all that is written");
    format!(
        "{}: {fault}{}",
        table_name(site),
        String::from_utf8_lossy(&drawing).trim_end_matches('\n')
    )
}

/// A state of a window with its goals.
#[derive(Clone, Copy, Debug)]
struct State {
    walls: u32,
    boxes: u32,
    goals: u32,
    player: Player,
}

impl State {
    /// A random state near the border between dead and alive: a pattern with one cell changed, or,
    /// half of the time, a board with anything anywhere.
    fn random(table: &Table, game: &LocalGame, random: &mut StdRng) -> State {
        let mut mask = |share: f64| -> u32 {
            let bits = (0..table.site.window.cells()).filter(|_| random.random_bool(share));
            bits.map(|i| 1 << i).sum()
        };
        let (mut walls, mut boxes, mut goals) = (mask(0.2), mask(0.3), mask(0.4));
        if random.random_bool(0.5) {
            if let Some(pattern) = table.patterns.choose(random) {
                let cell = 1 << random.random_range(0..table.site.window.cells());
                let change = random.random_range(0..4);
                (walls, boxes) = (pattern.walls, pattern.boxes);
                goals = game.full() & !pattern.no_goals;
                match change {
                    0 => walls ^= cell,
                    1 => boxes ^= cell,
                    2 => goals ^= cell,
                    _ => {}
                }
            }
        }
        boxes &= !walls;
        let regions = game.regions(walls | boxes);
        let region = *regions.choose(random).expect("there is always the outside");
        let player = Player::within(table.site.window, region);
        State { walls, boxes, goals: goals & !walls, player }
    }
}

/// The patterns of a table in all their images, by walls.
struct Index {
    game: LocalGame,
    cols: usize,
    by_walls: HashMap<u32, Vec<Pattern>>,
}

impl Index {
    fn new(table: &Table) -> Index {
        let mut by_walls: HashMap<u32, Vec<Pattern>> = HashMap::new();
        let symmetries = symmetries(table.site);
        for pattern in &table.patterns {
            for image in symmetries.iter().map(|s| s.pattern(pattern)) {
                by_walls.entry(image.walls).or_default().push(image);
            }
        }
        Index { game: LocalGame::new(table.site), cols: table.site.window.cols(), by_walls }
    }

    /// Whether some pattern lies below the state.
    fn contains_below(&self, state: &State) -> bool {
        let mut walls = state.walls;
        loop {
            let patterns = self.by_walls.get(&walls).map_or(&[][..], Vec::as_slice);
            if patterns.iter().any(|pattern| self.lies_below(pattern, state)) {
                return true;
            }
            if walls == 0 {
                return false;
            }
            walls = (walls - 1) & state.walls;
        }
    }

    fn lies_below(&self, pattern: &Pattern, state: &State) -> bool {
        let player = match state.player {
            Player::Outside => None,
            Player::At((row, col)) => Some(1 << (row as usize * self.cols + col as usize)),
        };
        pattern.boxes & !state.boxes == 0
            && pattern.no_goals & state.goals == 0
            && match (pattern.region, player) {
                (Region::Outside, None) => true,
                (Region::Pocket(_), None) => false,
                (region, Some(cell)) => {
                    self.game.region_of(pattern.walls | pattern.boxes, cell) == region
                }
            }
    }
}
