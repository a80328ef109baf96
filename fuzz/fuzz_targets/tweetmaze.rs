//! Tweetmaze: any bytes can be solved, and every jump of a route is as long as its digit says.
#![no_main]

use gridlock_solver::tweetmaze::digits::digits;
use gridlock_solver::tweetmaze::solve;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let squares = digits(bytes).unwrap_or(bytes);
    let Some(route) = solve(squares) else { return };
    assert_eq!((route[0], route[route.len() - 1]), (0, squares.len() - 1));
    for jump in route.windows(2) {
        assert_eq!(jump[0].abs_diff(jump[1]), usize::from(squares[jump[0]] - b'0'));
    }
});
