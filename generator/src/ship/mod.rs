//! Ships a program: one source file with everything it reaches, made small.
//!
//! The program stays text all the way. Each pass parses it, finds the bytes that have to change and
//! changes only those, so that no literal and no operator is ever printed anew:
//!
//! 1. `load` puts the modules of all crates into one text,
//! 2. `reach` takes out what no name leads to,
//! 3. `prune` takes out what the compiler calls unused,
//! 4. `rename` shortens the names,
//! 5. `layout` leaves white space only where two tokens need it.
//!
//! Which names belong to the standard library only types can tell, so the compiler is asked.

pub mod audit;
pub mod bundle;
mod cfg;
mod edits;
mod error;
pub mod golden;
mod idents;
pub mod layout;
mod load;
mod macros;
pub mod make;
pub mod prune;
pub mod reach;
pub mod rename;
pub mod rustc;
pub mod tables;
pub mod targets;
mod uses;
pub mod value;
pub mod workspace;

pub use error::ShipError;
