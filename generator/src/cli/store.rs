//! Where finished tables of all kinds go.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use gridlock_generator::crusade;
use gridlock_patterns::crusade::table::Name;
use gridlock_patterns::file;
use gridlock_patterns::fingerprints::{self, Fingerprint};
use gridlock_patterns::sokoban::table::Packed;
use gridlock_patterns::sokoban::window::Site;

/// A table of any kind. The order is that of the rows in FINGERPRINTS.csv.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Id {
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
pub(super) struct Made {
    pub(super) id: Id,
    pub(super) row: Fingerprint,
    bytes: Vec<u8>,
    /// What it holds, for people.
    content: String,
}

impl Made {
    pub(super) fn sokoban(table: &Packed) -> anyhow::Result<Made> {
        let bytes = file::encode(table, env!("CARGO_PKG_VERSION")).context("cannot compress")?;
        let row = Fingerprint::new(table, bytes.len() as u64);
        let [_, _, _, patterns, frames] = row.counts;
        let content = format!("{patterns} patterns, {frames} frames");
        Ok(Made { id: Id::Sokoban(table.site), row, bytes, content })
    }

    pub(super) fn crusade(name: Name) -> anyhow::Result<Made> {
        let table = crusade::table(name);
        let version = env!("CARGO_PKG_VERSION");
        let bytes = file::encode_crusade(&table, version).context("cannot compress")?;
        let row = Fingerprint::of_crusade(&table, bytes.len() as u64);
        let (situations, choices) = table.counts();
        let content = format!("{situations} situations, {choices} choices");
        Ok(Made { id: Id::Crusade(name), row, bytes, content })
    }
}

/// A directory of tables.
pub(super) struct Store<'a> {
    data: &'a Path,
    rows: BTreeMap<Id, Fingerprint>,
}

impl Store<'_> {
    /// A directory for these tables, which may be there already only with `overwrite`.
    pub(super) fn open(
        data: &Path,
        mut ids: impl Iterator<Item = Id>,
        overwrite: bool,
    ) -> anyhow::Result<Store<'_>> {
        let problem = || format!("cannot create {}", data.display());
        std::fs::create_dir_all(data).with_context(problem)?;
        match ids.find(|id| !overwrite && id.path(data).exists()) {
            Some(id) => {
                bail!("{}: already there; add --overwrite to replace it", id.path(data).display())
            }
            None => Ok(Store { data, rows: known_rows(data)? }),
        }
    }

    /// Writes a table and its fingerprint; a line about it.
    pub(super) fn put(&mut self, made: Made) -> anyhow::Result<String> {
        // Another process may put tables there, too. Where a directory cannot be locked it can happen
        // that a row is lost; whoever reads the tables then notices.
        let directory = File::open(self.data).ok();
        if directory.as_ref().is_some_and(|directory| directory.lock().is_ok()) {
            // Left behind by processes that were killed.
            file::sweep(self.data)?;
        }
        let path = made.id.path(self.data);
        file::replace(&path, &made.bytes)?;
        self.rows = known_rows(self.data)?;
        self.rows.insert(made.id, made.row);
        let rows: Vec<Fingerprint> = self.rows.values().cloned().collect();
        fingerprints::write(self.data, &rows)?;
        Ok(format!("{}: {}", path.display(), made.content))
    }
}

/// The rows of FINGERPRINTS.csv for tables that this program knows.
pub(super) fn known_rows(data: &Path) -> anyhow::Result<BTreeMap<Id, Fingerprint>> {
    if !fingerprints::path(data).exists() {
        return Ok(BTreeMap::new());
    }
    let rows = fingerprints::read(data)?;
    Ok(rows.into_iter().filter_map(|row| Some((Id::from_name(&row.name)?, row))).collect())
}
