//! Sokoban tables.

pub mod enumerate;
mod family;
mod regions;
