//! Table files: a plain header, then one zstd frame with the payload.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic `GRIDLOCK` |
//! | 2 + 2 | format, major and minor |
//! | 4 | kind, then rows, columns and placement for Sokoban, the number of the table for The Last Crusade |
//! | 9 x 8 | counts |
//! | 8 | bytes of the payload |
//! | 16 | generator version, padded with zeros |
//! | 32 | BLAKE3 of the payload |
//! | 8 | the first bytes of the BLAKE3 of all before |
//!
//! All numbers are little-endian. A newer minor format only adds what older readers may ignore.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::crusade;
use crate::sokoban::table::{Counts, Packed, PayloadError, Table};
use crate::sokoban::window::{Placement, Site, Window};

/// The format that this version writes.
pub const FORMAT: (u16, u16) = (1, 0);

const MAGIC: &[u8; 8] = b"GRIDLOCK";
const HEADER_BYTES: usize = 8 + 4 + 4 + 9 * 8 + 8 + 16 + 32 + 8;
const KIND_SOKOBAN: u8 = 1;
const KIND_CRUSADE: u8 = 2;
/// No table comes near this; a damaged length must not ask for all memory.
const MAX_PAYLOAD: u64 = 1 << 30;

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a table file cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// There is no such file.
    #[error("there is no such file; generate it with `gridlock-gen generate`, or take its row out of FINGERPRINTS.csv")]
    Missing,
    /// The operating system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is no table file; generate it with `gridlock-gen generate`")]
    Magic,
    /// It was written by a newer generator.
    #[error("format {0}.{1} is newer than this program reads; update Gridlock")]
    Newer(u16, u16),
    /// It was written by a generator that is too old.
    #[error("format {0}.{1} is no longer read; generate the table again")]
    Older(u16, u16),
    /// It ends too early.
    #[error("the file is cut off; generate the table again or restore it")]
    Truncated,
    /// The header does not fit its checksum.
    #[error("the header is damaged; generate the table again or restore it")]
    HeaderChecksum,
    /// The header names no table.
    #[error("the header names no known kind of table, window or placement; update Gridlock")]
    UnknownTable,
    /// The compressed data is damaged.
    #[error("the compressed data is damaged ({0}); generate the table again or restore it")]
    Compression(String),
    /// The payload does not fit its checksum.
    #[error("the payload does not fit its checksum; generate the table again or restore it")]
    PayloadChecksum,
    /// There is something behind the table.
    #[error("{0} bytes are left over behind the table; restore the file")]
    TrailingBytes(usize),
    /// The payload is not that of a table.
    #[error("{0}; generate the table again")]
    Payload(#[from] PayloadError),
    /// The payload is not that of a table of The Last Crusade.
    #[error("{0}; generate the table again")]
    CrusadePayload(#[from] crusade::table::PayloadError),
    /// The file holds the table of another site.
    #[error("the file holds the table {0}; it was renamed or mixed up")]
    OtherTable(String),
}

/// The name of a table: that of its file without the ending.
pub fn table_name(site: Site) -> String {
    format!("sokoban-{site}")
}

/// The site whose table has this name.
pub fn parse_table_name(name: &str) -> Option<Site> {
    name.strip_prefix("sokoban-")?.parse().ok()
}

/// Where the table of a site is kept in a data directory.
pub fn table_path(data: &Path, site: Site) -> PathBuf {
    data.join(format!("{}.bin.zst", table_name(site)))
}

/// The hash by which payloads are compared: BLAKE3, in hexadecimal.
pub fn payload_hash(payload: &[u8]) -> String {
    blake3::hash(payload).to_hex().to_string()
}

/// The bytes of a table file.
///
/// # Errors
///
/// Only when the compressor fails.
pub fn encode(table: &Packed, version: &str) -> io::Result<Vec<u8>> {
    let window = table.site.window;
    let placement = Placement::ALL.iter().position(|p| *p == table.site.placement).unwrap_or(0);
    let what = [KIND_SOKOBAN, window.rows() as u8, window.cols() as u8, placement as u8];
    encode_payload(what, table.counts.to_array(), &table.payload, version)
}

/// The bytes of the file of a table of The Last Crusade.
///
/// # Errors
///
/// Only when the compressor fails.
pub fn encode_crusade(table: &crusade::table::Table, version: &str) -> io::Result<Vec<u8>> {
    let (situations, choices) = table.counts();
    let counts = [situations, choices, 0, 0, 0, 0, 0, 0, 0];
    let what = [KIND_CRUSADE, table.name() as u8, 0, 0];
    encode_payload(what, counts, &table.to_payload(), version)
}

fn encode_payload(
    what: [u8; 4],
    counts: [u64; 9],
    payload: &[u8],
    version: &str,
) -> io::Result<Vec<u8>> {
    let mut bytes = header(what, counts, payload, version);
    let mut encoder = zstd::stream::Encoder::new(&mut bytes, 19)?;
    encoder.include_checksum(true)?;
    encoder.write_all(payload)?;
    encoder.finish()?;
    Ok(bytes)
}

fn header(what: [u8; 4], counts: [u64; 9], payload: &[u8], version: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.0.to_le_bytes());
    bytes.extend(FORMAT.1.to_le_bytes());
    bytes.extend(what);
    for count in counts {
        bytes.extend(count.to_le_bytes());
    }
    bytes.extend((payload.len() as u64).to_le_bytes());
    let mut padded = [0; 16];
    for (to, from) in padded.iter_mut().zip(version.bytes()) {
        *to = from;
    }
    bytes.extend(padded);
    bytes.extend(blake3::hash(payload).as_bytes());
    let check = blake3::hash(&bytes);
    bytes.extend(&check.as_bytes()[..8]);
    bytes
}

