//! Solutions: any text can be replayed.
#![no_main]

use gridlock_solver::sokoban::{collection, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|moves: &str| {
    let text = b"######\n# .  #\n# $$ #\n# .@ #\n######\n";
    let entries = collection::parse(text).expect("the level is sound");
    let level = entries[0].level.as_ref().expect("the level is sound");
    let _ = replay::replay(level, moves);
});
