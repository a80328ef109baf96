//! The real program, on a directory of tables.

use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn gen(arguments: &str, data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridlock-gen"));
    command.args(arguments.split_whitespace()).arg("--data").arg(data);
    command
}

pub(crate) fn run(arguments: &str, data: &Path) -> Output {
    gen(arguments, data).output().unwrap()
}
