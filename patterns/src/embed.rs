//! From table files to the constant strings that a solver embeds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::crusade;
use crate::file::{self, FileError};
use crate::fingerprints::{self, Fingerprint, FingerprintsError};
use crate::sokoban::seed::{Seed, Seeds};
use crate::sokoban::table::Table;
use crate::sokoban::window::{Placement, Site};
use crate::text;

/// Why the tables of a directory cannot be embedded.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// `FINGERPRINTS.csv` is missing or damaged.
    #[error(transparent)]
    Fingerprints(#[from] FingerprintsError),
    /// A table is missing, damaged or too new.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table this version does not know.
    #[error("FINGERPRINTS.csv lists {0}, which this version does not know; update Gridlock or remove the row and the file")]
    Unknown(String),
    /// A table that is needed is not listed.
    #[error("FINGERPRINTS.csv does not list {0}; generate it with `gridlock-gen generate --kind crusade`")]
    Unlisted(&'static str),
    /// There is a table that is not listed.
    #[error("{}: not listed in FINGERPRINTS.csv, which may have been cut off; restore that, or generate the table again with --overwrite", .0.display())]
    NotListed(PathBuf),
    /// A table is listed twice.
    #[error("FINGERPRINTS.csv lists {0} twice; remove one of the rows")]
    Repeated(String),
    /// A table is in two directories.
    #[error("{name} is both in {} and in {}; name only one of them", one.display(), other.display())]
    InBoth {
        /// The table.
        name: String,
        /// A directory.
        one: PathBuf,
        /// Another one.
        other: PathBuf,
    },
    /// A table is not the one whose fingerprint is kept.
    #[error("{0} is not the table that FINGERPRINTS.csv describes; restore it or generate it again with --overwrite")]
    Drift(String),
}

/// The text of all tables of one placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementText {
    /// The placement.
    pub placement: Placement,
    /// The sites, in the order of the text.
    pub sites: Vec<Site>,
    /// Their seeds as printable ASCII.
    pub text: String,
}

