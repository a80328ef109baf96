//! The Last Crusade: levels, the game, the solver, and a maker of levels.

mod bounds;
pub mod follow;
mod futures;
pub mod game;
pub mod joint;
pub mod level;
pub mod make;
mod planner;
pub mod player;
pub mod protocol;
pub mod routes;
pub mod search;
pub mod session;
mod slots;
pub mod tables;
mod threats;
