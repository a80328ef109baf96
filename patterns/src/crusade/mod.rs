//! The Last Crusade: rooms, rules, and what happens in one turn.
//!
//! Cells are numbered row by row from the top left: `y * width + x`.

pub mod maze;
pub mod room;
pub mod rules;
pub mod steering;
pub mod turn;
