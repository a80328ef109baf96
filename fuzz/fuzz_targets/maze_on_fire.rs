//! Mazes on fire: whatever is read as a maze is solved, the turns are those that tables of distances
//! give, and the walk stays in the maze.
#![no_main]

use std::collections::VecDeque;

use gridlock_solver::maze_on_fire::maze::{rows, Maze};
use gridlock_solver::maze_on_fire::solve::solve;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check(&rows(bytes));
    // Any bytes are walls and floor, with as many columns as the first one says.
    if let Some((&columns, cells)) = bytes.split_first() {
        let symbol = |byte: &u8| match byte {
            b'$' | b'F' => *byte,
            _ => [b'.', b'#'][usize::from(byte % 2)],
        };
        let cells: Vec<u8> = cells.iter().map(symbol).collect();
        let columns = usize::from(columns).max(1);
        check(&cells.chunks_exact(columns).collect::<Vec<_>>());
    }
});

fn check(rows: &[&[u8]]) {
    let Ok(maze) = Maze::new(rows) else { return };
    let survival = solve(maze);
    assert_eq!(survival.turns.unwrap_or(u64::MAX), by_tables(rows));
    for (r, c) in survival.positions() {
        assert!(matches!(rows[r][c], b'.' | b'$'));
    }
}

/// The most turns, or [`u64::MAX`] for ever.
fn by_tables(rows: &[&[u8]]) -> u64 {
    let fire = distances(rows, b'F', |_, _| true);
    let walk = distances(rows, b'$', |cell, turn| turn < fire[cell]);
    let reached = walk.iter().zip(&fire).filter(|(&turn, _)| turn < u64::MAX);
    reached.map(|(_, &turn)| turn).max().unwrap_or(0)
}

/// The turns from all cells with a symbol to each other one, row by row.
fn distances(rows: &[&[u8]], symbol: u8, may: impl Fn(usize, u64) -> bool) -> Vec<u64> {
    let columns = rows[0].len();
    let cells = rows.concat();
    let mut turns = vec![u64::MAX; cells.len()];
    let starts = (0..cells.len()).filter(|&cell| cells[cell] == symbol);
    let mut queue: VecDeque<usize> = starts.collect();
    queue.iter().for_each(|&cell| turns[cell] = 0);
    while let Some(cell) = queue.pop_front() {
        let (column, turn) = (cell % columns, turns[cell] + 1);
        let sideways = [(column > 0, cell.wrapping_sub(1)), (column + 1 < columns, cell + 1)];
        let along = [(true, cell.wrapping_sub(columns)), (true, cell + columns)];
        for (_, next) in sideways.into_iter().chain(along).filter(|&(inside, _)| inside) {
            let is_open = cells.get(next).map_or(false, |&symbol| symbol != b'#');
            if is_open && turns[next] == u64::MAX && may(next, turn) {
                turns[next] = turn;
                queue.push_back(next);
            }
        }
    }
    turns
}
