//! What can go wrong on the way to one source file.

use std::path::PathBuf;

/// Why a program cannot be shipped.
#[derive(Debug, thiserror::Error)]
pub enum ShipError {
    /// A file cannot be read or written, or a program cannot be started.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file or program.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A source file is no Rust.
    #[error("{path}:{line}:{column}: {message}", path = .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// Something that a single source file cannot hold.
    #[error("{what}; {advice}")]
    Unsupported {
        /// What was found.
        what: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// Cargo does not know what is asked for.
    #[error("{0}")]
    Cargo(String),
    /// The compiler refuses the text, or warns of something that matters.
    #[error("{stage}: {compiler} says: {message}")]
    Compiler {
        /// Which text.
        stage: &'static str,
        /// The command.
        compiler: String,
        /// Its message.
        message: String,
    },
    /// The result is not what it should be.
    #[error("{0}")]
    Wrong(String),
}

impl ShipError {
    /// An error of the system about a file.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> ShipError {
        let path = path.into();
        |error| ShipError::Io { path, error }
    }
}
