//! Build script of the solver crate.
fn main() {}
