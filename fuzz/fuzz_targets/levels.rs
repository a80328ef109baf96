//! Level files: whatever is read as a level can be searched for a moment and written again.
#![no_main]

use std::time::{Duration, Instant};

use gridlock_solver::sokoban::search::Limits;
use gridlock_solver::sokoban::{collection, solve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(entries) = collection::parse(bytes) else { return };
    for level in entries.iter().filter_map(|entry| entry.level.as_ref().ok()) {
        let again = collection::parse(level.to_string().as_bytes()).expect("levels are read back");
        assert_eq!(again.len(), 1);
        let deadline = Some(Instant::now() + Duration::from_millis(5));
        solve::solve(level, &Limits { deadline, memory: 1 << 20, ..Limits::default() });
    }
});
