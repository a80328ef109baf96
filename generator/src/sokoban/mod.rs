//! Sokoban tables.

mod account;
mod enumerate;
mod family;
pub mod job;
mod regions;
