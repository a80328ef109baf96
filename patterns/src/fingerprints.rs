//! `FINGERPRINTS.csv`: one row a table, so that a change of a table shows without opening it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::crusade;
use crate::file::{payload_hash, table_name, FileError, FORMAT};
use crate::sokoban::table::Packed;

const HEADER: &str =
    "table,wall_classes,states,stuck,patterns,frames,payload_bytes,file_bytes,payload_blake3";

/// The row of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Name of the table.
    pub name: String,
    /// Major format of its file.
    pub format: u16,
    /// Wall classes, states, stuck states, patterns, frames. Of a table of The Last Crusade its
    /// situations count as states and its choices as patterns; the others are 0.
    pub counts: [u64; 5],
    /// Bytes of the payload.
    pub payload_bytes: u64,
    /// Bytes of the file. They depend on the version of the compressor.
    pub file_bytes: u64,
    /// BLAKE3 of the payload in hexadecimal.
    pub payload_hash: String,
}

impl Fingerprint {
    /// The row of a table whose file has `file_bytes` bytes.
    pub fn new(table: &Packed, file_bytes: u64) -> Fingerprint {
        let c = table.counts;
        let counts = [c.wall_classes, c.states, c.stuck, c.patterns, c.frames];
        Fingerprint::of(table_name(table.site), counts, &table.payload, file_bytes)
    }

    /// The row of a table of The Last Crusade whose file has `file_bytes` bytes.
    pub fn of_crusade(table: &crusade::table::Table, file_bytes: u64) -> Fingerprint {
        let (situations, choices) = table.counts();
        let name = table.name().file_name().to_owned();
        Fingerprint::of(name, [0, situations, 0, choices, 0], &table.to_payload(), file_bytes)
    }

    fn of(name: String, counts: [u64; 5], payload: &[u8], file_bytes: u64) -> Fingerprint {
        Fingerprint {
            name,
            format: FORMAT.0,
            counts,
            payload_bytes: payload.len() as u64,
            file_bytes,
            payload_hash: payload_hash(payload),
        }
    }

    /// Whether two rows stand for the same payload. The bytes of the file do not matter.
    pub fn same_payload(&self, other: &Fingerprint) -> bool {
        Fingerprint { file_bytes: other.file_bytes, ..self.clone() } == *other
    }
}

/// What is wrong with `FINGERPRINTS.csv`.
#[derive(Debug, thiserror::Error)]
pub enum FingerprintsError {
    /// It cannot be read.
    #[error("{}: {error}; generate the tables with `gridlock-gen generate`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: std::io::Error,
    },
    /// A row cannot be understood.
    #[error("{}:{line}: this row does not fit the columns {HEADER}; restore the file or generate the tables again", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Line number from 1.
        line: usize,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

/// Where the fingerprints of a data directory are kept.
pub fn path(data: &Path) -> PathBuf {
    data.join("FINGERPRINTS.csv")
}

/// Reads the fingerprints of a data directory.
///
/// # Errors
///
/// A [`FingerprintsError`] that names the file and the line.
pub fn read(data: &Path) -> Result<Vec<Fingerprint>, FingerprintsError> {
    let path = path(data);
    let text = fs::read_to_string(&path)
        .map_err(|error| FingerprintsError::Read { path: path.clone(), error })?;
    parse(&text).map_err(|line| FingerprintsError::Row { path, line })
}

/// The rows of the text of `FINGERPRINTS.csv`.
///
/// # Errors
///
/// The number of the first line, from 1, that does not fit.
pub fn parse(text: &str) -> Result<Vec<Fingerprint>, usize> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(1);
    }
    lines.enumerate().map(|(index, line)| parse_row(line).ok_or(index + 2)).collect()
}

fn parse_row(line: &str) -> Option<Fingerprint> {
    let fields: Vec<&str> = line.split(',').collect();
    let [name, counts @ .., payload_bytes, file_bytes, payload_hash] = fields.as_slice() else {
        return None;
    };
    let (name, format) = name.split_once('@')?;
    let is_hash = payload_hash.len() == 64 && payload_hash.bytes().all(|b| b.is_ascii_hexdigit());
    let counts: Vec<u64> = counts.iter().map(|c| c.parse().ok()).collect::<Option<_>>()?;
    Some(Fingerprint {
        name: name.to_owned(),
        format: format.parse().ok()?,
        counts: counts.try_into().ok()?,
        payload_bytes: payload_bytes.parse().ok()?,
        file_bytes: file_bytes.parse().ok()?,
        payload_hash: is_hash.then(|| (*payload_hash).to_owned())?,
    })
}

/// Replaces the fingerprints of a data directory.
///
/// # Errors
///
/// When the file cannot be written; the old one is then untouched.
pub fn write(data: &Path, rows: &[Fingerprint]) -> Result<(), FingerprintsError> {
    let mut text = format!("{HEADER}\n");
    for row in rows {
        let [wall_classes, states, stuck, patterns, frames] = row.counts;
        let _ = writeln!(
            text,
            "{}@{},{wall_classes},{states},{stuck},{patterns},{frames},{},{},{}",
            row.name, row.format, row.payload_bytes, row.file_bytes, row.payload_hash
        );
    }
    Ok(crate::file::replace(&path(data), text.as_bytes())?)
}
