//! `gridlock-gen generate`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{anyhow, bail, Context};
use clap::{Args, ValueEnum};
use gridlock_patterns::crusade::table::Name;
use gridlock_patterns::sokoban::window::{Placement, Site, Window};

use super::exit::Exit;
use super::interrupt;
use super::progress::{Progress, Show};
use super::store::{known_rows, Id, Made, Store};
use gridlock_generator::sokoban::job::{self, Watch};
use gridlock_generator::work::merge::{merge, MB_BESIDES as MB_TO_MERGE};
use gridlock_generator::work::plan::Plan;
use gridlock_generator::work::run::Rest;
use gridlock_generator::work::{Directory, Shard, Source};

/// Which puzzle's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Deadlock patterns of Sokoban windows.
    Sokoban,
    /// Steering and collisions of The Last Crusade.
    Crusade,
    /// Every kind there is.
    All,
}

/// Options of `generate`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Which tables to generate
    #[arg(long, value_enum, default_value = "all")]
    kind: Kind,
    /// Only this window, with 2 to 5 rows and columns and at most 20 cells; may be given several
    /// times. Without it all with up to 4 rows and columns
    #[arg(long, value_name = "RxC", value_parser = parse_window)]
    window: Vec<Window>,
    /// Only this placement: interior, edge, corner, corridor or alcove; may be given several times.
    /// Without it the first three
    #[arg(long, value_name = "NAME")]
    placement: Vec<Placement>,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Keep the plan and every finished unit of work in this directory, so that the job can be
    /// stopped and gone on with
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    work: Option<PathBuf>,
    /// Go on with the job that is in the directory
    #[arg(long, requires = "work")]
    resume: bool,
    /// Do only part k of n, counted from 0; `gridlock-gen merge` makes the tables in the end
    #[arg(long, value_name = "k/n", requires = "work")]
    shard: Option<Shard>,
    /// Take the part from the variables of an array job
    #[arg(long, value_enum, value_name = "SYSTEM", requires = "work", conflicts_with = "shard")]
    shard_from: Option<System>,
    /// Use only as many threads as fit into so many megabytes, and stop before a table that takes
    /// more to put together
    #[arg(long, value_name = "MB")]
    memory_limit: Option<u64>,
    /// Threads to use; default: one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Replace tables that are already there
    #[arg(long)]
    overwrite: bool,
    /// Write nothing: enumerate again and fail if FINGERPRINTS.csv says something else
    #[arg(long, conflicts_with = "overwrite")]
    check: bool,
    /// When to show progress on standard error
    #[arg(long, value_enum, default_value = "auto")]
    progress: Show,
}

/// A system that starts the parts of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum System {
    /// A Slurm array
    Slurm,
    /// A Kubernetes Indexed Job that sets `JOB_COMPLETIONS`
    Kubernetes,
}

/// Megabytes that each thread needs for windows of up to 16 cells, for larger ones, and for larger
/// ones of narrow boards; as measured where there are no walls: 4x4 corner 8, 4x5 corner 95, 4x5
/// alcove 345.
const MB_A_THREAD: [u64; 3] = [10, 120, 400];
/// Megabytes that everything else needs while units are done.
const MB_BESIDES: u64 = 20;

/// Without names, windows of up to so many rows and columns: those that the solver looks at.
const SIDE: usize = 4;

fn parse_window(name: &str) -> Result<Window, String> {
    name.parse().map_err(|e| format!("{e}"))
}

impl Options {
    /// The tables of The Last Crusade that are asked for; whoever names windows wants none.
    fn crusade(&self) -> &'static [Name] {
        let all = self.window.is_empty() && self.placement.is_empty();
        match self.kind {
            Kind::Crusade => &Name::ALL,
            Kind::All if all => &Name::ALL,
            Kind::All | Kind::Sokoban => &[],
        }
    }

    /// The Sokoban tables asked for, small windows first.
    fn sites(&self) -> Vec<Site> {
        if self.kind == Kind::Crusade {
            return Vec::new();
        }
        let asked = |site: &Site| {
            let named = |&window: &Window| Site::new(window, site.placement) == *site;
            let small = site.window.rows().max(site.window.cols()) <= SIDE;
            let window = if self.window.is_empty() { small } else { self.window.iter().any(named) };
            let placements =
                if self.placement.is_empty() { &Placement::WIDE[..] } else { &self.placement };
            window && placements.contains(&site.placement)
        };
        Site::all(5).into_iter().filter(asked).collect()
    }

    /// All tables asked for.
    fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        let crusade = self.crusade().iter().copied().map(Id::Crusade);
        self.sites().into_iter().map(Id::Sokoban).chain(crusade)
    }

    /// How many threads to use, as far as that is limited.
    fn threads(&self) -> anyhow::Result<Option<usize>> {
        let asked = self.threads.map(usize::from);
        let Some(limit) = self.memory_limit else { return Ok(asked) };
        let kind = |site: &Site| match site.window.cells() {
            0..=16 => 0,
            _ => 1 + usize::from(!Placement::WIDE.contains(&site.placement)),
        };
        let largest = self.sites().iter().map(kind).max().unwrap_or(0);
        if largest > 0 && self.work.is_none() {
            bail!("--memory-limit: windows of more than 16 cells need --work, so that their patterns are kept on disk");
        }
        let a_thread = MB_A_THREAD[largest];
        let fit = (limit.saturating_sub(MB_BESIDES) / a_thread) as usize;
        if fit == 0 {
            bail!("--memory-limit {limit}: one thread needs {} MB", a_thread + MB_BESIDES);
        }
        let merges = self.shard.is_none() && self.shard_from.is_none();
        if merges && limit < MB_TO_MERGE {
            bail!(
                "--memory-limit {limit}: to put a table together takes {MB_TO_MERGE} MB; \
                 with --shard, and `gridlock-gen merge` elsewhere, {} MB will do",
                a_thread + MB_BESIDES
            );
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Some(asked.unwrap_or(cores).min(fit)))
    }

    /// The part of the job to do, unless it is all of it.
    fn part(&self) -> anyhow::Result<Option<Shard>> {
        let source = match self.shard_from {
            None => return Ok(self.shard),
            Some(System::Slurm) => Source::Slurm,
            Some(System::Kubernetes) => Source::Kubernetes,
        };
        source.shard(|name| std::env::var(name).ok()).map(Some).map_err(anyhow::Error::msg)
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    if let Some(threads) = options.threads()? {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .context("cannot start the threads")?;
    }
    if options.check {
        return check(options);
    }
    match &options.work {
        None => generate(options),
        Some(work) => generate_in(options, work),
    }
}

