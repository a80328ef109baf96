//! Sokoban tables.

mod account;
pub(crate) mod enumerate;
mod explorer;
mod family;
pub mod job;
mod regions;
mod squeeze;
