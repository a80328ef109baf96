//! The Last Crusade: rooms, rules, and what happens in one turn.
//!
//! Cells are numbered row by row from the top left: `y * width + x`.

pub mod collision;
pub mod maze;
pub mod room;
pub mod rules;
pub mod steering;
#[cfg(feature = "files")]
#[allow(clippy::incompatible_msrv)]
pub mod table;
pub mod texts;
pub mod turn;
