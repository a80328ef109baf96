//! Long jobs: a directory with a plan and one file for each finished unit of work.
//!
//! The plan is written before any work. A unit counts as finished when its file is there and
//! undamaged, so a job can be stopped at any moment, or killed, and goes on where it was. Parts of a
//! plan can be done in different directories, on different machines, and brought together in the
//! end: the tables are those of one run without a stop.

mod directory;
mod lock;
pub mod merge;
pub mod plan;
pub mod run;
mod shard;
mod unit;

pub use directory::{Directory, Problem};
pub use shard::{Shard, Source};