/// Reads the bytes of a table file.
///
/// # Errors
///
/// A [`Reason`] for everything that is not exactly one undamaged table of a known format.
pub fn decode(bytes: &[u8]) -> Result<Table, Reason> {
    let content = Content::read(bytes)?;
    let [kind, rows, cols, placement] = content.what;
    let window = Window::new(rows.into(), cols.into()).filter(|_| kind == KIND_SOKOBAN);
    let placement = Placement::ALL.get(usize::from(placement));
    let (Some(window), Some(&placement)) = (window, placement) else {
        return Err(Reason::UnknownTable);
    };
    let site = Site::new(window, placement);
    if site.window != window {
        return Err(Reason::UnknownTable);
    }
    let payload = content.payload()?;
    Ok(Table::from_payload(site, Counts::from_array(content.counts), &payload)?)
}

/// Reads the bytes of the file of a table of The Last Crusade.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_crusade(bytes: &[u8]) -> Result<crusade::table::Table, Reason> {
    let content = Content::read(bytes)?;
    let [kind, number, rest @ ..] = content.what;
    let name = crusade::table::Name::ALL.into_iter().find(|&name| name as u8 == number);
    let name = name.filter(|_| kind == KIND_CRUSADE && rest == [0, 0]);
    let name = name.ok_or(Reason::UnknownTable)?;
    let table = crusade::table::Table::from_payload(name, &content.payload()?)?;
    let (situations, choices) = table.counts();
    if content.counts == [situations, choices, 0, 0, 0, 0, 0, 0, 0] {
        Ok(table)
    } else {
        Err(Reason::HeaderChecksum)
    }
}

/// What a file says before its payload, and the compressed payload.
struct Content<'a> {
    what: [u8; 4],
    counts: [u64; 9],
    length: u64,
    hash: [u8; 32],
    compressed: &'a [u8],
}

impl Content<'_> {
    fn read(bytes: &[u8]) -> Result<Content<'_>, Reason> {
        let known = &bytes[..bytes.len().min(MAGIC.len())];
        if *known != MAGIC[..known.len()] {
            return Err(Reason::Magic);
        }
        let mut fields = Fields { bytes };
        fields.take::<8>()?;
        let version = (u16::from_le_bytes(fields.take()?), u16::from_le_bytes(fields.take()?));
        if version.0 > FORMAT.0 {
            return Err(Reason::Newer(version.0, version.1));
        }
        if version.0 < FORMAT.0 {
            return Err(Reason::Older(version.0, version.1));
        }
        let what = fields.take()?;
        let mut counts = [0; 9];
        for count in &mut counts {
            *count = u64::from_le_bytes(fields.take()?);
        }
        let length = u64::from_le_bytes(fields.take()?);
        fields.take::<16>()?;
        let hash: [u8; 32] = fields.take()?;
        let before_check = bytes.len() - fields.bytes.len();
        let check: [u8; 8] = fields.take()?;
        if check != blake3::hash(&bytes[..before_check]).as_bytes()[..8] || length > MAX_PAYLOAD {
            return Err(Reason::HeaderChecksum);
        }
        Ok(Content { what, counts, length, hash, compressed: fields.bytes })
    }

    fn payload(&self) -> Result<Vec<u8>, Reason> {
        let payload = decompress(self.compressed, self.length)?;
        if *blake3::hash(&payload).as_bytes() == self.hash {
            Ok(payload)
        } else {
            Err(Reason::PayloadChecksum)
        }
    }
}

