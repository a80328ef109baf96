//! One run at a time in a directory.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use indicatif::HumanDuration;

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
                // Its clock may be ahead of this one.
                let age = file.metadata()?.modified()?.elapsed().unwrap_or_default();
                return Ok(Err(format!(
                    "{}, started {} ago",
                    holder.trim_end(),
                    HumanDuration(age)
                )));
            }
            Err(TryLockError::Error(e)) => return Err(e),
        }
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "process {} on {}", std::process::id(), host.trim_end())?;
        Ok(Ok(Lock { _file: file }))
    }
}
