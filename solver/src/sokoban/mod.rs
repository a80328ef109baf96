//! Sokoban: levels, their files, the simulator and the solver.

pub mod board;
pub mod check;
pub mod collection;
pub mod corral;
pub mod deadlock;
pub mod freeze;
mod index;
pub mod level;
pub mod make;
pub mod mask;
pub mod matching;
mod queue;
pub mod replay;
pub mod rows;
pub mod search;
pub mod solve;
pub mod tables;
pub mod technique;
pub mod titles;
