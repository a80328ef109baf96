//! One run at a time in a directory.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::SystemTime;

/// Held while a run works in a directory; the operating system lets it go when the process ends,
/// however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock, or tells who holds it.
    pub(super) fn take(path: &Path) -> io::Result<Result<Lock, String>> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                file.read_to_string(&mut holder)?;
                return Ok(Err(holder.trim_end().to_owned()));
            }
            Err(TryLockError::Error(e)) => return Err(e),
        }
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        file.set_len(0)?;
        file.rewind()?;
        writeln!(
            file,
            "process {} on {}, started at {} seconds since 1970",
            std::process::id(),
            host.trim_end(),
            start.as_secs()
        )?;
        Ok(Ok(Lock { _file: file }))
    }
}
