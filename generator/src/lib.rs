//! Enumerates deadlock patterns.
//!
//! ```
//! use gridlock_generator::sokoban::job;
//!
//! let site = "2x2-interior".parse().unwrap();
//! let table = job::table(site, &job::Unwatched).unwrap();
//! assert_eq!(table.counts.patterns, 5);
//! ```

pub mod crusade;
pub mod ship;
pub mod sokoban;
pub mod work;
