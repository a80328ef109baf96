//! The commands.

mod audit;
pub(crate) mod exit;
pub(crate) mod generate;
pub(crate) mod interrupt;
pub(crate) mod merge;
mod progress;
pub(crate) mod ship;
pub(crate) mod show;
pub(crate) mod stats;
mod store;
pub(crate) mod verify;
