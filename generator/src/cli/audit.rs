//! `gridlock-gen ship --audit`: what a shipped program knows, held against the full tables.

use std::path::Path;

use anyhow::{bail, Context};
use gridlock_generator::ship::audit::level::{Level, State};
use gridlock_generator::ship::audit::oracle::Oracle;
use gridlock_generator::ship::audit::overlay::{Atlas, Overlay};
use gridlock_generator::ship::audit::proof::{self, Prover};
use gridlock_generator::ship::audit::sample;
use gridlock_generator::ship::tables::Choice;
use gridlock_generator::ship::value::{self, Step};
use gridlock_generator::ship::ShipError;
use gridlock_patterns::sokoban::table::Table;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rayon::prelude::*;

use super::interrupt;
use super::progress::{Progress, Show};
use super::ship::{constant, Shop};

/// A proof may take so many positions.
const LONGEST_PROOF: usize = 1 << 21;

/// Times and values are taken on so many levels.
const FEW: usize = 30;

/// How much to look at.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Hold what the shipped program knows on these levels against the full tables
    #[arg(long, value_name = "FILE")]
    audit: Option<std::path::PathBuf>,
    /// How many positions to sample
    #[arg(long, value_name = "N", default_value_t = 1_250_000, requires = "audit")]
    samples: usize,
    /// How many of those called dead beyond the tables to prove
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "audit")]
    proofs: usize,
    /// Which positions: another seed takes others
    #[arg(long, value_name = "S", default_value_t = 1, requires = "audit")]
    seed: u64,
}

impl Options {
    /// The levels to look at, if any.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.audit.as_deref()
    }
}

/// What a test of the shipped code said.
#[derive(Clone, Copy, Default)]
struct Tally {
    dead: usize,
    /// Of those that the tables call dead.
    found: usize,
}

/// The findings on one level.
struct Findings {
    states: usize,
    /// What the full tables call dead.
    listed: usize,
    windows: Tally,
    areas: Tally,
    /// What the windows call dead and the tables do not, and what the areas alone do.
    beyond: [Vec<State>; 2],
}

/// Audits a choice of tables; false when something was missed or could not be proved.
pub(crate) fn run(
    options: &Options,
    shop: &Shop,
    tables: &[Table],
    file: &Path,
) -> anyhow::Result<bool> {
    let levels = Level::read(file)?;
    let directory = tempfile::tempdir().context("cannot make a temporary directory")?;
    let oracle = shop.oracle(tables, directory.path())?;
    let atlas = Atlas::new(shop.tables());
    let samples = samples(options, &levels);
    let total: usize = samples.iter().map(Vec::len).sum();
    let progress = Progress::new(Show::Auto, "positions", total as u64);
    let findings: Result<Vec<Findings>, ShipError> = levels
        .par_iter()
        .zip(&samples)
        .filter(|_| !interrupt::requested())
        .map(|(level, states)| {
            let found = examine(&oracle, &atlas, level, states)?;
            progress.advance(states.len() as u64, || "audit".to_owned());
            Ok(found)
        })
        .collect();
    progress.finish();
    let findings = findings?;
    if findings.len() < levels.len() {
        bail!("stopped before the end");
    }
    println!("audit on {}: {} levels, {total} positions", file.display(), levels.len());
    let recall = report(&findings);
    let proved = [(0, options.proofs), (1, options.proofs / 10)].iter().try_fold(
        true,
        |all, &(kind, most)| {
            prove(options, &oracle, &levels, &findings, kind, most).map(|proved| proved && all)
        },
    )?;
    println!();
    compare(shop, &levels)?;
    println!();
    curve(&value::steps(&oracle, shop.tables(), &few(&levels))?);
    Ok(recall && proved)
}

/// Positions of each level. Where a level has too few, the later ones get more.
fn samples(options: &Options, levels: &[Level]) -> Vec<Vec<State>> {
    let mut left = options.samples;
    let share = |(i, level): (usize, &Level)| {
        let states =
            sample::states(level, left.div_ceil(levels.len() - i), options.seed + i as u64);
        left -= states.len().min(left);
        states
    };
    levels.iter().enumerate().map(share).collect()
}

/// Puts all positions of a level to the tables and to the shipped code.
fn examine(
    oracle: &Oracle,
    atlas: &Atlas,
    level: &Level,
    states: &[State],
) -> Result<Findings, ShipError> {
    let overlay = Overlay::new(atlas, level);
    let verdicts = oracle.ask("verdicts", &question(level, states))?;
    let verdicts: Vec<u8> = verdicts.lines().filter_map(|line| line.parse().ok()).collect();
    if verdicts.len() != states.len() {
        return Err(ShipError::Wrong("the shipped code does not answer all questions".to_owned()));
    }
    let (windows, areas) = (Tally::default(), Tally::default());
    let beyond = [Vec::new(), Vec::new()];
    let mut all = Findings { states: states.len(), listed: 0, windows, areas, beyond };
    for (&state, verdict) in states.iter().zip(verdicts) {
        let listed = overlay.is_dead(state);
        all.listed += usize::from(listed);
        for (bit, tally) in [(1, &mut all.windows), (2, &mut all.areas)] {
            let dead = verdict & bit != 0;
            tally.dead += usize::from(dead);
            tally.found += usize::from(dead && listed);
        }
        match (listed, verdict) {
            (false, 1 | 3) => all.beyond[0].push(state),
            (false, 2) => all.beyond[1].push(state),
            _ => {}
        }
    }
    Ok(all)
}

fn question(level: &Level, states: &[State]) -> String {
    let lines: Vec<String> = states.iter().map(|&state| level.line(state)).collect();
    format!("{}\n\n{}\n", level.text, lines.join("\n"))
}

