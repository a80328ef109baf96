//! Sokoban tables.

mod account;
mod antichains;
pub(crate) mod enumerate;
mod family;
pub mod job;
mod regions;
mod squeeze;
