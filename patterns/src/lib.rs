//! Deadlock patterns for grid puzzles.

pub mod sokoban;
pub mod text;
