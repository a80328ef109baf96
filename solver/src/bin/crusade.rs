//! A program for judges: plays The Last Crusade over standard input and output.
//!
//! Malformed input is reported in one line on standard error and answered with `WAIT`.

use std::io::{self, Write};

use gridlock_solver::crusade::session;

fn main() {
    let complain = |error: &_| {
        let _ = writeln!(io::stderr(), "line {error}");
    };
    // Who closes the pipes has seen enough.
    let _ = session::play(io::stdin().lock(), io::stdout().lock(), complain);
}
