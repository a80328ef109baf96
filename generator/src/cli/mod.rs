//! The commands.

pub(crate) mod exit;
pub(crate) mod generate;
pub(crate) mod interrupt;
mod progress;
pub(crate) mod ship;
pub(crate) mod show;
pub(crate) mod stats;
pub(crate) mod verify;
