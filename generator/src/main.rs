//! `gridlock-gen`: enumerates deadlock patterns into tables and looks after them.

mod cli;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::cli::exit::Exit;
use crate::cli::{generate, interrupt, merge, ship, show, stats, verify};

/// Enumerates deadlock patterns into compressed, checksummed tables.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Exit codes:
  0    success
  1    a check failed
  2    the command line cannot be understood
  3    a file is missing, damaged, in the way or cannot be written
  130  stopped by Ctrl-C or SIGTERM; no table is half written"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Enumerate tables and write them
    #[command(after_help = "\
Examples:
  gridlock-gen generate                                     what the solver is built with
  gridlock-gen generate --window 4x4 --placement interior --data /tmp/tables
  gridlock-gen generate --placement corridor --data narrow  windows across narrow boards
  gridlock-gen generate --kind crusade --overwrite          only steering and collisions
  gridlock-gen generate --check --window 3x3                compare with data/FINGERPRINTS.csv
  gridlock-gen generate --work job                          a long job that can be stopped
  gridlock-gen generate --work job --resume                 and gone on with")]
    Generate(generate::Options),
    /// Make tables of the finished parts of a job
    #[command(after_help = "\
Examples:
  gridlock-gen generate --work part0 --shard 0/2            on one machine
  gridlock-gen generate --work part1 --shard 1/2            on another
  gridlock-gen merge part0 part1 --data data")]
    Merge(merge::Options),
    /// Print the figures of all tables
    #[command(after_help = "\
Examples:
  gridlock-gen stats
  gridlock-gen stats --json | jq '.tables[] | select(.window == \"4x4\") | .patterns'")]
    Stats(stats::Options),
    /// Draw patterns, or print them for other programs
    #[command(after_help = "\
Examples:
  gridlock-gen show --window 3x3 --placement corner --seed 7
  gridlock-gen show --format json --limit 1000000
  gridlock-gen show --format xsb --window 2x3 | gridlock solve -")]
    Show(show::Options),
    /// Check files, and patterns against independent searches
    #[command(after_help = "\
Without --deep it takes seconds. With --deep each pattern takes up to a dozen searches over pushes: on
two cores less than a second for all tables up to 3x4 cells, one minute for 4x4 interior; on one core
ten minutes for 4x4 edge and seven for corner. 40 MB do.

A wrong pattern is named and drawn, and the exit code is 1. Ctrl-C ends the checks with exit code 130.

Examples:
  gridlock-gen verify
  gridlock-gen verify --sample 100000 --seed 2
  gridlock-gen verify --deep --window 4x4 --placement interior")]
    Verify(verify::Options),
    /// Make one source file of a program, small enough for its judge
    #[command(after_help = "\
Examples:
  gridlock-gen ship timus1589
  gridlock-gen ship timus1589 --tables 4x4-interior,4x4-edge --out timus1589.rs
  gridlock-gen ship timus1589 --tables all --audit levels.xsb   what it knows, and what that costs
  gridlock-gen ship all")]
    Ship(ship::Options),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            // Nothing is left to do when standard output is closed.
            let _ = error.print();
            return exit.into();
        }
    };
    let run = || {
        interrupt::install()?;
        match &cli.command {
            Command::Generate(options) => generate::run(options),
            Command::Merge(options) => merge::run(options),
            Command::Stats(options) => stats::run(options),
            Command::Show(options) => show::run(options),
            Command::Verify(options) => verify::run(options),
            Command::Ship(options) => ship::run(options),
        }
    };
    let exit = run().unwrap_or_else(|error| {
        let closed = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if closed == Some(io::ErrorKind::BrokenPipe) {
            return Exit::Success;
        }
        eprintln!("error: {error:#}");
        Exit::Data
    });
    exit.into()
}
