//! Files of levels, or standard input.

use std::fmt;
use std::io::{self, Read};
use std::path::PathBuf;

use gridlock_solver::sokoban::collection::{self, Entry};

/// The name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// A file named on the command line; `-` is standard input.
#[derive(Clone, Debug)]
pub(super) struct Source(PathBuf);

impl From<&str> for Source {
    fn from(name: &str) -> Source {
        Source(name.into())
    }
}

impl From<std::ffi::OsString> for Source {
    fn from(name: std::ffi::OsString) -> Source {
        Source(name.into())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl Source {
    /// All bytes of the file.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        if self.0.as_os_str() != STANDARD_INPUT {
            return std::fs::read(&self.0);
        }
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The levels of the file, or one line that says why there are none.
    pub(super) fn levels(&self) -> Result<Vec<Entry>, String> {
        let bytes = self.read().map_err(|e| format!("{self}: cannot read the file: {e}"))?;
        collection::parse(&bytes).map_err(|e| format!("{self}:{e}"))
    }
}
