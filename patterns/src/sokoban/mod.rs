//! Sokoban deadlock patterns.

pub mod area;
pub mod board;
pub mod embedding;
pub mod explain;
pub mod explore;
mod families;
pub mod game;
pub mod lookup;
pub mod pattern;
pub mod plain;
pub mod pushes;
mod scene;
pub mod seed;
pub mod symmetry;
#[cfg(feature = "files")]
#[allow(clippy::incompatible_msrv)]
pub mod table;
mod verdict;
pub mod window;
pub mod words;
