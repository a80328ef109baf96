//! Solvers for small grid puzzles.
//!
//! ```
//! use gridlock_solver::sokoban::{collection, replay, solve, tables};
//!
//! let text = b"; One push\n#####\n#@$.#\n#####\n";
//! let entries = collection::parse(text).unwrap();
//! let level = entries[0].level.as_ref().unwrap();
//! let report = solve::solve(level, &solve::Limits::default());
//! assert_eq!(report.verdict, solve::Verdict::Solved("R".to_owned()));
//! assert!(replay::replay(level, "R").unwrap().solved);
//! ```

// The cores are shipped as single source files for compilers as old as this.
#[clippy::msrv = "1.63"]
mod bits;
#[clippy::msrv = "1.63"]
pub mod crusade;
#[clippy::msrv = "1.63"]
pub mod decimal;
#[clippy::msrv = "1.63"]
pub mod maze_on_fire;
mod random;
#[clippy::msrv = "1.63"]
pub mod sokoban;
#[clippy::msrv = "1.63"]
pub mod tweetmaze;
