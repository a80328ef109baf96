//! Files that are written as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file under a temporary name beside its place, and puts it there when it is complete.
///
/// Behind a link it is the file that is replaced. A device or a pipe stays what it is, and takes the
/// bytes.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let mut out = BufWriter::new(File::options().write(true).open(path)?);
            write(&mut out)?;
            out.flush()
        }
        Ok(_) => replace_file(&fs::canonicalize(path)?, write),
        Err(_) => replace_file(path, write),
    }
}

/// Replaces a file, or makes one.
fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = Path::new(&name);
    let written = File::create(temporary).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(temporary, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(temporary);
    }
    written
}
