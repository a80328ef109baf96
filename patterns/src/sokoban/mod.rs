//! Sokoban deadlock patterns.

pub mod embedding;
pub mod explore;
pub mod game;
pub mod pattern;
pub mod seed;
pub mod symmetry;
pub mod window;
