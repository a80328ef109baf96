//! From table files to the constant strings that a solver embeds.

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
    #[error("FINGERPRINTS.csv lists {0}, which this version does not know; update Gridlock or remove the row")]
    Unknown(String),
    /// A table that is needed is not listed.
    #[error("FINGERPRINTS.csv does not list {0}; generate it with `gridlock-gen generate --kind crusade`")]
    Unlisted(&'static str),
    /// A table is listed twice.
    #[error("FINGERPRINTS.csv lists {0} twice; remove one of the rows")]
    Repeated(String),
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
    for row in fingerprints::read(data)? {
        if crusade::table::Name::from_file_name(&row.name).is_some() {
            continue;
        }
        let unknown = || EmbedError::Unknown(row.name.clone());
        let site: Site = file::parse_table_name(&row.name).ok_or_else(unknown)?;
        if tables.iter().any(|table| table.site == site) {
            return Err(EmbedError::Repeated(row.name));
        }
        let table = file::read(data, site)?;
        if !Fingerprint::new(&table.pack(), 0).same_payload(&row) {
            return Err(EmbedError::Drift(row.name));
        }
        tables.push(table);
    }
    tables.sort_by_key(|table| order(table.site));
    Ok(tables)
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
/// and their text.
///
/// # Errors
///
/// The first thing that is wrong with the tables.
pub fn source(data: &Path) -> Result<String, EmbedError> {
    Ok(source_of(&texts(&seeds(&read_tables(data)?))))
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
/// table.
///
/// # Errors
///
/// The first thing that is wrong with the tables.
pub fn crusade_source(data: &Path) -> Result<String, EmbedError> {
    use crusade::texts::{encode_collision, encode_steering};
    let (steering, collision) = read_crusade(data)?;
    // The alphabet of texts has no quote and no backslash, so they stand as they are.
    Ok(format!("(\"{}\", \"{}\")\n", encode_steering(&steering), encode_collision(&collision)))
}
