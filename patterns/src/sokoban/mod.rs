//! Sokoban deadlock patterns.

pub mod board;
pub mod embedding;
pub mod explain;
pub mod explore;
pub mod game;
pub mod lookup;
pub mod pattern;
pub mod plain;
pub mod seed;
pub mod symmetry;
#[cfg(feature = "files")]
#[allow(clippy::incompatible_msrv)]
pub mod table;
mod verdict;
pub mod window;
pub mod words;
