//! Deadlock patterns and local games of grid puzzles.

pub mod crusade;
// Files are read and written by the tools only; they need not build with old compilers.
#[cfg(feature = "files")]
#[allow(clippy::incompatible_msrv)]
pub mod embed;
#[cfg(feature = "files")]
#[allow(clippy::incompatible_msrv)]
pub mod file;
#[cfg(feature = "files")]
#[allow(clippy::incompatible_msrv)]
pub mod fingerprints;
pub mod sokoban;
pub mod text;