/// Prints how much was found; false when the shipped code misses something.
fn report(findings: &[Findings]) -> bool {
    let sum = |part: &dyn Fn(&Findings) -> usize| findings.iter().map(part).sum::<usize>();
    let (states, listed) = (sum(&|f| f.states), sum(&|f| f.listed));
    let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!("  the full tables prune         {listed:>8} ({:.2} %)", percent(listed, states));
    let mut complete = true;
    for (name, of) in [
        ("windows", (|f: &Findings| f.windows) as fn(&Findings) -> Tally),
        ("areas", |f: &Findings| f.areas),
    ] {
        let (dead, found) = (sum(&|f| of(f).dead), sum(&|f| of(f).found));
        complete &= found == listed;
        println!(
            "  the {name:7} that ship prune   {dead:>8} ({:.2} %), of those of the tables {found}: recall {:.4} %",
            percent(dead, states),
            percent(found, listed)
        );
    }
    complete
}

/// Proves a sample of what is called dead beyond the tables; false when something can be solved, or
/// a window's verdict stays open.
fn prove(
    options: &Options,
    oracle: &Oracle,
    levels: &[Level],
    findings: &[Findings],
    kind: usize,
    most: usize,
) -> anyhow::Result<bool> {
    let numbered = findings.iter().enumerate();
    let mut all: Vec<(usize, State)> =
        numbered.flat_map(|(i, found)| found.beyond[kind].iter().map(move |&s| (i, s))).collect();
    let total = all.len();
    all.shuffle(&mut StdRng::seed_from_u64(options.seed));
    all.truncate(most);
    all.sort_unstable();
    let groups: Vec<&[(usize, State)]> = all.chunk_by(|a, b| a.0 == b.0).collect();
    let progress = Progress::new(Show::Auto, "proofs", all.len() as u64);
    let outcomes: Result<Vec<Vec<proof::Outcome>>, ShipError> = groups
        .par_iter()
        .map(|group| {
            let states: Vec<State> = group.iter().map(|&(_, state)| state).collect();
            let outcomes = proofs(oracle, &levels[group[0].0], &states)?;
            progress.advance(states.len() as u64, || "proofs".to_owned());
            Ok(outcomes)
        })
        .collect();
    progress.finish();
    let outcomes = outcomes?.concat();
    let count = |outcome| outcomes.iter().filter(|&&o| o == outcome).count();
    let [unsolvable, solvable, unknown] =
        [proof::Outcome::Unsolvable, proof::Outcome::Solvable, proof::Outcome::Unknown].map(count);
    let name = ["windows beyond the tables", "areas beyond the windows"][kind];
    println!(
        "  {name}: {total}; of {} looked at, {unsolvable} proved unsolvable by search, {solvable} solvable, {unknown} open",
        outcomes.len()
    );
    // A whole area may take more positions than a search should; a window never does.
    Ok(solvable == 0 && (kind == 1 || unknown == 0))
}

/// Searches from each position with no more boxes than the shipped code needs to call it dead.
fn proofs(
    oracle: &Oracle,
    level: &Level,
    states: &[State],
) -> Result<Vec<proof::Outcome>, ShipError> {
    let answer = oracle.ask("explain", &question(level, states))?;
    let mut prover = Prover::new(level, LONGEST_PROOF);
    let outcome = |(state, line): (&State, &str)| {
        let boxes = level.set(line).filter(|boxes| boxes & !state.boxes == 0);
        let boxes = boxes.unwrap_or(state.boxes);
        prover.prove(State { boxes, ..*state })
    };
    Ok(states.iter().zip(answer.lines()).map(outcome).collect())
}

/// A few levels from all over the file.
fn some(levels: &[Level]) -> impl Iterator<Item = &Level> {
    levels.iter().step_by(levels.len().div_ceil(FEW))
}

fn few(levels: &[Level]) -> String {
    some(levels).map(|level| level.text.as_str()).collect::<Vec<_>>().join("\n\n")
}

/// Prints bytes and times of three choices side by side.
fn compare(shop: &Shop, levels: &[Level]) -> anyhow::Result<()> {
    println!(
        "  tables   bytes of text   decode   specialise   areas (mean of levels, microseconds)"
    );
    for (name, choice) in [("all", Choice::All), ("mix", Choice::Mix), ("none", Choice::None)] {
        let tables = choice.of(shop.tables()).map_err(|message| anyhow::anyhow!(message))?;
        let directory = tempfile::tempdir().context("cannot make a temporary directory")?;
        let oracle = shop.oracle(&tables, directory.path())?;
        let mut sums = [0.0; 3];
        let mut count = 0.0;
        for level in some(levels) {
            let answer = oracle.ask("startup", &level.text)?;
            for (sum, word) in sums.iter_mut().zip(answer.split_whitespace()) {
                *sum += word.parse::<f64>().unwrap_or(f64::NAN);
            }
            count += 1.0;
        }
        let [decode, specialise, areas] = sums.map(|sum| sum / count);
        let bytes = constant(&gridlock_generator::ship::tables::Texts::new(&tables)).len();
        println!("  {name:6} {bytes:>15} {decode:>8.0} {specialise:>12.0} {areas:>7.0}");
    }
    Ok(())
}

/// Prints what is left out in turn, and what that costs.
fn curve(steps: &[Step]) {
    println!("  tables left out in turn   bytes left   positions of a plain search   more a byte");
    for (i, step) in steps.iter().enumerate() {
        let name = step.dropped.map_or("none".to_owned(), |site| site.to_string());
        let price = i.checked_sub(1).map_or(0.0, |before| step.price(&steps[before]));
        println!("  {name:23} {:>12} {:>29} {price:>13.2}", step.bytes, step.nodes);
    }
}
