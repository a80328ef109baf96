//! Build script of the solver crate: embeds the tables as constant strings.
//!
//! The tables come from `data/` beside this file, or from the directories that `GRIDLOCK_DATA_DIR`
//! names, separated as in `PATH` (a relative one is taken from here).

use std::path::{Path, PathBuf};
use std::{env, fs};

use gridlock_patterns::embed;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let named = env::var_os("GRIDLOCK_DATA_DIR").unwrap_or_else(|| "data".into());
    let data: Vec<PathBuf> = env::split_paths(&named).map(|path| root.join(path)).collect();
    println!("cargo::rerun-if-env-changed=GRIDLOCK_DATA_DIR");
    for path in data.iter().flat_map(|directory| embed::inputs(directory)) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (name, source) in
        [("sokoban.in", embed::source(&data)), ("crusade.in", embed::crusade_source(&data))]
    {
        match source {
            Ok(source) => fs::write(out.join(name), source).expect("OUT_DIR can be written"),
            Err(error) => println!("cargo::error={error}"),
        }
    }
}