/// Shows how far the job is.
struct Watcher<'a> {
    /// What is being made.
    name: String,
    progress: &'a Progress,
    patterns: &'a AtomicU64,
}

impl Watch for Watcher<'_> {
    fn stopped(&self) -> bool {
        interrupt::requested()
    }

    fn class_done(&self, boards: u64, patterns: u64) {
        let so_far = self.patterns.fetch_add(patterns, Ordering::Relaxed) + patterns;
        self.progress.advance(boards, || format!("{}: {so_far} patterns so far", self.name));
    }
}

/// Enumerates the tables one after the other; false when interrupted.
fn for_each_table(
    options: &Options,
    mut done: impl FnMut(Made, &Progress) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let sites = options.sites();
    let total = sites.iter().map(|&site| job::boards(site)).sum();
    let progress = Progress::new(options.progress, "boards", total);
    let patterns = AtomicU64::new(0);
    for site in sites {
        let name = site.to_string();
        let watcher = Watcher { name, progress: &progress, patterns: &patterns };
        let Some(table) = job::table(site, &watcher) else {
            progress.finish();
            return Ok(false);
        };
        done(Made::sokoban(&table)?, &progress)?;
    }
    for &name in options.crusade() {
        done(Made::crusade(name)?, &progress)?;
    }
    progress.finish();
    Ok(true)
}

fn generate(options: &Options) -> anyhow::Result<Exit> {
    let mut store = Store::open(&options.data, options.ids(), options.overwrite)?;
    let complete =
        for_each_table(options, |made, progress| Ok(progress.print(&store.put(made)?)?))?;
    if complete {
        return Ok(Exit::Success);
    }
    eprintln!("interrupted; the tables listed above are complete, run again for the others");
    Ok(Exit::Interrupted)
}

/// The same by way of a directory that keeps what is finished.
fn generate_in(options: &Options, work: &Path) -> anyhow::Result<Exit> {
    let part = options.part()?;
    if part.is_none() {
        // What would fail in the end should fail now.
        Store::open(&options.data, options.ids(), options.overwrite)?;
    }
    let directory = Directory::open(work, Plan::new(&options.sites()), options.resume)?;
    let units = part.unwrap_or(Shard::ALL).units(directory.plan());
    let all = units.len();
    let rest = Rest::new(&directory, units, |line| eprintln!("{line}"))?;
    if rest.len() < all {
        eprintln!("{}: {} of {all} units are finished", work.display(), all - rest.len());
    }
    let progress = Progress::new(options.progress, "boards", rest.boards());
    let (name, patterns) = (work.display().to_string(), AtomicU64::new(0));
    let done = rest.work(&Watcher { name, progress: &progress, patterns: &patterns });
    progress.finish();
    let done = done.map_err(|problem| {
        anyhow!("{problem}; finished units are saved: once that is mended, the same command with --resume goes on")
    })?;
    if !done {
        eprintln!("interrupted; finished units are saved, the same command with --resume goes on");
        return Ok(Exit::Interrupted);
    }
    if let Some(Shard { index, count }) = part {
        println!("{}: part {index}/{count} is complete", work.display());
        return Ok(Exit::Success);
    }
    let mut store = Store::open(&options.data, options.ids(), options.overwrite)?;
    interrupt::leave_at_once(
        "all units are finished, the same command with --resume and --overwrite makes the tables",
    );
    merge(&[directory], options.memory_limit, |table| {
        println!("{}", store.put(Made::sokoban(&table)?)?);
        Ok(())
    })?;
    // These take no time and are in no plan.
    for &name in options.crusade() {
        println!("{}", store.put(Made::crusade(name)?)?);
    }
    Ok(Exit::Success)
}

fn check(options: &Options) -> anyhow::Result<Exit> {
    let rows = known_rows(&options.data)?;
    let mut exit = Exit::Success;
    let complete = for_each_table(options, |made, progress| {
        let Made { id, row: found, .. } = made;
        let name = &found.name;
        let same = rows.get(&id).is_some_and(|row| row.same_payload(&found));
        if !same {
            exit = Exit::Failed;
        }
        Ok(progress.print(&match rows.get(&id) {
            Some(_) if same => format!("{name}: same"),
            Some(row) => format!("{name}: differs\n  in the file {row:?}\n  enumerated  {found:?}"),
            None => format!("{name}: not in FINGERPRINTS.csv"),
        })?)
    })?;
    Ok(if complete { exit } else { Exit::Interrupted })
}
