//! `gridlock-gen merge`.

use std::path::PathBuf;

use clap::Args;
use gridlock_generator::work::merge::merge;
use gridlock_generator::work::Directory;

use super::exit::Exit;
use super::interrupt;
use super::store::{Id, Made, Store};

/// Options of `merge`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The directories with the parts of a job
    #[arg(required = true, value_name = "DIR")]
    directories: Vec<PathBuf>,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Replace tables that are already there
    #[arg(long)]
    overwrite: bool,
    /// Stop before a table that takes more than so many megabytes
    #[arg(long, value_name = "MB")]
    memory_limit: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let read: Result<Vec<Directory>, _> =
        options.directories.iter().map(|path| Directory::read(path)).collect();
    let directories = read?;
    let sites = directories.first().and_then(|one| one.plan().sites()).unwrap_or_default();
    let ids = sites.into_keys().map(Id::Sokoban);
    let mut store = Store::open(&options.data, ids, options.overwrite)?;
    interrupt::leave_at_once(
        "tables that are listed above are complete; --overwrite makes all again",
    );
    merge(&directories, options.memory_limit, |table| {
        println!("{}", store.put(Made::sokoban(&table)?)?);
        Ok(())
    })?;
    Ok(Exit::Success)
}
