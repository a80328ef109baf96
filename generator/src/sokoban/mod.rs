//! Sokoban tables.

mod account;
mod enumerate;
mod family;
pub(crate) mod job;
mod regions;
