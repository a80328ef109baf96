//! Tweetmaze: any bytes can be solved, and the routes are those of a plain search.
#![no_main]

use std::collections::VecDeque;

use gridlock_solver::tweetmaze::digits::digits;
use gridlock_solver::tweetmaze::solve;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let squares = digits(bytes).unwrap_or(bytes);
    assert_eq!(solve(squares), plain(squares));
    // What comes again and again passes many windows, at several speeds.
    if let Some((&times, pattern)) = bytes.split_first() {
        let pattern: Vec<u8> = pattern.iter().map(|byte| b'0' + byte % 10).collect();
        let squares = pattern.repeat(usize::from(times));
        assert_eq!(solve(&squares), plain(&squares));
    }
});

/// The route of a breadth-first search which tries left before right.
fn plain(squares: &[u8]) -> Option<Vec<usize>> {
    let last = squares.len().checked_sub(1)?;
    let mut before = vec![None; squares.len()];
    let mut queue = VecDeque::from([0]);
    before[0] = Some(0);
    while let Some(square) = queue.pop_front() {
        let digit = squares[square];
        let jump = if digit.is_ascii_digit() { usize::from(digit - b'0') } else { 0 };
        for next in [square.checked_sub(jump), square.checked_add(jump)].into_iter().flatten() {
            if next <= last && before[next].is_none() {
                before[next] = Some(square);
                queue.push_back(next);
            }
        }
    }
    let (mut route, mut square) = (vec![last], last);
    while square != 0 {
        square = before[square]?;
        route.push(square);
    }
    route.reverse();
    Some(route)
}