impl PlacementText {
    /// The names of the sites, separated by blanks.
    pub fn names(&self) -> String {
        self.sites.iter().map(Site::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// The files that the embedded text depends on, as far as they are known.
pub fn inputs(data: &Path) -> Vec<PathBuf> {
    let rows = fingerprints::read(data).unwrap_or_default();
    let path = |row: &Fingerprint| {
        let crusade = crusade::table::Name::from_file_name(&row.name);
        let site = file::parse_table_name(&row.name).map(|site| file::table_path(data, site));
        site.or(crusade.map(|name| file::crusade_path(data, name)))
    };
    std::iter::once(fingerprints::path(data)).chain(rows.iter().filter_map(path)).collect()
}

/// Reads exactly the Sokoban tables that `FINGERPRINTS.csv` lists, small windows first.
///
/// # Errors
///
/// The first thing that is wrong with them.
pub fn read_tables(data: &Path) -> Result<Vec<Table>, EmbedError> {
    let mut tables: Vec<Table> = Vec::new();
    let rows = fingerprints::read(data)?;
    for row in &rows {
        if crusade::table::Name::from_file_name(&row.name).is_some() {
            continue;
        }
        let unknown = || EmbedError::Unknown(row.name.clone());
        let site: Site = file::parse_table_name(&row.name).ok_or_else(unknown)?;
        if tables.iter().any(|table| table.site == site) {
            return Err(EmbedError::Repeated(row.name.clone()));
        }
        let table = file::read(data, site)?;
        if !Fingerprint::new(&table.pack(), 0).same_payload(row) {
            return Err(EmbedError::Drift(row.name.clone()));
        }
        tables.push(table);
    }
    all_are_listed(data, &rows)?;
    tables.sort_by_key(|table| order(table.site));
    Ok(tables)
}

/// A list that was cut off at the end of a line would be a shorter list: then there are tables that
/// are not in it.
fn all_are_listed(data: &Path, rows: &[Fingerprint]) -> Result<(), EmbedError> {
    let listed = |name: &str| rows.iter().any(|row| row.name == name);
    for entry in std::fs::read_dir(data).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let table = name.to_str().and_then(|name| name.strip_suffix(".bin.zst"));
        if table.is_some_and(|table| !listed(table)) {
            return Err(EmbedError::NotListed(entry.path()));
        }
    }
    Ok(())
}

/// Reads the Sokoban tables of several directories, in the same order.
fn read_all(directories: &[impl AsRef<Path>]) -> Result<Vec<Table>, EmbedError> {
    let mut found: BTreeMap<Site, &Path> = BTreeMap::new();
    let mut tables = Vec::new();
    for data in directories.iter().map(AsRef::as_ref) {
        for table in read_tables(data)? {
            if let Some(other) = found.insert(table.site, data) {
                return Err(in_both(&file::table_name(table.site), other, data));
            }
            tables.push(table);
        }
    }
    tables.sort_by_key(|table| order(table.site));
    Ok(tables)
}

fn in_both(name: &str, one: &Path, other: &Path) -> EmbedError {
    EmbedError::InBoth { name: name.to_owned(), one: one.to_owned(), other: other.to_owned() }
}

/// Tables are embedded in this order, so that what smaller windows and windows with fewer walls
/// behind them know is not stored again.
fn order(site: Site) -> (Placement, usize, Site) {
    (site.placement, site.window.cells(), site)
}

/// The seeds of some tables, given in the order of [`read_tables`].
pub fn seeds(tables: &[Table]) -> Seeds {
    let mut seeds = Seeds::default();
    for table in tables {
        seeds.add_frames(table.site, &table.frames());
    }
    seeds
}

/// The texts that hold these seeds, one a placement.
pub fn texts(seeds: &Seeds) -> Vec<PlacementText> {
    let mut texts = Vec::new();
    for placement in Placement::ALL {
        let part: Vec<(Site, Vec<Seed>)> =
            seeds.sites().iter().filter(|(site, _)| site.placement == placement).cloned().collect();
        if !part.is_empty() {
            let sites = part.iter().map(|(site, _)| *site).collect();
            texts.push(PlacementText { placement, sites, text: text::encode(&part) });
        }
    }
    texts
}

/// The source of a constant `SOKOBAN: &[(&str, &str)]`: the names of the sites of each placement
/// and their text, for the tables of all these directories.
///
/// # Errors
///
/// The first thing that is wrong with the tables.
pub fn source(directories: &[impl AsRef<Path>]) -> Result<String, EmbedError> {
    Ok(source_of(&texts(&seeds(&read_all(directories)?))))
}

/// The source of that constant for these texts.
pub fn source_of(texts: &[PlacementText]) -> String {
    let mut source = String::from("&[\n");
    for part in texts {
        // The alphabet of texts has no quote and no backslash, so they stand as they are.
        let _ = writeln!(source, "    (\"{}\", \"{}\"),", part.names(), part.text);
    }
    source.push_str("]\n");
    source
}

/// Reads the tables of The Last Crusade. `FINGERPRINTS.csv` must list each once.
///
/// # Errors
///
/// The first thing that is wrong with them.
pub fn read_crusade(
    data: &Path,
) -> Result<(crusade::steering::Steering, crusade::collision::Collision), EmbedError> {
    use crusade::table::{Name, Table};
    let rows = fingerprints::read(data)?;
    let read = |name: Name| {
        let mut listed = rows.iter().filter(|row| row.name == name.file_name());
        let row = listed.next().ok_or(EmbedError::Unlisted(name.file_name()))?;
        if listed.next().is_some() {
            return Err(EmbedError::Repeated(row.name.clone()));
        }
        let table = file::read_crusade(data, name)?;
        if Fingerprint::of_crusade(&table, 0).same_payload(row) {
            Ok(table)
        } else {
            Err(EmbedError::Drift(row.name.clone()))
        }
    };
    match (read(Name::Steering)?, read(Name::Collision)?) {
        (Table::Steering(steering), Table::Collision(collision)) => Ok((steering, collision)),
        (first, _) => Err(EmbedError::Unknown(first.name().file_name().to_owned())),
    }
}

/// The source of a constant `CRUSADE: (&str, &str)`: the texts of the steering and the collision
/// table, which one of these directories has.
///
/// # Errors
///
/// The first thing that is wrong with the tables.
pub fn crusade_source(directories: &[impl AsRef<Path>]) -> Result<String, EmbedError> {
    use crusade::table::Name;
    use crusade::texts::{encode_collision, encode_steering};
    let mut holder: Option<&Path> = None;
    for data in directories.iter().map(AsRef::as_ref) {
        let rows = fingerprints::read(data)?;
        if let Some(row) = rows.iter().find(|row| Name::from_file_name(&row.name).is_some()) {
            if let Some(other) = holder.replace(data) {
                return Err(in_both(&row.name, other, data));
            }
        }
    }
    let unlisted = EmbedError::Unlisted(Name::Steering.file_name());
    let (steering, collision) = read_crusade(holder.ok_or(unlisted)?)?;
    // The alphabet of texts has no quote and no backslash, so they stand as they are.
    Ok(format!("(\"{}\", \"{}\")\n", encode_steering(&steering), encode_collision(&collision)))
}
