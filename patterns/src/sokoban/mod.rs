//! Sokoban deadlock patterns.

pub mod game;
pub mod pattern;
pub mod symmetry;
pub mod window;
