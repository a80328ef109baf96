//! `MazeOnFire`: how many turns can a character survive in a maze that is burning down?
//!
//! Each turn the character stays or moves to a side-adjacent empty cell that is not on fire; then
//! every burning cell sets its side-adjacent empty cells on fire. When the character's cell catches
//! fire the game ends, and that turn counts.
//!
//! ```
//! use gridlock_solver::maze_on_fire::{maximum_turns, maze::Maze, solve::solve};
//!
//! assert_eq!(maximum_turns(&["F..", ".$.", "..."]), 4);
//! assert_eq!(maximum_turns(&["F#$"]), -1);
//!
//! let survival = solve(Maze::new(&["F.$", "##."]).unwrap());
//! let cells: Vec<_> = survival.positions().collect();
//! assert_eq!(survival.turns, Some(3));
//! assert_eq!(cells, [(0, 2), (1, 2), (1, 2), (1, 2)]);
//! ```

pub mod maze;
pub mod solve;
mod tile;
mod trail;
pub mod walk;
pub mod watch;

pub use solve::maximum_turns;
