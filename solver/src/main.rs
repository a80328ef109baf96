//! The command line of Gridlock.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run().into()
}