/// The fixed-size fields at the start of a file.
struct Fields<'a> {
    bytes: &'a [u8],
}

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Reason> {
        let (field, rest) = self.bytes.split_first_chunk().ok_or(Reason::Truncated)?;
        self.bytes = rest;
        Ok(*field)
    }
}

/// Exactly one zstd frame with `length` bytes of content.
fn decompress(mut bytes: &[u8], length: u64) -> Result<Vec<u8>, Reason> {
    let damaged = |e: io::Error| match e.kind() {
        io::ErrorKind::UnexpectedEof => Reason::Truncated,
        _ => Reason::Compression(e.to_string()),
    };
    if bytes.is_empty() {
        return Err(Reason::Truncated);
    }
    let decoder = zstd::stream::read::Decoder::with_buffer(&mut bytes).map_err(damaged)?;
    let mut payload = Vec::new();
    // One byte more than expected tells a longer payload; reading to the end checks the frame.
    decoder.single_frame().take(length + 1).read_to_end(&mut payload).map_err(damaged)?;
    if payload.len() as u64 != length {
        return Err(Reason::PayloadChecksum);
    }
    if bytes.is_empty() {
        Ok(payload)
    } else {
        Err(Reason::TrailingBytes(bytes.len()))
    }
}

/// Reads the table of a site from a data directory.
///
/// # Errors
///
/// A [`FileError`] that names the file and says what to do.
pub fn read(data: &Path, site: Site) -> Result<Table, FileError> {
    read_path(&table_path(data, site), |bytes| {
        let table = decode(bytes)?;
        if table.site == site {
            Ok(table)
        } else {
            Err(Reason::OtherTable(table_name(table.site)))
        }
    })
}

/// Where a table of The Last Crusade is kept in a data directory.
pub fn crusade_path(data: &Path, name: crusade::table::Name) -> PathBuf {
    data.join(format!("{}.bin.zst", name.file_name()))
}

/// Reads a table of The Last Crusade from a data directory.
///
/// # Errors
///
/// A [`FileError`] that names the file and says what to do.
pub fn read_crusade(
    data: &Path,
    name: crusade::table::Name,
) -> Result<crusade::table::Table, FileError> {
    read_path(&crusade_path(data, name), |bytes| {
        let table = decode_crusade(bytes)?;
        if table.name() == name {
            Ok(table)
        } else {
            Err(Reason::OtherTable(table.name().file_name().to_owned()))
        }
    })
}

fn read_path<T>(
    path: &Path,
    decode: impl FnOnce(&[u8]) -> Result<T, Reason>,
) -> Result<T, FileError> {
    let read = || {
        let bytes = fs::read(path).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => Reason::Missing,
            _ => Reason::Io(e),
        })?;
        decode(&bytes)
    };
    read().map_err(|reason| FileError { path: path.to_owned(), reason })
}

/// Replaces a file atomically: the new content is complete and on disk before the old one goes.
///
/// Behind a link it is the file that is replaced. A device or a pipe stays what it is, and takes the
/// content.
///
/// # Errors
///
/// A [`FileError`] that names the file; what was there before is untouched.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), FileError> {
    let write = || match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            fs::File::options().write(true).open(path)?.write_all(content)
        }
        Ok(_) => replace_file(&fs::canonicalize(path)?, content),
        Err(_) => replace_file(path, content),
    };
    write().map_err(|e| FileError { path: path.to_owned(), reason: e.into() })
}

/// Replaces a file, or makes one.
fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let directory = path.parent().filter(|p| !p.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(directory)?;
    // Written past the wrapper, whose errors name the temporary file.
    file.as_file_mut().write_all(content)?;
    set_permissions(file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    fs::File::open(directory)?.sync_all()
}

/// Files that are not complete have names that begin so.
const TEMPORARY: &str = ".gridlock-";

/// Removes what [`replace`] left behind in a directory when its process was killed. Nobody must be
/// writing there.
///
/// # Errors
///
/// A [`FileError`] that names the directory or the file that cannot be removed.
pub fn sweep(directory: &Path) -> Result<(), FileError> {
    let failed = |path: &Path, e: io::Error| FileError { path: path.to_owned(), reason: e.into() };
    for entry in fs::read_dir(directory).map_err(|e| failed(directory, e))? {
        let path = entry.map_err(|e| failed(directory, e))?.path();
        let name = path.file_name().unwrap_or_default();
        if name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) {
            fs::remove_file(&path).map_err(|e| failed(&path, e))?;
        }
    }
    Ok(())
}

/// Temporary files are private; tables are for everybody who may read the directory.
#[cfg(unix)]
fn set_permissions(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_permissions(_: &fs::File) -> io::Result<()> {
    Ok(())
}
