//! `gridlock-gen verify`: holds the tables against a plain search that shares no code with the
//! enumeration.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use gridlock_patterns::embed;
use gridlock_patterns::file::table_name;
use gridlock_patterns::sokoban::game::{LocalGame, Region};
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::symmetry::symmetries;
use gridlock_patterns::sokoban::table::Table;
use rand::rngs::StdRng;
use rand::seq::{index, IndexedRandom};
use rand::{Rng, SeedableRng};
use rayon::prelude::*;

use super::exit::Exit;
use super::interrupt;
use super::progress::{Progress, Show};

/// Options of `verify`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How many patterns and how many states to check of each table
    #[arg(long, value_name = "N", default_value_t = 200)]
    sample: usize,
    /// Which ones: another seed takes others
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// When to show progress on standard error
    #[arg(long, value_enum, default_value = "auto")]
    progress: Show,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let tables = embed::read_tables(&options.data)?;
    let samples =
        |table: &Table| (options.sample.min(table.patterns.len()) + options.sample) as u64;
    let progress = Progress::new(options.progress, "checks", tables.iter().map(samples).sum());
    let mut exit = Exit::Success;
    for table in &tables {
        let report = check(table, options, &progress);
        if interrupt::requested() {
            progress.finish();
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
            format!(
                "{name}: checksum right, {patterns} patterns dead and minimal, \
                 {states} states judged right ({dead} dead)"
            )
        } else {
            format!("{name}: WRONG\n  {}", wrong.join("\n  "))
        }
    }
}

fn check(table: &Table, options: &Options, progress: &Progress) -> Report {
    let name = table_name(table.site);
    let mut random = StdRng::seed_from_u64(options.seed);
    let patterns = options.sample.min(table.patterns.len());
    let chosen = index::sample(&mut random, table.patterns.len(), patterns).into_vec();
    let tick = || progress.advance(1, || name.clone());
    let mut wrong: Vec<String> = chosen
        .par_iter()
        .filter(|_| !interrupt::requested())
        .map(|&i| &table.patterns[i])
        .inspect(|_| tick())
        .filter(|pattern| !plain::is_minimal(table.site, pattern))
        .map(|pattern| format!("not dead, or not minimal: {pattern:?}"))
        .collect();
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
    Report { patterns, states: states.len(), dead: dead.into_inner(), wrong }
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
