//! `gridlock-gen generate`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{bail, Context};
use clap::{Args, ValueEnum};
use gridlock_patterns::crusade::table::Name;
use gridlock_patterns::file;
use gridlock_patterns::fingerprints::{self, Fingerprint};
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::sokoban::window::{Placement, Site, Window};

use super::exit::Exit;
use super::interrupt;
use super::progress::{Progress, Show};
use gridlock_generator::crusade;
use gridlock_generator::sokoban::job::{self, Watch};

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
    /// Only this window, with 2 to 4 rows and columns; may be given several times
    #[arg(long, value_name = "RxC", value_parser = parse_window)]
    window: Vec<Window>,
    /// Only this placement: interior, edge or corner; may be given several times
    #[arg(long, value_name = "NAME")]
    placement: Vec<Placement>,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
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

fn parse_window(name: &str) -> Result<Window, String> {
    let window: Window = name.parse().map_err(|e| format!("{e}"))?;
    if window.rows() > 4 || window.cols() > 4 {
        return Err("tables are enumerated for up to 4 rows and columns".to_owned());
    }
    Ok(window)
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
            let window = self.window.is_empty()
                || self.window.iter().any(|&w| Site::new(w, site.placement) == *site);
            window && (self.placement.is_empty() || self.placement.contains(&site.placement))
        };
        Site::all(4).into_iter().filter(asked).collect()
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    if let Some(threads) = options.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.into())
            .build_global()
            .context("cannot start the threads")?;
    }
    if options.check {
        check(options)
    } else {
        generate(options)
    }
}

/// A table of any kind. The order is that of the rows in FINGERPRINTS.csv.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Id {
    Sokoban(Site),
    Crusade(Name),
}

impl Id {
    fn path(self, data: &Path) -> PathBuf {
        match self {
            Id::Sokoban(site) => file::table_path(data, site),
            Id::Crusade(name) => file::crusade_path(data, name),
        }
    }

    /// The table whose row has this name.
    fn from_name(name: &str) -> Option<Id> {
        let site = file::parse_table_name(name).map(Id::Sokoban);
        site.or_else(|| Name::from_file_name(name).map(Id::Crusade))
    }
}

/// An enumerated table, ready to be written or compared.
struct Made {
    id: Id,
    row: Fingerprint,
    bytes: Vec<u8>,
    /// What it holds, for people.
    content: String,
}

impl Made {
    fn sokoban(table: &Table) -> anyhow::Result<Made> {
        let bytes = file::encode(table, env!("CARGO_PKG_VERSION")).context("cannot compress")?;
        let row = Fingerprint::new(table, bytes.len() as u64);
        let [_, _, _, patterns, frames] = row.counts;
        let content = format!("{patterns} patterns, {frames} frames");
        Ok(Made { id: Id::Sokoban(table.site), row, bytes, content })
    }

    fn crusade(name: Name) -> anyhow::Result<Made> {
        let table = crusade::table(name);
        let version = env!("CARGO_PKG_VERSION");
        let bytes = file::encode_crusade(&table, version).context("cannot compress")?;
        let row = Fingerprint::of_crusade(&table, bytes.len() as u64);
        let (situations, choices) = table.counts();
        let content = format!("{situations} situations, {choices} choices");
        Ok(Made { id: Id::Crusade(name), row, bytes, content })
    }
}

/// Shows how far the job is.
struct Watcher<'a> {
    site: Site,
    progress: &'a Progress,
    patterns: &'a AtomicU64,
}

impl Watch for Watcher<'_> {
    fn stopped(&self) -> bool {
        interrupt::requested()
    }

    fn unit_done(&self, boards: u64, patterns: u64) {
        let so_far = self.patterns.fetch_add(patterns, Ordering::Relaxed) + patterns;
        self.progress.advance(boards, || format!("{}: {so_far} patterns so far", self.site));
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
        let watcher = Watcher { site, progress: &progress, patterns: &patterns };
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
    let data = &options.data;
    std::fs::create_dir_all(data).with_context(|| format!("cannot create {}", data.display()))?;
    if !options.overwrite {
        let sites = options.sites().into_iter().map(Id::Sokoban);
        let ids = sites.chain(options.crusade().iter().copied().map(Id::Crusade));
        if let Some(path) = ids.map(|id| id.path(data)).find(|path| path.exists()) {
            bail!("{}: already there; add --overwrite to replace it", path.display());
        }
    }
    let mut rows = known_rows(data)?;
    let complete = for_each_table(options, |made, progress| {
        let path = made.id.path(data);
        file::replace(&path, &made.bytes)?;
        progress.print(&format!("{}: {}", path.display(), made.content))?;
        rows.insert(made.id, made.row);
        let rows: Vec<Fingerprint> = rows.values().cloned().collect();
        Ok(fingerprints::write(data, &rows)?)
    })?;
    if complete {
        return Ok(Exit::Success);
    }
    eprintln!("interrupted; the tables listed above are complete, run again for the others");
    Ok(Exit::Interrupted)
}

/// The rows of FINGERPRINTS.csv for tables that this program knows.
fn known_rows(data: &Path) -> anyhow::Result<BTreeMap<Id, Fingerprint>> {
    if !fingerprints::path(data).exists() {
        return Ok(BTreeMap::new());
    }
    let rows = fingerprints::read(data)?;
    Ok(rows.into_iter().filter_map(|row| Some((Id::from_name(&row.name)?, row))).collect())
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
