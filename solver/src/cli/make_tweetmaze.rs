//! `gridlock make tweetmaze`.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use gridlock_solver::tweetmaze::make::{self, exhaust, order, Made, LONGEST};
use gridlock_solver::tweetmaze::solve;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use super::Exit;

pub(super) const EXAMPLE: &str = "\
Example: gridlock make tweetmaze --length 140 --seed 1

Exit codes: 0 a string was made; 2 wrong options; 3 it could not be written.";

/// Options of `gridlock make tweetmaze`.
#[derive(Args)]
pub(super) struct Options {
    /// How many digits
    #[arg(long, value_name = "N")]
    length: usize,
    /// Where the random numbers start
    #[arg(long, value_name = "S")]
    seed: u64,
    /// How many times to search, each from another beginning
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A string for a program to read.
#[derive(Serialize)]
struct Record {
    digits: String,
    jumps: usize,
    turns: usize,
    seed: u64,
    most_jumps: usize,
    /// Where it is known.
    most_turns: Option<usize>,
}

/// Makes a string and says how good it is.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let Options { length, seed, .. } = *options;
    if length == 0 || length > LONGEST {
        super::complain(&format!("gridlock: --length must be from 1 to {LONGEST}, not {length}"));
        return Ok(Exit::BadInput);
    }
    let proven = exhaust::best(length);
    // Where both are as good, what was found comes first: it depends on the seed.
    let found = options.search().into_iter().chain(proven.clone()).reduce(better);
    let made = found.ok_or_else(|| io::Error::other("no round was made"))?;
    // What is printed about the string is what solving it says.
    let route = solve(&made.digits).ok_or_else(|| io::Error::other("the string has no route"))?;
    let (jumps, turns) = (route.len() - 1, make::turns(&route));
    // A route can turn at each square between the first and the last.
    let limit = length.saturating_sub(2);
    let most_turns = proven.map(|made| made.turns).or(Some(limit).filter(|&most| most == turns));
    let digits = String::from_utf8_lossy(&made.digits).into_owned();
    if options.json {
        let record = Record { digits, jumps, turns, seed, most_jumps: length - 1, most_turns };
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{digits}\n{jumps} jumps, {turns} turns")?;
        let most = length - 1;
        writeln!(out, "the most jumps are {most}, as no route enters a square twice")?;
        match most_turns {
            Some(most) if length <= exhaust::LONGEST => {
                writeln!(out, "the most turns with them are {most}: every string was considered")?;
            }
            Some(_) => writeln!(out, "it turns at every square, so there are no more turns")?,
            None => {
                writeln!(out, "the most turns are not known; more than {limit} there cannot be")?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// The better one, and the first of two that are as good as each other.
fn better(first: Made, second: Made) -> Made {
    if second.is_better_than(&first) {
        second
    } else {
        first
    }
}

impl Options {
    /// The best string of all rounds, the earliest of several: the same for any number of threads.
    fn search(&self) -> Option<Made> {
        let progress = Progress::new(self.rounds);
        let rounds = (0..self.rounds).into_par_iter().map(|round| {
            let made = order::round(self.length, self.seed, round);
            progress.advance(&made);
            made
        });
        let found: Vec<Made> = rounds.collect();
        progress.bar.finish_and_clear();
        found.into_iter().reduce(better)
    }
}

/// Time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(5);

/// A bar on a terminal, a line every few seconds elsewhere.
struct Progress {
    bar: ProgressBar,
    /// The most turns so far, and when the last line was due.
    state: Mutex<(usize, Instant)>,
}

impl Progress {
    fn new(rounds: u64) -> Progress {
        // Without a terminal on standard error the bar draws nothing.
        let style = ProgressStyle::with_template(
            "{msg} [{bar:30}] {pos} of {len} rounds, {per_sec}, {elapsed} gone, {eta} left",
        );
        let bar = ProgressBar::new(rounds)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, state: Mutex::new((0, Instant::now())) }
    }

    /// Notes that a round has come to its end.
    fn advance(&self, made: &Made) {
        let Ok(mut state) = self.state.lock() else { return };
        let (most, due) = &mut *state;
        *most = made.turns.max(*most);
        self.bar.inc(1);
        self.bar.set_message(format!("most turns {most}"));
        if !io::stderr().is_terminal() && due.elapsed() >= PAUSE {
            *due = Instant::now();
            let (done, rounds) = (self.bar.position(), self.bar.length().unwrap_or(0));
            super::complain(&format!("most turns {most}: {done} of {rounds} rounds"));
        }
    }
}
