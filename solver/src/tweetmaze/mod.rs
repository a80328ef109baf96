//! Tweetmaze: a maze that is a string of digits.
//!
//! It starts on the first square and ends on the last. From a square with digit d you jump d squares
//! to the left or to the right, inside the string; the fewest jumps are wanted.
//!
//! ```
//! use gridlock_solver::tweetmaze::{digits::digits, solve};
//!
//! let squares = digits(b"7347737258493420\n").unwrap();
//! assert_eq!(solve(squares).unwrap(), [0, 7, 5, 8, 3, 10, 14, 12, 15]);
//! assert_eq!(solve(b"101"), None);
//! ```

pub mod digits;
mod forward;
pub mod make;
pub mod picture;
pub mod route;
mod window;

pub use route::solve;
