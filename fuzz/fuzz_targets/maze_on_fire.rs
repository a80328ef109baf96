//! Mazes on fire: whatever is read as a maze is solved, and the walk stays in it.
#![no_main]

use gridlock_solver::maze_on_fire::maze::{rows, Maze};
use gridlock_solver::maze_on_fire::solve::solve;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let rows = rows(bytes);
    let Ok(maze) = Maze::new(&rows) else { return };
    let survival = solve(maze);
    let cells = rows.concat().len() as u64;
    assert!(survival.turns.map_or(true, |turns| (1..=cells).contains(&turns)));
    for (r, c) in survival.positions() {
        assert!(matches!(rows[r][c], b'.' | b'$'));
    }
});
