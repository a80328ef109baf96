//! Commands, options and exit codes.

mod check;
mod child;
mod crusade;
mod drawing;
mod input;
mod make;
mod make_crusade;
mod make_tweetmaze;
mod maze_on_fire;
mod output;
mod referee;
mod replay;
mod solve;
mod tweetmaze;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How the program ends. Of several reasons the largest number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every level was solved, the solution is valid, or no start position is known to be dead.
    Success = 0,
    /// Some level is unsolvable, dead or ran into a limit, or the solution is not valid.
    Failure = 1,
    /// A bad level, an unreadable file, or wrong options.
    BadInput = 2,
    /// The results could not be written.
    Output = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

const EXIT_CODES: &str = "\
Exit codes: 0 every level is solved (solve), the solution is valid (replay), no start position is \
known to be dead (check); 1 that is not so for some level, be it unsolvable or at a limit; 2 a bad \
level, an unreadable file or wrong options; 3 the results could not be written. Of several reasons \
the largest number counts.";

const CRUSADE_HELP: &str = "\
Example: gridlock crusade --routes level.in

Exit codes: 0 the game was played to the end of the input, or there are routes; 1 Indy has no route; \
2 malformed input, which is answered with WAIT, a bad level or wrong options; 3 the answers could not \
be written.";

const REFEREE_HELP: &str = "\
Examples:
  gridlock referee levels/*.in -- ./my_program --fast
  gridlock referee --rules strict --rule rock-swap=vanish --json levels/*.in -- python3 player.py

Exit codes: 0 Indy reached the exit of every level; 1 he did not; 2 a bad level, a program that \
cannot be started, or wrong options; 3 the results could not be written.";

/// Solvers for small grid puzzles, with deadlock tables built in.
#[derive(Parser)]
#[command(name = "gridlock", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve the Sokoban levels of some files.
    ///
    /// Every solution is replayed on its level before it is printed. A bad level is reported with its
    /// line and the reason, and the others are still solved.
    #[command(after_help = format!("Example: gridlock solve --time-limit 10 levels.xsb\n\n{EXIT_CODES}"))]
    Solve(solve::Options),
    /// Say for each level whether its start position is already dead.
    ///
    /// A level is dead when a deadlock pattern is there before the first push. The pattern is drawn
    /// beside the level, where it stands.
    #[command(after_help = format!("Example: gridlock check levels.xsb\n\n{EXIT_CODES}"))]
    Check(check::Options),
    /// Check a solution by playing it.
    ///
    /// Small letters are moves and capital letters pushes: l u r d L U R D.
    #[command(after_help = format!("Example: gridlock replay --level 2 levels.xsb rrDulL\n\n{EXIT_CODES}"))]
    Replay(replay::Options),
    /// Say how many turns a character can survive in a burning maze, and on which walk.
    ///
    /// A file holds one maze, a row a line: . is empty, # a wall, F fire and $ the character. Each turn
    /// the character stays or moves to a side-adjacent empty cell that is not on fire; then every
    /// burning cell sets its side-adjacent empty cells on fire. The turn in which the character's cell
    /// catches fire counts and is the last one. The walk lists rows and columns, from 0: the start, and
    /// where the character is after each turn. Of a character that can survive for ever the number is
    /// -1, and the walk ends where it waits.
    #[command(after_help = maze_on_fire::EXAMPLE)]
    MazeOnFire(maze_on_fire::Options),
    /// Find the fewest jumps through a string of digits.
    ///
    /// The route starts on the first digit and ends on the last. From a digit d it jumps d squares to
    /// the left or to the right. Its positions count from 0. Of several routes it is the one that a
    /// breadth-first search finds which tries left before right.
    #[command(after_help = tweetmaze::EXAMPLE)]
    Tweetmaze(tweetmaze::Options),
    /// Play The Last Crusade over standard input and output, or list Indy's routes.
    ///
    /// Reads the maze, then in each turn Indy and the rocks, and answers each turn with one line, as
    /// judges and `gridlock referee` expect it.
    #[command(after_help = CRUSADE_HELP)]
    Crusade(crusade::Options),
    /// Test a program that plays The Last Crusade.
    ///
    /// Starts the program once for each level, plays with it, and stops it when it breaks a rule or
    /// takes too long. The summary says how each level ended.
    #[command(after_help = REFEREE_HELP)]
    Referee(referee::Options),
    /// Make levels.
    #[command(subcommand)]
    Make(make::Options),
}

/// Runs the command that the arguments ask for.
pub(crate) fn run() -> Exit {
    let mut out = io::stdout().lock();
    let result = match Cli::parse().command {
        Command::Solve(options) => solve::run(&options, &mut out),
        Command::Check(options) => check::run(&options, &mut out),
        Command::Replay(options) => replay::run(&options, &mut out),
        Command::MazeOnFire(options) => maze_on_fire::run(&options, &mut out),
        Command::Tweetmaze(options) => tweetmaze::run(&options, &mut out),
        Command::Crusade(options) => crusade::run(&options, &mut out),
        Command::Referee(options) => referee::run(&options, &mut out),
        Command::Make(options) => make::run(&options, &mut out),
    };
    match result {
        Ok(exit) => exit,
        // Whoever reads the results has seen enough.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(e) => {
            complain(&format!("gridlock: cannot write the results: {e}"));
            Exit::Output
        }
    }
}

/// How a level is named in reports.
fn label(file: &impl std::fmt::Display, level: usize, title: &str) -> String {
    if title.is_empty() {
        format!("{file} level {level}")
    } else {
        format!("{file} level {level} ({title})")
    }
}

/// Writes one line about a mistake. Nobody may be listening, which is no reason to stop.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}
