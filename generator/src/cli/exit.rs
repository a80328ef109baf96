//! Exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Success = 0,
    /// A check found a difference, or a table that does not hold what it claims.
    Failed = 1,
    /// The command line cannot be understood.
    Usage = 2,
    /// A file is missing, damaged, in the way or cannot be written.
    Data = 3,
    /// Stopped by Ctrl-C or SIGTERM; no table is half written.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
