//! Sokoban tables.

mod account;
mod enumerate;
mod explorer;
mod family;
pub mod job;
mod regions;
mod squeeze;
